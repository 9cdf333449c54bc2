import { elementKind, mayLieUnder } from '../../../../src/contract/rules/checklist/containment.ts';
import {
  insertElement,
  moveElements,
  placesOf,
  removeElement,
  TOP,
} from '../../../../src/contract/rules/checklist/child-lists.ts';
import { deleteAlong } from './model-collection.ts';
import { newItem } from './model-deal.ts';
import { throwAway } from './model-documents.ts';
import { AT_THE_END, Refusal, type DealWrite, type Place } from './model-write.ts';

export function createHeader(
  write: DealWrite,
  uuid: string,
  label: string,
  parent: string,
  order: number | undefined,
): void {
  if (write.isOwn('elements', uuid)) return;
  write.assertStands(parent);
  write.deal.elements.set(uuid, {
    uuid,
    transaction: write.deal.row.uuid,
    item: null,
    task: null,
    label,
    ...write.stamp(),
  });
  write.deal.creators.set(uuid, write.by.user);
  write.log('elements', uuid);
  write.setLists(insertElement(write.deal.lists, { id: uuid, parent, order }));
}

export function createItem(
  write: DealWrite,
  uuid: string,
  elementUuid: string,
  name: string,
  place: Place = AT_THE_END,
): void {
  if (write.isOwn('items', uuid)) return;
  write.assertStands(place.parent);
  write.assertFree(elementUuid);
  write.deal.items.set(uuid, newItem(uuid, write.deal.row.uuid, name, write.stamp()));
  write.log('items', uuid);
  write.placeNew(uuid, elementUuid, { item: uuid }, place);
}

export function createTask(
  write: DealWrite,
  uuid: string,
  elementUuid: string,
  name: string,
  place: Place,
): void {
  if (write.isOwn('tasks', uuid)) return;
  write.assertStands(place.parent);
  if (place.parent !== TOP && !mayLieUnder('task', elementKind(write.element(place.parent))))
    throw new Refusal('invalid', 'Only documents can be put below a document.');
  write.assertFree(elementUuid);
  write.deal.tasks.set(uuid, {
    uuid,
    transaction: write.deal.row.uuid,
    name,
    description: '',
    is_complete: false,
    completed_at: null,
    completed_by: null,
    assignee: null,
    due_date: null,
    created_at: write.by.at,
    ...write.stamp(),
  });
  write.log('tasks', uuid);
  write.placeNew(uuid, elementUuid, { task: uuid }, place);
}

export function rename(write: DealWrite, uuid: string, label: string): void {
  const element = write.element(uuid);
  if (element.label === null)
    throw new Refusal('invalid', 'Only a header has its own name. Rename the document instead.');
  if (element.label === label) return;
  write.assertUnchanged(uuid, ['label'], element);
  write.deal.elements.set(uuid, { ...element, label, ...write.stamp() });
  write.log('elements', uuid, ['label']);
}

export function move(write: DealWrite, ids: string[], parent: string, order: number | undefined): void {
  for (const id of ids) write.element(id);
  write.assertStands(parent);
  const moved = moveElements(write.deal.lists, { ids, parent, order });
  if (!moved.ok) throw new Refusal('invalid', 'An element cannot be moved below itself.');
  write.setLists(moved.lists);
}

export function remove(write: DealWrite, uuid: string): void {
  // A repeated deletion succeeds.
  if (!write.deal.elements.has(uuid) && write.deal.bin.has(uuid)) return;
  const element = write.element(uuid);
  const { item, task } = element;
  const { parent, index: order } = placesOf(write.deal.lists).get(uuid) ?? { parent: TOP, index: 0 };
  write.deal.bin.set(uuid, {
    element,
    item: (item !== null && write.deal.items.get(item)) || null,
    task: (task !== null && write.deal.tasks.get(task)) || null,
    parent,
    order,
    version: write.version,
  });
  write.setLists(removeElement(write.deal.lists, uuid));
  write.deal.lists.delete(uuid);
  write.deal.elements.delete(uuid);
  write.log('elements', uuid, [], true);
  for (const [table, of] of [['items', item] as const, ['tasks', task] as const]) {
    if (of === null) continue;
    write.deal[table].delete(of);
    write.log(table, of, [], true);
  }
  // An item is deleted with all of its files and signature pages.
  for (const document of write.deal.documents.values())
    if (item !== null && document.item_id === item) throwAway(write, document);
  if (item !== null) deleteAlong(write, 'items', item);
}
