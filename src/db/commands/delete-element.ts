import { removeElement } from '../../contract/rules/child-lists.ts';
import { requestTo, type CommandDefinition } from '../command.ts';
import type { MirrorDatabase } from '../database.ts';
import { mutate } from '../mutate.ts';

export interface DeleteElementArgs {
  transaction: string;
  uuid: string;
  /** The item whose place it is; it goes too. Null where it is not an item's. */
  item: string | null;
}

export interface DeleteTaskArgs {
  transaction: string;
  /** The element's. */
  uuid: string;
  task: string;
}

type Deleted = Pick<DeleteElementArgs, 'transaction' | 'uuid'>;

const shared = {
  lane: (args: Deleted) => args.transaction,
  structural: true,
  creates: () => [],
  refersTo: (args: Deleted) => [args.uuid],
  touches: (args: Deleted) => [args.uuid],
  request: (args: Deleted) =>
    requestTo('elements', 'delete', { params: { id: args.uuid }, query: { transaction: args.transaction } }),
};

export const deleteHeaderDefinition: CommandDefinition<DeleteElementArgs> = {
  ...shared,
  name: 'header.delete',
  keys: (args) => [{ table: 'elements', key: args.uuid }],
  apply(draft, args) {
    draft.remove('elements', args.uuid);
    draft.setLists(removeElement(draft.lists, args.uuid));
  },
  refreshes: ['elements'],
  failure: 'There was a problem attempting to delete the header',
};

export const deleteItemDefinition: CommandDefinition<DeleteElementArgs> = {
  ...shared,
  name: 'item.delete',
  keys: (args) => [
    { table: 'elements', key: args.uuid },
    ...(args.item ? [{ table: 'items' as const, key: args.item }] : []),
  ],
  apply(draft, args) {
    draft.remove('elements', args.uuid);
    if (args.item) draft.remove('items', args.item);
    draft.setLists(removeElement(draft.lists, args.uuid));
  },
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
  refreshes: ['elements', 'tasks'],
  failure: 'There was a problem attempting to delete the task',
};

/** Takes an element off the checklist. Its children move up to its parent, in its place; an item or a task goes with it. */
export async function deleteElement(db: MirrorDatabase, { transaction, uuid }: Deleted): Promise<void> {
  const { item = null, task = null } = (await db.elements.get(uuid)) ?? {};
  if (task !== null) await mutate(db, deleteTaskDefinition, { transaction, uuid, task });
  else await mutate(db, item ? deleteItemDefinition : deleteHeaderDefinition, { transaction, uuid, item });
}
