import { v7 } from 'uuid';
import type * as z from 'zod';
import type { Element, newElementSchema } from '../../../src/contract/entities/checklist/element.ts';
import { listKey, insertElement } from '../../../src/contract/rules/checklist/child-lists.ts';
import { presentColumns } from '../../present/present-columns.ts';
import { invalid, notFound } from '../../refusal.ts';
import { loadTree, saveLists, type ChecklistTree } from '../../store/deals/checklist-tree.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { elementById } from '../../store/deals/elements.ts';
import { assertOwnRow } from '../own-row.ts';
import { assertMayLieUnder, moveBlock } from './checklist-place.ts';

type NewElement = z.output<typeof newElementSchema>;

/** Adds a header, or puts the element of an item or a task at a place (docs/product/checklist.md, "Elements"). */
export async function createElement(scope: DealWrite, input: NewElement): Promise<Element> {
  const { item = null, task = null, label = null } = input;
  const named = [item, task, label].filter((each) => each !== null).length;
  if (named > 1)
    throw invalid('An element is either a header, a document, or a task.', 'label', 'item', 'task');
  if (named === 0) throw invalid('Enter a name for the header, document, or task.', 'label', 'item', 'task');
  const existing = input.uuid === undefined ? undefined : await elementOfAnyDeal(scope, input.uuid);
  if (existing && existing.label !== null) {
    assertOwnRow(scope, existing);
    return presentColumns('elements', existing);
  }
  const tree = await loadTree(scope.tx, scope.deal.uuid);
  if (label === null) return placeElement(scope, tree, { item, task }, input);
  const uuid = input.uuid ?? v7();
  if (existing) assertOwnRow(scope, existing);
  const parent = input.parent_element ?? null;
  assertMayLieUnder(tree, parent, [{ item: null, task: null }]);
  await insertInto(scope, tree, { uuid, label, parent, order: input.order });
  return presentColumns('elements', await elementById(scope.tx, scope.deal.uuid, uuid));
}

/** Inserts the new element of a header, an item or a task into its list and shifts the later siblings. */
export async function insertInto(
  scope: DealWrite,
  tree: ChecklistTree,
  place: {
    uuid: string;
    item?: string;
    task?: string;
    label?: string;
    parent: string | null;
    order?: number | undefined;
  },
): Promise<void> {
  const { uuid, item = null, task = null, label = null, parent } = place;
  const lists = insertElement(tree.lists, { id: uuid, parent: listKey(parent), order: place.order });
  const order = lists.get(listKey(parent))?.indexOf(uuid) ?? 0;
  const row = { uuid, item, task, label, order, parent_element: parent };
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

/** An item or a task always has an element, so a create that names one places that element. */
async function placeElement(
  scope: DealWrite,
  tree: ChecklistTree,
  of: { item: string | null; task: string | null },
  input: NewElement,
): Promise<Element> {
  const element = [...tree.elements.values()].find(
    ({ item, task, label }) => label === null && item === of.item && task === of.task,
  );
  if (!element) throw notFound(of.item === null ? 'This task' : 'This document');
  if (input.uuid !== undefined && input.uuid !== element.uuid) {
    throw invalid('This is already on the checklist. Move it instead.', 'uuid');
  }
  await moveBlock(scope, tree, {
    ids: [element.uuid],
    parent: input.parent_element ?? null,
    order: input.order,
  });
  return presentColumns('elements', await elementById(scope.tx, scope.deal.uuid, element.uuid));
}

async function elementOfAnyDeal(scope: DealWrite, uuid: string) {
  return scope.tx.selectFrom('elements').selectAll().where('uuid', '=', uuid).executeTakeFirst();
}
