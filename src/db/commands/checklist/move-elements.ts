import {
  parentElement,
  moveElements as moveInLists,
  movedBlock,
  placesIn,
  TOP,
  type ChildLists,
  type ListsChange,
} from '../../../contract/rules/checklist/child-lists.ts';
import { indexOfPlace, type Place } from '../../../contract/rules/checklist/place.ts';
import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { Draft } from '../../outbox/draft.ts';
import { mutate, step } from '../../outbox/mutate.ts';
import { keysOfPlace } from './placement.ts';

export interface MoveElementsArgs extends Place {
  transaction: string;
  ids: string[];
  /** The sibling that the first of them comes after; null = first. A move names it even at the end of a list. */
  after: string | null;
}

export const moveElementsDefinition: CommandDefinition<MoveElementsArgs> = {
  name: 'element.move',
  lane: (args) => args.transaction,
  keys: keysOfPlace,
  structural: true,
  creates: () => [],
  refersTo: (args) => [...args.ids, args.parent, ...(args.after ? [args.after] : [])],
  touches: (args) => args.ids,
  // Nobody sees its intermediate position.
  replaces: () => true,
  apply(draft, args) {
    // Its parent was deleted in the meantime, or this would be a cycle. The move is skipped, and the server will report it.
    if (args.parent !== TOP && !draft.get('elements', args.parent)) return;
    const change = moved(draft, args);
    if (change.ok) draft.setLists(change.lists);
  },
  inverse: (args, before) => movesBack(args, before),
  request(args, before) {
    // If one of them is deleted, the server would refuse the whole move.
    const places = placesIn(before.lists);
    const standing = args.ids.filter((id) => places.has(id));
    return requestTo('elements', 'bulkUpdate', {
      element_uuids: standing.length > 0 ? standing : args.ids,
      order: indexOfPlace(before.lists, args, new Set(args.ids)),
      parent_element: parentElement(args.parent),
    });
  },
  refreshes: ['elements'],
  failure: 'There was a problem attempting to update the order',
};

function moved(draft: Draft, args: MoveElementsArgs): ListsChange {
  const order = indexOfPlace(draft.lists, args, new Set(args.ids));
  return moveInLists(draft.lists, { ids: args.ids, parent: args.parent, order });
}

/**
 * Returns one move for each group of moved elements that were neighbors before, from top to bottom, because later ones depend
 * on earlier ones.
 */
function movesBack({ transaction, ids, parent: leftIn }: MoveElementsArgs, before: Draft): Step[] {
  const places = placesIn(before.lists);
  const moved = new Set(movedBlock(before.lists, ids));
  const steps: Step[] = [];
  for (const parent of new Set([...moved].map((id) => places.get(id)?.parent ?? TOP))) {
    const list = before.lists.get(parent) ?? [];
    const isFirst = (id: string, index: number) => moved.has(id) && !moved.has(list[index - 1] ?? '');
    list.forEach((id, index) => {
      if (!isFirst(id, index)) return;
      const rest = list.slice(index);
      const end = rest.findIndex((sibling) => !moved.has(sibling));
      const run = end < 0 ? rest : rest.slice(0, end);
      const args = { transaction, ids: run, parent, after: list[index - 1] ?? null };
      steps.push(step(moveElementsDefinition, args, (shown) => canMoveBack(shown, args, leftIn)));
    });
  }
  return steps;
}

/** Returns whether the elements are still where the move left them, and their old place still exists. */
function canMoveBack({ lists }: Draft, { ids, parent }: MoveElementsArgs, leftIn: string): boolean {
  return (parent === TOP || placesIn(lists).has(parent)) && lieUnder(lists, ids, leftIn);
}

/** Returns whether all of these are directly under a parent. */
export function lieUnder(lists: ChildLists, ids: readonly string[], parent: string): boolean {
  const children = new Set(lists.get(parent));
  return ids.every((id) => children.has(id));
}

/** Moves elements as one block after a sibling, within a parent or into another. */
export async function moveElements(db: MirrorDatabase, args: MoveElementsArgs): Promise<Step[]> {
  return mutate(db, moveElementsDefinition, args);
}
