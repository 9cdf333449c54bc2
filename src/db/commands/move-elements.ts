import {
  moveElements as moveInLists,
  placesOf,
  TOP,
  type ListsChange,
} from '../../contract/rules/child-lists.ts';
import { requestTo, type CommandDefinition } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import type { Draft } from '../draft.ts';
import { mutate } from '../mutate.ts';
import { indexAfter } from './placement.ts';

export interface MoveElementsArgs {
  transaction: string;
  ids: string[];
  /** An element's uuid, or `TOP`. */
  parent: string;
  /** The sibling that the first of them comes behind; null = first. */
  after: string | null;
}

export const moveElementsDefinition: CommandDefinition<MoveElementsArgs> = {
  name: 'element.move',
  lane: (args) => args.transaction,
  keys: (args) => (args.parent === TOP ? [] : [{ table: 'elements', key: args.parent }]),
  structural: true,
  creates: () => [],
  refersTo: (args) => [...args.ids, args.parent, ...(args.after ? [args.after] : [])],
  touches: (args) => args.ids,
  // Where it stood in between nobody sees any more.
  replaces: () => true,
  apply(draft, args) {
    // A parent that someone deleted meanwhile, or a cycle: the move is skipped, the server will say so.
    if (args.parent !== TOP && !draft.get('elements', args.parent)) return;
    const change = moved(draft, args);
    if (change.ok) draft.setLists(change.lists);
  },
  request(args, before) {
    // One that is gone would have the server refuse all of them.
    const places = placesOf(before.lists);
    const standing = args.ids.filter((id) => places.has(id));
    return requestTo('elements', 'bulkUpdate', {
      element_uuids: standing.length > 0 ? standing : args.ids,
      order: indexAfter(before.lists, args, new Set(args.ids)),
      parent_element: args.parent === TOP ? null : args.parent,
    });
  },
  refreshes: ['elements'],
  failure: 'There was a problem attempting to update the order',
};

function moved(draft: Draft, args: MoveElementsArgs): ListsChange {
  const order = indexAfter(draft.lists, args, new Set(args.ids));
  return moveInLists(draft.lists, { ids: args.ids, parent: args.parent, order });
}

/** Moves elements as one block behind a sibling, within a parent or into another. */
export async function moveElements(db: MirrorDatabase, args: MoveElementsArgs): Promise<void> {
  await mutate(db, moveElementsDefinition, args);
}
