import { assertOwnsDeal } from '../../policies/deal-access.ts';
import { invalid, Refusal } from '../../refusal.ts';
import { withdrawOf } from '../../store/account/invitations.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import {
  listParticipants,
  participantAmong,
  type ParticipantWithUser,
} from '../../store/deals/participants.ts';

/**
 * Takes somebody off a deal; they stay known as one who was on it. Oneself anyone may (docs/product/people-and-access.md, "Who sees a transaction").
 * @throws {Refusal} `not_allowed` of others, but for the deal's creator and the admins of its organization; `invalid` of
 * the last one
 */
export async function removeParticipant(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  const rows = await listParticipants(scope.tx, scope.deal.uuid);
  const row = participantAmong(rows, id);
  if (scope.user && row.user_uuid !== scope.actor) assertOwnsDeal(scope.deal, scope.user);
  // Two people may have taken off the same one.
  if (!row.deleted) await takeOff(scope, rows, row);
}

/**
 * Takes oneself off a deal.
 * @throws {Refusal} `not_allowed` where one is not on it, and sees it as an admin; `invalid` of the last one
 */
export async function leaveTransaction(scope: DealWrite): Promise<undefined> {
  const rows = await listParticipants(scope.tx, scope.deal.uuid);
  const row = rows.find(({ user_uuid, deleted }) => user_uuid === scope.actor && !deleted);
  if (!row) throw notOnIt();
  await takeOff(scope, rows, row);
}

/** The actor works on the deal not as a participant but sees it as an admin. */
export function notOnIt(): Refusal {
  return new Refusal(
    'not_allowed',
    'You see this transaction as an administrator, so there is nothing to leave.',
  );
}

async function takeOff(
  scope: DealWrite,
  rows: readonly ParticipantWithUser[],
  { uuid, user_uuid: user, email, full_name: name }: ParticipantWithUser,
): Promise<void> {
  if (rows.filter(({ deleted }) => !deleted).length < 2) {
    throw invalid(
      'A transaction needs at least one participant. Add someone else first, or delete the transaction.',
    );
  }
  await scope.tx
    .updateTable('participants')
    .set({ deleted: true, ...scope.stamp })
    .where('uuid', '=', uuid)
    .execute();
  scope.remove('participants', uuid, { name });
  scope.record('participant.removed', { subject: user });
  const whose = { deal: scope.deal.uuid, user, email, sent: user !== scope.actor };
  if (await withdrawOf(scope.tx, whose, scope.now))
    scope.put('transactions', scope.deal.uuid, { fields: ['transaction_invitations'] });
}
