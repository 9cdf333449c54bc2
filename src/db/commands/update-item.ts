import { requestTo, type CommandDefinition } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import { mutate } from '../mutate.ts';
import { sameFields } from './same-fields.ts';

export interface UpdateItemArgs {
  transaction: string;
  uuid: string;
  edits: { name?: string | undefined; complete?: boolean | undefined };
}

export const updateItemDefinition: CommandDefinition<UpdateItemArgs> = {
  name: 'item.update',
  lane: (args) => args.transaction,
  keys: (args) => [{ table: 'items', key: args.uuid }],
  structural: false,
  creates: () => [],
  refersTo: (args) => [args.uuid],
  touches: (args) => [args.uuid],
  edits: (args) => ({ table: 'items', key: args.uuid }),
  replaces: sameFields,
  wording: {
    of: (args) => args.edits.name,
    with: (args, name) => ({ ...args, edits: { ...args.edits, name } }),
  },
  apply(draft, args) {
    const item = draft.get('items', args.uuid);
    if (!item) return;
    const { name = item.name, complete = item.complete } = args.edits;
    draft.put('items', args.uuid, { ...item, name, complete });
  },
  request: (args) => requestTo('items', 'update', { id: args.uuid, ...args.edits }),
  refreshes: ['items'],
  failure: 'There was a problem attempting to update the document',
};

/** Changes an item's name, or checks it off. */
export async function updateItem(db: MirrorDatabase, args: UpdateItemArgs): Promise<void> {
  await mutate(db, updateItemDefinition, args);
}
