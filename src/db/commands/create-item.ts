import { announceChanges, announceWork } from '../change-sets.ts';
import { insertElement, TOP } from '../../contract/rules/child-lists.ts';
import { requestTo, type CommandDefinition } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import { childListKey } from '../draft.ts';
import { foldedTables } from '../fold.ts';
import { mutateIn } from '../mutate.ts';
import { moveElementsDefinition } from './move-elements.ts';
import { newElementRow, newItemRow } from './new-item-rows.ts';

export interface CreateItemArgs {
  transaction: string;
  uuid: string;
  elementUuid: string;
  name: string;
}

export const createItemDefinition: CommandDefinition<CreateItemArgs> = {
  name: 'item.create',
  lane: (args) => args.transaction,
  keys: (args) => [
    { table: 'items', key: args.uuid },
    { table: 'elements', key: args.elementUuid },
  ],
  structural: true,
  creates: (args) => [args.uuid, args.elementUuid],
  refersTo: (args) => [args.uuid, args.elementUuid],
  touches: (args) => [args.uuid, args.elementUuid],
  wording: { of: (args) => args.name, with: (args, name) => ({ ...args, name }) },
  apply(draft, args, stamp) {
    if (!draft.get('items', args.uuid)) draft.put('items', args.uuid, newItemRow(args, null, stamp));
    if (!draft.get('elements', args.elementUuid)) {
      draft.put('elements', args.elementUuid, newElementRow({ ...args, item: args.uuid }, stamp));
    }
    draft.setLists(insertElement(draft.lists, { id: args.elementUuid, parent: TOP }));
  },
  request: (args) =>
    requestTo('items', 'create', {
      uuid: args.uuid,
      element_uuid: args.elementUuid,
      transaction: args.transaction,
      name: args.name,
    }),
  refreshes: ['elements', 'items'],
  failure: 'There was a problem attempting to create the document',
};

/**
 * Puts an instrument that is yet to be drafted at the end of the checklist or, with a place, there. The server makes it
 * at the end in either case, so that a place is a move besides; one transaction holds both, and nobody on this device sees it jump.
 */
export async function createItem(
  db: MirrorDatabase,
  args: CreateItemArgs,
  place: { parent: string; after: string | null } | null = null,
): Promise<void> {
  const { transaction, elementUuid } = args;
  const sets = await db.transaction('rw', foldedTables(db), async () => {
    const before = (await db.childLists.get(childListKey(transaction, TOP)))?.children ?? [];
    const made = await mutateIn(db, createItemDefinition, args);
    if (!place || (place.parent === TOP && place.after === (before.at(-1) ?? null))) return [made];
    return [made, await mutateIn(db, moveElementsDefinition, { transaction, ids: [elementUuid], ...place })];
  });
  announceChanges(db.userId, sets);
  announceWork(db.userId);
}
