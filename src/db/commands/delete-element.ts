import { removeElement } from '../../contract/rules/child-lists.ts';
import { requestTo, type CommandDefinition } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import { mutate } from '../mutate.ts';

export interface DeleteElementArgs {
  transaction: string;
  uuid: string;
  /** The item whose place it is; it goes too. Null for a header. */
  item: string | null;
}

const shared = {
  lane: (args: DeleteElementArgs) => args.transaction,
  structural: true,
  creates: () => [],
  refersTo: (args: DeleteElementArgs) => [args.uuid],
  touches: (args: DeleteElementArgs) => [args.uuid],
  request: (args: DeleteElementArgs) =>
    requestTo('elements', 'delete', { params: { id: args.uuid }, query: { transaction: args.transaction } }),
};

export const deleteHeaderDefinition: CommandDefinition<DeleteElementArgs> = {
  ...shared,
  name: 'header.delete',
  keys: (args) => [{ table: 'elements', key: args.uuid }],
  apply(draft, args) {
    draft.remove('elements', args.uuid);
    draft.setLists(removeElement(draft.lists, args.uuid));
  },
  refreshes: ['elements'],
  failure: 'There was a problem attempting to delete the header',
};

export const deleteItemDefinition: CommandDefinition<DeleteElementArgs> = {
  ...shared,
  name: 'item.delete',
  keys: (args) => [
    { table: 'elements', key: args.uuid },
    ...(args.item ? [{ table: 'items' as const, key: args.item }] : []),
  ],
  apply(draft, args) {
    draft.remove('elements', args.uuid);
    if (args.item) draft.remove('items', args.item);
    draft.setLists(removeElement(draft.lists, args.uuid));
  },
  refreshes: ['elements', 'items', 'documents'],
  failure: 'There was a problem deleting the document',
};

/** Takes an element off the checklist. Its children move up to its parent, in its place; an item goes with it. */
export async function deleteElement(
  db: MirrorDatabase,
  { transaction, uuid }: Pick<DeleteElementArgs, 'transaction' | 'uuid'>,
): Promise<void> {
  const item = (await db.elements.get(uuid))?.item ?? null;
  await mutate(db, item ? deleteItemDefinition : deleteHeaderDefinition, { transaction, uuid, item });
}
