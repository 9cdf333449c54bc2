import type { Place } from '../../../contract/rules/checklist/place.ts';
import { placesIn, removeElement, type ChildLists } from '../../../contract/rules/checklist/child-lists.ts';
import { requestTo, type CommandDefinition, type Step } from '../../outbox/command.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { Draft, RowKey } from '../../outbox/draft.ts';
import { runSteps, step } from '../../outbox/mutate.ts';
import type { DocumentRow, ElementRow, ItemRow, TaskRow } from '../../rows.ts';
import { stillHas } from '../collections/edits.ts';
import { lieUnder, moveElementsDefinition } from './move-elements.ts';
import { insertAt, keysOfPlace } from './placement.ts';

export interface DeleteItemArgs {
  transaction: string;
  /** The element. */
  uuid: string;
  /** The item that it contains, which is deleted with it. */
  item: string;
  /** The item's current document, which is deleted with the item. */
  document: string | null;
}

export interface DeleteTaskArgs {
  transaction: string;
  /** The element. */
  uuid: string;
  task: string;
}

/** The deleted rows as they were. They are restored with their ids. */
export interface RestoreElementArgs extends Place {
  transaction: string;
  element: ElementRow;
  item: ItemRow | null;
  document: DocumentRow | null;
  task: TaskRow | null;
}

type Deleted = Pick<DeleteItemArgs, 'transaction' | 'uuid'>;

const shared = {
  lane: (args: Deleted) => args.transaction,
  structural: true,
  creates: () => [],
  refersTo: (args: Deleted) => [args.uuid],
  touches: (args: Deleted) => [args.uuid],
  request: (args: Deleted) =>
    requestTo('elements', 'delete', { params: { id: args.uuid }, query: { transaction: args.transaction } }),
};

export const deleteHeaderDefinition: CommandDefinition<Deleted> = {
  ...shared,
  name: 'header.delete',
  keys: (args) => [{ table: 'elements', key: args.uuid }],
  apply(draft, args) {
    draft.remove('elements', args.uuid);
    draft.setLists(removeElement(draft.lists, args.uuid));
  },
  inverse: (args, before) => putBack(before, args, { item: null, document: null, task: null }),
  refreshes: ['elements'],
  failure: 'There was a problem attempting to delete the header',
};

export const deleteItemDefinition: CommandDefinition<DeleteItemArgs> = {
  ...shared,
  name: 'item.delete',
  keys: (args) => [
    { table: 'elements', key: args.uuid },
    { table: 'items', key: args.item },
    ...keysOf('documents', args.document),
  ],
  apply(draft, args) {
    draft.remove('elements', args.uuid);
    draft.remove('items', args.item);
    if (args.document) draft.remove('documents', args.document);
    draft.setLists(removeElement(draft.lists, args.uuid));
  },
  inverse: (args, before) =>
    putBack(before, args, {
      item: before.get('items', args.item),
      document: args.document === null ? null : before.get('documents', args.document),
      task: null,
    }),
  refreshes: ['elements', 'items', 'documents'],
  failure: 'There was a problem deleting the document',
};

export const deleteTaskDefinition: CommandDefinition<DeleteTaskArgs> = {
  ...shared,
  name: 'task.delete',
  keys: (args) => [
    { table: 'elements', key: args.uuid },
    { table: 'tasks', key: args.task },
  ],
  apply(draft, args) {
    draft.remove('elements', args.uuid);
    draft.remove('tasks', args.task);
    draft.setLists(removeElement(draft.lists, args.uuid));
  },
  inverse: (args, before) =>
    putBack(before, args, { item: null, document: null, task: before.get('tasks', args.task) }),
  refreshes: ['elements', 'tasks'],
  failure: 'There was a problem attempting to delete the task',
};

export const restoreElementDefinition: CommandDefinition<RestoreElementArgs> = {
  name: 'element.restore',
  lane: (args) => args.transaction,
  keys: (args) => [
    { table: 'elements', key: args.element.uuid },
    ...keysOf('items', args.item?.uuid),
    ...keysOf('documents', args.document?.uuid),
    ...keysOf('tasks', args.task?.uuid),
    ...keysOfPlace(args),
  ],
  structural: true,
  creates: () => [],
  refersTo: (args) => [args.element.uuid],
  touches: (args) => [args.element.uuid],
  apply(draft, args) {
    const { element, item, document, task } = args;
    // Each separately, because some of the restored rows' lists may already have arrived, and others not.
    if (!draft.get('elements', element.uuid)) draft.put('elements', element.uuid, element);
    if (item && !draft.get('items', item.uuid)) draft.put('items', item.uuid, item);
    if (document && !draft.get('documents', document.uuid)) draft.put('documents', document.uuid, document);
    if (task && !draft.get('tasks', task.uuid)) draft.put('tasks', task.uuid, task);
    insertAt(draft, element.uuid, args);
  },
  inverse: (args) => takeOff(args),
  request: (args) =>
    requestTo('transactions', 'restore', { id: args.transaction, kind: 'element', uuid: args.element.uuid }),
  refreshes: ['elements', 'items', 'documents', 'tasks'],
  failure: ({ item, task }) =>
    `There was a problem attempting to restore the ${item ? 'document' : task ? 'task' : 'header'}`,
};

