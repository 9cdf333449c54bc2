import { listKey } from '../../../src/contract/rules/checklist/child-lists.ts';
import { invalid, notFound } from '../../refusal.ts';
import { loadTree, saveLists } from '../../store/deals/checklist-tree.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';

/**
 * Puts the items' elements, siblings of one parent, into the given order, in their current positions
 * (docs/product/checklist.md, "Moving"). @throws {Refusal} `not_found`; `invalid` if they have different parents
 */
export async function reorderItems(
  scope: DealWrite,
  input: { id: string; item_list: string[] },
): Promise<undefined> {
  const tree = await loadTree(scope.tx, scope.deal.uuid);
  const byItem = new Map([...tree.elements.values()].map((element) => [element.item, element]));
  const elements = [...new Set(input.item_list)].map((item) => {
    const element = byItem.get(item);
    if (!element) throw notFound('One of these documents');
    return element;
  });
  const parent = elements[0]?.parent_element ?? null;
  if (elements.some((element) => element.parent_element !== parent)) {
    throw invalid(
      'These documents are in different places. Only documents next to each other can be reordered.',
      'item_list',
    );
  }
  const ids = elements.map((element) => element.uuid);
  const named = new Set(ids);
  let next = 0;
  const list = (tree.lists.get(listKey(parent)) ?? []).map((id) =>
    named.has(id) ? (ids[next++] ?? id) : id,
  );
  await saveLists(scope, tree, new Map([[listKey(parent), list]]), ids);
}
