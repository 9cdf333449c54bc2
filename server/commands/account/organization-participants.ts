import type { Participant } from '../../../src/contract/entities/transactions/participant.ts';
import { dealAccess } from '../../policies/deal-access.ts';
import { assertOrganizationAccess } from '../../policies/organization-access.ts';
import { notFound } from '../../refusal.ts';
import { noteAccess } from '../../store/audit/access-log.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { listParticipants, type ParticipantWithUser } from '../../store/deals/participants.ts';
import type { AccessAct } from '../../store/tables.ts';
import { addParticipant } from '../transactions/add-participant.ts';
import { removeParticipant } from '../transactions/remove-participant.ts';

type Input = { id: string; transaction: string; user: string };

/**
 * Like `addParticipant`, as an admin of the deal's organization. @throws {Refusal} `not_found`, `not_allowed`,
 * `invalid`
 */
export async function createOrganizationParticipant(scope: DealWrite, input: Input): Promise<Participant> {
  assertIsAdmins(scope, input);
  const isOnIt = (await rowOf(scope, input))?.deleted === false;
  const added = await addParticipant(scope, { transaction_uuid: input.transaction, user_uuid: input.user });
  if (!isOnIt) await note(scope, 'participant_added');
  return added;
}

/**
 * Like `removeParticipant`, as an admin of the deal's organization. @throws {Refusal} `not_found`, `not_allowed`,
 * `invalid`
 */
export async function deleteOrganizationParticipant(scope: DealWrite, input: Input): Promise<undefined> {
  assertIsAdmins(scope, input);
  const row = await rowOf(scope, input);
  if (!row) throw notFound('This participant');
  await removeParticipant(scope, { id: row.uuid });
  if (!row.deleted) await note(scope, 'participant_removed');
}

async function rowOf({ tx, deal }: DealWrite, { user }: Input): Promise<ParticipantWithUser | undefined> {
  return (await listParticipants(tx, deal.uuid)).find(({ user_uuid }) => user_uuid === user);
}

/**
 * With strict data access, a new participant gets access to the whole deal, so the log records who added them, as it records
 * every view. Calls that changed nothing are not recorded.
 */
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
