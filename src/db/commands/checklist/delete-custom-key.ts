import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { Draft } from '../../outbox/draft.ts';
import { mutate, step } from '../../outbox/mutate.ts';
import type { CustomKeyRow } from '../../rows.ts';

export interface DeleteCustomKeyArgs {
  transaction: string;
  uuid: string;
}

/** A field that was deleted, as it stood. */
export interface RestoreCustomKeyArgs {
  transaction: string;
  row: CustomKeyRow;
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
  inverse(args, before) {
    const row = before.get('customKeys', args.uuid);
    return row ? [step(restoreCustomKeyDefinition, { transaction: args.transaction, row })] : [];
  },
  request: (args) => requestTo('customKeys', 'delete', { id: args.uuid }),
  refreshes: ['customKeys'],
  failure: 'There was a problem attempting to delete the field',
};

export const restoreCustomKeyDefinition: CommandDefinition<RestoreCustomKeyArgs> = {
  name: 'custom-key.restore',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'customKeys', key: args.row.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.row.uuid],
  touches: (args) => [args.row.uuid],
  apply(draft, { row }) {
    if (!draft.get('customKeys', row.uuid)) draft.put('customKeys', row.uuid, row);
  },
  inverse: ({ transaction, row }) => removeField({ transaction, uuid: row.uuid, key: row.key }),
  request: ({ transaction, row }) =>
    requestTo('transactions', 'restore', { id: transaction, kind: 'custom_key', uuid: row.uuid }),
  refreshes: ['customKeys'],
  failure: 'There was a problem attempting to restore the field',
};

/** What takes back that a field was added. */
export function removeField({ key, ...args }: DeleteCustomKeyArgs & { key: string }): Step[] {
  const stands = (shown: Draft) => shown.get('customKeys', args.uuid)?.key === key;
  return [step(deleteCustomKeyDefinition, args, stands)];
}

/** Takes a field off the deal. */
export async function deleteCustomKey(db: MirrorDatabase, args: DeleteCustomKeyArgs): Promise<Step[]> {
  return mutate(db, deleteCustomKeyDefinition, args);
}
