import type { Participant } from '../../src/contract/entities/participant.ts';
import { assertOrganizationAccess } from '../policies/organization-access.ts';
import { notFound } from '../refusal.ts';
import { listParticipants } from '../store/participants.ts';
import { addParticipant } from './add-participant.ts';
import type { DealWrite } from './deal-scope.ts';
import { removeParticipant } from './remove-participant.ts';

type Input = { id: string; transaction: string; user: string };

/** As an admin of the deal's organization: as `addParticipant`. @throws {Refusal} `not_found`, `not_allowed`, `invalid` */
export async function createOrganizationParticipant(scope: DealWrite, input: Input): Promise<Participant> {
  assertIsAdmins(scope, input);
  return addParticipant(scope, { transaction_uuid: input.transaction, user_uuid: input.user });
}

/** As an admin of the deal's organization: as `removeParticipant`. @throws {Refusal} `not_found`, `not_allowed`, `invalid` */
export async function deleteOrganizationParticipant(scope: DealWrite, input: Input): Promise<undefined> {
  assertIsAdmins(scope, input);
  const rows = await listParticipants(scope.tx, scope.deal.uuid);
  const row = rows.find(({ user_uuid }) => user_uuid === input.user);
  if (!row) throw notFound('This participant');
  return removeParticipant(scope, { id: row.uuid });
}

function assertIsAdmins({ asRead: { user }, deal }: DealWrite, { id }: Input): void {
  assertOrganizationAccess('organization_admin', id, user);
  if (deal.organization !== id) throw notFound('This transaction');
}
