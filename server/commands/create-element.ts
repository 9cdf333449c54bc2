import { v7 } from 'uuid';
import type * as z from 'zod';
import type { Element, newElementSchema } from '../../src/contract/entities/element.ts';
import { insertElement } from '../../src/contract/rules/child-lists.ts';
import { presentElement } from '../present/present-element.ts';
import { invalid, notFound } from '../refusal.ts';
import { listKey, loadTree, saveLists, type ChecklistTree } from '../store/checklist-tree.ts';
import { elementById } from '../store/elements.ts';
import { assertMayLieUnder, moveBlock } from './checklist-place.ts';
import type { DealWrite } from './deal-scope.ts';
import { assertOwnRow } from './own-row.ts';

type NewElement = z.output<typeof newElementSchema>;

/** Adds a header, or puts an item's element at a place (domain "Checklist tree"). */
export async function createElement(scope: DealWrite, input: NewElement): Promise<Element> {
  const { item, label } = input;
  if (item != null && label != null)
    throw invalid('An element is a header or a document, not both.', 'label', 'item');
  if (item == null && label == null)
    throw invalid('Give a header a name, or name the document.', 'label', 'item');
  const existing = input.uuid === undefined ? undefined : await elementOfAnyDeal(scope, input.uuid);
  if (existing && existing.item === null) {
    assertOwnRow(scope, existing);
    return presentElement(existing);
  }
  const tree = await loadTree(scope.tx, scope.deal.uuid);
  if (item != null) return placeItem(scope, tree, item, input);
  const uuid = input.uuid ?? v7();
  if (existing) assertOwnRow(scope, existing);
  const parent = input.parent_element ?? null;
  assertMayLieUnder(tree, parent, [{ item: null }]);
  await insertInto(scope, tree, { uuid, label: label ?? null, item: null, parent, order: input.order });
  return presentElement(await elementById(scope.tx, scope.deal.uuid, uuid));
}

/** Inserts a new element into its list and shifts the later siblings. */
export async function insertInto(
  scope: DealWrite,
  tree: ChecklistTree,
  place: {
    uuid: string;
    item: string | null;
    label: string | null;
    parent: string | null;
    order?: number | undefined;
  },
): Promise<void> {
  const { uuid, item, label, parent } = place;
  const lists = insertElement(tree.lists, { id: uuid, parent: listKey(parent), order: place.order });
  const order = lists.get(listKey(parent))?.indexOf(uuid) ?? 0;
  const row = { uuid, item, task: null, label, order, parent_element: parent };
  await scope.tx
    .insertInto('elements')
    .values({ ...row, transaction: scope.deal.uuid, ...scope.birth })
    .execute();
  scope.put('elements', uuid, { ...(label !== null && { name: label }) });
  scope.put('child_lists', parent ?? scope.deal.uuid);
  tree.elements.set(uuid, row);
  await saveLists(scope, tree, lists);
  for (const [key, list] of lists) tree.lists.set(key, list);
}

/** An item has its element from birth: naming it in a create says where it goes. */
async function placeItem(
  scope: DealWrite,
  tree: ChecklistTree,
  item: string,
  input: NewElement,
): Promise<Element> {
  const element = [...tree.elements.values()].find((candidate) => candidate.item === item);
  if (!element) throw notFound('This document');
  if (input.uuid !== undefined && input.uuid !== element.uuid) {
    throw invalid('This document has its place on the checklist already. Move it instead.', 'uuid');
  }
  await moveBlock(scope, tree, {
    ids: [element.uuid],
    parent: input.parent_element ?? null,
    order: input.order,
  });
  return presentElement(await elementById(scope.tx, scope.deal.uuid, element.uuid));
}

async function elementOfAnyDeal(scope: DealWrite, uuid: string) {
  return scope.tx.selectFrom('elements').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}