function keysOf<Table extends RowKey['table']>(
  table: Table,
  key: string | null | undefined,
): { table: Table; key: string }[] {
  return key === null || key === undefined ? [] : [{ table, key }];
}

/** Puts the element back in its place, and the rows that had moved up back below it. */
function putBack(
  before: Draft,
  { transaction, uuid }: Deleted,
  rows: Pick<RestoreElementArgs, 'item' | 'document' | 'task'>,
): Step[] {
  const element = before.get('elements', uuid);
  const place = placeOf(before.lists, uuid);
  if (!element || !place) return [];
  const children = before.lists.get(uuid) ?? [];
  const isGone = (shown: Draft) => shown.get('elements', uuid) === null;
  const inside = { transaction, ids: [...children], parent: uuid, after: null };
  return [
    step(restoreElementDefinition, { transaction, element, ...rows, ...place }, isGone),
    ...(children.length > 0
      ? [step(moveElementsDefinition, inside, ({ lists }) => lieUnder(lists, children, place.parent))]
      : []),
  ];
}

function placeOf(lists: ChildLists, uuid: string): Place | null {
  const place = placesIn(lists).get(uuid);
  return place ? { parent: place.parent, after: lists.get(place.parent)?.[place.index - 1] ?? null } : null;
}

/** An element with its content. */
type Standing = Pick<RestoreElementArgs, 'element' | 'item' | 'document' | 'task'>;

/** The deletion of an element with its content. */
function deleteStep(
  { transaction, uuid }: Deleted,
  { item, document, task }: { item: string | null; document: string | null; task: string | null },
  stands?: (shown: Draft) => boolean,
): Step {
  if (task !== null) return step(deleteTaskDefinition, { transaction, uuid, task }, stands);
  if (item !== null) return step(deleteItemDefinition, { transaction, uuid, item, document }, stands);
  return step(deleteHeaderDefinition, { transaction, uuid }, stands);
}

/** Undoes adding an element to the checklist. If others have changed it since, their work would be lost, so it stays. */
export function takeOff({ transaction, element, item, document, task }: Standing & Deletable): Step[] {
  const ids = {
    item: item?.uuid ?? null,
    document: document?.uuid ?? null,
    task: task?.uuid ?? null,
  };
  const isAsLeft = (shown: Draft) =>
    stillHas(shown.get('elements', element.uuid), pick(element, ['label', 'item', 'task'])) &&
    (!item || stillHas(shown.get('items', item.uuid), pick(item, ITEM_CONTENT))) &&
    (!task || stillHas(shown.get('tasks', task.uuid), pick(task, TASK_CONTENT)));
  return [deleteStep({ transaction, uuid: element.uuid }, ids, isAsLeft)];
}

type Deletable = Pick<Deleted, 'transaction'>;

/** The texts that users write, and their actions on them. */
const ITEM_CONTENT = ['name', 'description', 'complete', 'document'] as const;
const TASK_CONTENT = ['name', 'description', 'isComplete', 'assignee', 'dueDate'] as const;

function pick<Row extends object>(row: Row, fields: readonly (keyof Row & string)[]): object {
  return Object.fromEntries(fields.map((field) => [field, row[field]]));
}

/**
 * Deletes elements from the checklist, as one act. The children of each move up to its parent, in its place. An item is
 * deleted with its file, and an element's task with the element. Elements that are already gone are left out.
 */
export async function deleteElements(
  db: MirrorDatabase,
  { transaction, uuids }: { transaction: string; uuids: readonly string[] },
): Promise<Step[]> {
  const elements = (await db.elements.bulkGet([...uuids])).filter((element) => element !== undefined);
  const items = await db.items.bulkGet(elements.flatMap(({ item }) => item ?? []));
  const documents = new Map(items.map((item) => [item?.uuid, item?.document ?? null]));
  const steps = elements.map(({ uuid, item, task }) =>
    deleteStep({ transaction, uuid }, { item, task, document: (item && documents.get(item)) ?? null }),
  );
  return runSteps(db, steps);
}
