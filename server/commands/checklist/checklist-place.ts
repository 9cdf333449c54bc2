import { movedBlock, moveElements } from '../../../src/contract/rules/checklist/child-lists.ts';
import { invalid, notFound } from '../../refusal.ts';
import {
  listKey,
  saveLists,
  type ChecklistTree,
  type TreeElement,
} from '../../store/deals/checklist-tree.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/**
 * Whether elements of these kinds may lie below `parent` (docs/product/checklist.md, "Elements": only items under an item, nothing
 * under a task). @throws {Refusal} `not_found`, `invalid`
 */
export function assertMayLieUnder(
  tree: ChecklistTree,
  parent: string | null,
  elements: readonly Pick<TreeElement, 'item'>[],
): void {
  if (parent === null) return;
  const above = tree.elements.get(parent);
  if (!above) throw notFound('The place on the checklist');
  if (above.task !== null) throw invalid('A task can’t contain other items.', 'parent_element');
  if (above.item !== null && elements.some((element) => element.item === null)) {
    throw invalid('Only documents can go under a document, as its attachments.', 'parent_element');
  }
}

/** The same, without a word: whether the place is there, and can hold it. */
export function mayLieUnder(
  tree: ChecklistTree,
  parent: string,
  element: Pick<TreeElement, 'item'>,
): boolean {
  const above = tree.elements.get(parent);
  return above !== undefined && above.task === null && (above.item === null || element.item !== null);
}

type Move = { ids: readonly string[]; parent?: string | null | undefined; order?: number | undefined };

/**
 * Moves elements as one block; `parent` absent = theirs, which must be one and the same. All or nothing.
 * @throws {Refusal} `not_found` for an unknown id, `invalid` for a cycle, mixed parents or a place that cannot hold them
 */
export async function moveBlock(scope: DealWrite, tree: ChecklistTree, move: Move): Promise<void> {
  const asked = [...new Set(move.ids)];
  if (asked.some((id) => !tree.elements.has(id))) throw notFound('One of these lines of the checklist');
  const block = movedBlock(tree.lists, asked).flatMap((id) => tree.elements.get(id) ?? []);
  const parent = move.parent === undefined ? sharedParent(block) : move.parent;
  assertMayLieUnder(tree, parent, block);
  const change = moveElements(tree.lists, { ids: asked, parent: listKey(parent), order: move.order });
  if (!change.ok) throw invalid('An item can’t be moved into itself.', 'parent_element');
  await saveLists(
    scope,
    tree,
    change.lists,
    block.map((element) => element.uuid),
  );
}

function sharedParent(block: readonly TreeElement[]): string | null {
  const parent = block[0]?.parent_element ?? null;
  if (block.some((element) => element.parent_element !== parent)) {
    throw invalid('These items are in different places. Say where to move them.', 'parent_element');
  }
  return parent;
}
