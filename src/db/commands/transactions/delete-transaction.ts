import { requestTo, type CommandDefinition } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate } from '../../outbox/mutate.ts';

export interface DeleteTransactionArgs {
  uuid: string;
}

export const deleteTransactionDefinition: CommandDefinition<DeleteTransactionArgs> = {
  name: 'transaction.delete',
  lane: (args) => args.uuid,
  keys: (args) => [{ table: 'transactions', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  apply: (draft, args) => draft.remove('transactions', args.uuid),
  request: (args) => requestTo('transactions', 'delete', { id: args.uuid }),
  refreshes: ['transactions'],
  failure: 'There was a problem attempting to delete the transaction',
};

/** Deletes a deal for everyone. */
export async function deleteTransaction(db: MirrorDatabase, args: DeleteTransactionArgs): Promise<void> {
  await mutate(db, deleteTransactionDefinition, args);
}
