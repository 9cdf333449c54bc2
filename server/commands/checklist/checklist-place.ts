import { elementKind, mayLieUnder } from '../../../src/contract/rules/checklist/containment.ts';
import { listKey, movedBlock, moveElements } from '../../../src/contract/rules/checklist/child-lists.ts';
import { invalid, notFound } from '../../refusal.ts';
import { saveLists, type ChecklistTree, type TreeElement } from '../../store/deals/checklist-tree.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

type Placed = Pick<TreeElement, 'item' | 'task'>;

/** Checks that elements may be put below `parent`. @throws {Refusal} `not_found`, `invalid` */
export function assertMayLieUnder(
  tree: ChecklistTree,
  parent: string | null,
  elements: readonly Placed[],
): void {
  if (parent === null) return;
  if (!tree.elements.has(parent)) throw notFound('The place on the checklist');
  if (elements.every((element) => mayBePlacedIn(tree, parent, element))) return;
  const isTask = tree.elements.get(parent)?.task !== null;
  throw invalid(
    isTask
      ? 'A task can’t contain other items.'
      : 'Only documents can go under a document, as its attachments.',
    'parent_element',
  );
}

/** Returns whether `parent` exists and the element may be below it. */
export function mayBePlacedIn(tree: ChecklistTree, parent: string, element: Placed): boolean {
  const above = tree.elements.get(parent);
  return above !== undefined && mayLieUnder(elementKind(element), elementKind(above));
}

type Move = { ids: readonly string[]; parent?: string | null | undefined; order?: number | undefined };

/**
 * Moves elements as one block; if `parent` is absent, it is their common parent. All or nothing.
 * @throws {Refusal} `not_found` for an unknown id, `invalid` for a cycle, different parents or a place that cannot
 * contain them
 */
export async function moveBlock(scope: DealWrite, tree: ChecklistTree, move: Move): Promise<void> {
  const asked = [...new Set(move.ids)];
  if (asked.some((id) => !tree.elements.has(id))) throw notFound('One of these checklist items');
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
    throw invalid('These items are in different places. Choose where to move them.', 'parent_element');
  }
  return parent;
}
