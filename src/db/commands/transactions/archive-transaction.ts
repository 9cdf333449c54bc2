import { requestTo, type CommandDefinition } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate } from '../../outbox/mutate.ts';

export interface ArchiveTransactionArgs {
  uuid: string;
  /** False unarchives it. */
  archived: boolean;
}

export const archiveTransactionDefinition: CommandDefinition<ArchiveTransactionArgs> = {
  name: 'transaction.archive',
  lane: (args) => args.uuid,
  keys: (args) => [{ table: 'transactions', key: args.uuid }],
  structural: false,
  own: true,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  replaces: () => true,
  apply(draft, { uuid, archived }) {
    const deal = draft.get('transactions', uuid);
    if (deal) draft.put('transactions', uuid, { ...deal, archived });
  },
  request: ({ uuid, archived }) => requestTo('transactions', 'participantSettings', { id: uuid, archived }),
  refreshes: ['transactions'],
  failure: 'There was a problem attempting to update the transaction',
};

/** Archives a deal for the user, or undoes that. Nobody else sees a difference. */
export async function archiveTransaction(db: MirrorDatabase, args: ArchiveTransactionArgs): Promise<void> {
  await mutate(db, archiveTransactionDefinition, args);
}
