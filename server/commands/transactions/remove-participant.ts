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
 * Removes somebody from a deal, who is still listed as a former participant. Anyone can remove themselves
 * (docs/product/people-and-access.md, "Who sees a transaction").
 * @throws {Refusal} `not_allowed` for removing others, except as the deal's creator or an admin of its organization;
 * `invalid` for the last one
 */
export async function removeParticipant(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  const rows = await listParticipants(scope.tx, scope.deal.uuid);
  const row = participantAmong(rows, id);
  if (scope.user && row.user_uuid !== scope.actor) assertOwnsDeal(scope.deal, scope.user);
  // Two people may have removed the same person.
  if (!row.deleted) await takeOff(scope, rows, row);
}

/**
 * Removes the user from a deal.
 * @throws {Refusal} `not_allowed` if they are not a participant, but see it as an admin; `invalid` for the last participant
 */
export async function leaveTransaction(scope: DealWrite): Promise<undefined> {
  const rows = await listParticipants(scope.tx, scope.deal.uuid);
  const row = rows.find(({ user_uuid, deleted }) => user_uuid === scope.actor && !deleted);
  if (!row) throw notOnIt();
  await takeOff(scope, rows, row);
}

/** The refusal if the actor is not a participant, but sees the deal as an admin. */
export function notOnIt(): Refusal {
  return new Refusal(
    'not_allowed',
    'You aren’t a participant in this transaction, so you can’t leave it. You see it as an administrator.',
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
