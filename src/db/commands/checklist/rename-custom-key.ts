import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { Draft } from '../../outbox/draft.ts';
import { mutate, step } from '../../outbox/mutate.ts';

export interface RenameCustomKeyArgs {
  transaction: string;
  uuid: string;
  key: string;
}

export const renameCustomKeyDefinition: CommandDefinition<RenameCustomKeyArgs> = {
  name: 'custom-key.rename',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'customKeys', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  edits: (args) => ({ table: 'customKeys', key: args.uuid }),
  replaces: () => true,
  wording: { of: (args) => args.key, with: (args, key) => ({ ...args, key }) },
  apply(draft, args) {
    const row = draft.get('customKeys', args.uuid);
    if (row) draft.put('customKeys', args.uuid, { ...row, key: args.key });
  },
  inverse(args, before) {
    const key = before.get('customKeys', args.uuid)?.key ?? null;
    if (key === null) return [];
    const isLeft = (shown: Draft) => shown.get('customKeys', args.uuid)?.key === args.key;
    return [step(renameCustomKeyDefinition, { ...args, key }, isLeft)];
  },
  request: ({ uuid, key }) => requestTo('customKeys', 'update', { id: uuid, key }),
  refreshes: ['customKeys'],
  failure: 'There was a problem attempting to update the field',
};

/** Gives a field another name. */
export async function renameCustomKey(db: MirrorDatabase, args: RenameCustomKeyArgs): Promise<Step[]> {
  return mutate(db, renameCustomKeyDefinition, args);
}
