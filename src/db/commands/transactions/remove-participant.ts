import { requestTo, type CommandDefinition, type Stamp } from '../../outbox/command.ts';
import type { TransactionRow } from '../../rows.ts';
import { PARTICIPANTS_FAILED, PARTICIPANTS_UPDATED } from './add-participant.ts';

export interface RemoveParticipantArgs {
  transaction: string;
  uuid: string;
  /** The name shown to the user while the edit waits or after it was rejected. */
  fullName: string;
}

export const removeParticipantDefinition: CommandDefinition<RemoveParticipantArgs> = {
  name: 'participant.remove',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'transactions', key: args.transaction }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  apply(draft, { transaction, uuid }, stamp) {
    const deal = draft.get('transactions', transaction);
    if (deal) draft.put('transactions', transaction, withoutParticipant(deal, uuid, stamp));
  },
  request: (args) => requestTo('participants', 'delete', { id: args.uuid }),
  refreshes: ['transactions'],
  failure: PARTICIPANTS_FAILED,
  batchSuccess: { words: () => PARTICIPANTS_UPDATED, inPart: false },
};

/** Returns the deal with one of its participants marked as a former one. */
export function withoutParticipant(deal: TransactionRow, uuid: string, stamp: Stamp): TransactionRow {
  const gone = deal.participants.find((each) => each.uuid === uuid);
  if (!gone) return deal;
  const { madeAt, userId } = stamp;
  return {
    ...deal,
    participants: deal.participants.filter((each) => each !== gone),
    deletedParticipants: [
      ...deal.deletedParticipants,
      { ...gone, deleted: true, modifiedAt: madeAt, modifiedBy: userId },
    ],
  };
}
