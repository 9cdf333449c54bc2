import type { Participant } from '../../src/contract/entities/participant.ts';
import { dealAccess } from '../policies/deal-access.ts';
import { assertOrganizationAccess } from '../policies/organization-access.ts';
import { notFound } from '../refusal.ts';
import { noteAccess } from '../store/access-log.ts';
import { listParticipants } from '../store/participants.ts';
import type { AccessAct } from '../store/tables.ts';
import { addParticipant } from './add-participant.ts';
import type { DealWrite } from './deal-scope.ts';
import { removeParticipant } from './remove-participant.ts';

type Input = { id: string; transaction: string; user: string };

/** As an admin of the deal's organization: as `addParticipant`. @throws {Refusal} `not_found`, `not_allowed`, `invalid` */
export async function createOrganizationParticipant(scope: DealWrite, input: Input): Promise<Participant> {
  assertIsAdmins(scope, input);
  const added = await addParticipant(scope, { transaction_uuid: input.transaction, user_uuid: input.user });
  await note(scope, 'participant_added');
  return added;
}

/** As an admin of the deal's organization: as `removeParticipant`. @throws {Refusal} `not_found`, `not_allowed`, `invalid` */
export async function deleteOrganizationParticipant(scope: DealWrite, input: Input): Promise<undefined> {
  assertIsAdmins(scope, input);
  const rows = await listParticipants(scope.tx, scope.deal.uuid);
  const row = rows.find(({ user_uuid }) => user_uuid === input.user);
  if (!row) throw notFound('This participant');
  await removeParticipant(scope, { id: row.uuid });
  await note(scope, 'participant_removed');
}

/** With strict data access a participant is let in to all of the deal: who has done that is noted, as every look is. */
async function note({ tx, deal, now, asRead: { user } }: DealWrite, act: AccessAct): Promise<void> {
  const access = await dealAccess(tx, deal, user);
  if (access.sees === 'nothing' || !access.logged) return;
  const { uuid: transaction, organization } = deal;
  const noted = { organization, transaction, user_uuid: user.uuid, acting_as: access.as, act };
  await noteAccess(tx, [noted], now);
}

function assertIsAdmins({ asRead: { user }, deal }: DealWrite, { id }: Input): void {
  assertOrganizationAccess('organization_admin', id, user);
  if (deal.organization !== id) throw notFound('This transaction');
}
