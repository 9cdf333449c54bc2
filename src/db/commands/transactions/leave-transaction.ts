import { requestTo, type CommandDefinition } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate } from '../../outbox/mutate.ts';
import { seesWithoutPart } from '../../queries/transactions/deal-rights.ts';
import { PARTICIPANTS_FAILED } from './add-participant.ts';
import { withoutParticipant } from './remove-participant.ts';

export interface LeaveTransactionArgs {
  uuid: string;
  /** Whether they still see the deal, as an admin of its organization. */
  stays: boolean;
}

export const leaveTransactionDefinition: CommandDefinition<LeaveTransactionArgs> = {
  name: 'transaction.leave',
  lane: (args) => args.uuid,
  keys: (args) => [{ table: 'transactions', key: args.uuid }],
  structural: false,
  own: true,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  apply(draft, { uuid, stays }, stamp) {
    const deal = draft.get('transactions', uuid);
    if (!deal) return;
    if (!stays) return draft.remove('transactions', uuid);
    const mine = deal.participants.find(({ userUuid }) => userUuid === stamp.userId);
    if (mine)
      draft.put('transactions', uuid, { ...withoutParticipant(deal, mine.uuid, stamp), archived: false });
  },
  request: (args) => requestTo('transactions', 'participantLeave', { id: args.uuid }),
  refreshes: ['transactions'],
  failure: PARTICIPANTS_FAILED,
};

/** Removes the user from a deal. Once the server has it, the deal is removed from this device. */
export async function leaveTransaction(db: MirrorDatabase, { uuid }: { uuid: string }): Promise<void> {
  const [user, deal] = await db.transaction('r', db.users, db.transactions, () =>
    Promise.all([db.users.get(db.userId), db.transactions.get(uuid)]),
  );
  const stays = deal !== undefined && seesWithoutPart(user, deal);
  await mutate(db, leaveTransactionDefinition, { uuid, stays });
}
