import { insertElement, TOP } from '../../contract/rules/child-lists.ts';
import { requestTo, type CommandDefinition } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import { mutate } from '../mutate.ts';
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

/** Puts an instrument that is yet to be drafted at the end of the checklist. */
export async function createItem(db: MirrorDatabase, args: CreateItemArgs): Promise<void> {
  await mutate(db, createItemDefinition, args);
}
