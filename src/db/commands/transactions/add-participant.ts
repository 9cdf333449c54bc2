import { requestTo, type CommandDefinition } from '../../outbox/command.ts';
import { fieldIn, instead } from '../../outbox/given-ids.ts';
import { newParticipantRow } from '../checklist/new-rows.ts';

/** The toasts of docs/product/people-and-access.md, "Adding and removing participants". */
export const PARTICIPANTS_UPDATED = 'Participants successfully updated';
export const PARTICIPANTS_FAILED = 'Something went wrong attempting to update participants';

export interface AddParticipantArgs {
  transaction: string;
  /** The participant's id; a former participant keeps the same one. */
  uuid: string;
  user: string;
  fullName: string;
  email: string;
}

export const addParticipantDefinition: CommandDefinition<AddParticipantArgs> = {
  name: 'participant.add',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'transactions', key: args.transaction }],
  structural: false,
  creates: (args) => [args.uuid],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  apply(draft, args, stamp) {
    const { transaction, user } = args;
    const deal = draft.get('transactions', transaction);
    if (!deal || deal.participants.some(({ userUuid }) => userUuid === user)) return;
    const before = deal.deletedParticipants.find(({ userUuid }) => userUuid === user);
    const back = before ? { ...before, deleted: false } : newParticipantRow(args, stamp);
    draft.put('transactions', transaction, {
      ...deal,
      participants: [...deal.participants, back],
      deletedParticipants: deal.deletedParticipants.filter((each) => each !== before),
    });
  },
  request: ({ transaction, uuid, user }) =>
    requestTo('participants', 'create', { uuid, transaction_uuid: transaction, user_uuid: user }),
  refreshes: ['transactions'],
  failure: PARTICIPANTS_FAILED,
  batchSuccess: { words: () => PARTICIPANTS_UPDATED, inPart: false },
  // A person that somebody else has added in the meantime, or a former participant, already has an id.
  remaps: ({ uuid }, answer) => new Map(instead(uuid, fieldIn(answer, 'uuid'))),
};
