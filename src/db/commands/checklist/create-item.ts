import type { Place } from '../../../contract/rules/checklist/place.ts';
import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import { mutate } from '../../outbox/mutate.ts';
import { takeOff } from './delete-element.ts';
import { newElementRow, newItemRow } from './new-rows.ts';
import { insertAt, keysOfPlace, placeOnWire } from './placement.ts';

export interface CreateItemArgs extends Place {
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
    ...keysOfPlace(args),
  ],
  structural: true,
  creates: (args) => [args.uuid, args.elementUuid],
  refersTo: (args) => [args.uuid, args.elementUuid, args.parent],
  touches: (args) => [args.uuid, args.elementUuid],
  wording: { of: (args) => args.name, with: (args, name) => ({ ...args, name }) },
  apply(draft, args, stamp) {
    const { uuid, elementUuid } = args;
    if (!draft.get('items', uuid)) draft.put('items', uuid, newItemRow(args, null, stamp));
    if (!draft.get('elements', elementUuid))
      draft.put('elements', elementUuid, newElementRow(args, { item: uuid }, stamp));
    insertAt(draft, elementUuid, args);
  },
  inverse: (args, _before, stamp) =>
    takeOff({
      transaction: args.transaction,
      element: newElementRow(args, { item: args.uuid }, stamp),
      item: newItemRow(args, null, stamp),
      document: null,
      task: null,
    }),
  request(args, before) {
    const { order, parent_element } = placeOnWire(before, args);
    return requestTo('items', 'create', {
      uuid: args.uuid,
      element_uuid: args.elementUuid,
      transaction: args.transaction,
      name: args.name,
      element_order: order,
      element_parent: parent_element,
    });
  },
  refreshes: ['elements', 'items'],
  failure: 'There was a problem attempting to create the document',
};

/** Adds a document to be drafted to the checklist. */
export async function createItem(db: MirrorDatabase, args: CreateItemArgs): Promise<Step[]> {
  return mutate(db, createItemDefinition, args);
}
