import { requestTo, type CommandDefinition } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import { mutate } from '../mutate.ts';

export interface DeleteCustomKeyArgs {
  transaction: string;
  uuid: string;
}

export const deleteCustomKeyDefinition: CommandDefinition<DeleteCustomKeyArgs> = {
  name: 'custom-key.delete',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'customKeys', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  apply: (draft, args) => draft.remove('customKeys', args.uuid),
  request: (args) => requestTo('customKeys', 'delete', { id: args.uuid }),
  refreshes: ['customKeys'],
  failure: 'There was a problem attempting to delete the field',
};

/** Takes a field off the deal. */
export async function deleteCustomKey(db: MirrorDatabase, args: DeleteCustomKeyArgs): Promise<void> {
  await mutate(db, deleteCustomKeyDefinition, args);
}
