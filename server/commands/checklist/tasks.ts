import { v7 } from 'uuid';
import type * as z from 'zod';
import { taskCollection } from '../../../src/contract/collections/tasks.ts';
import type { newTaskSchema, Task, TaskEdits } from '../../../src/contract/entities/checklist/task.ts';
import { readRow } from '../../present/read-rows.ts';
import { invalid } from '../../refusal.ts';
import { loadTree, type ChecklistTree } from '../../store/deals/checklist-tree.ts';
import { findRow, insertRow, rowOf } from '../../store/deals/collection-rows.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { elementOfTask } from '../../store/deals/elements.ts';
import { assertElementIsFree, assertOwnRow } from '../own-row.ts';
import { updateRow } from '../standard/update-row.ts';
import { assertMayLieUnder } from './checklist-place.ts';
import { insertInto } from './create-element.ts';
import { removeFromChecklist } from './delete-element.ts';

type NewTask = z.output<typeof newTaskSchema>;

/** Adds a task with its element, at its place or at the end of the top level. */
export async function createTask(scope: DealWrite, input: NewTask): Promise<Task> {
  const { tx, deal } = scope;
  const existing = input.uuid === undefined ? undefined : await findRow(tx, 'tasks', input.uuid);
  if (existing) {
    assertOwnRow(scope, existing);
    return readRow(tx, 'tasks', deal.uuid, existing.uuid);
  }
  await assertTakesPart(scope, input.assignee);
  return readRow(tx, 'tasks', deal.uuid, await insertTask(scope, await loadTree(tx, deal.uuid), input));
}

/** Inserts a task and its element. @throws {Refusal} `uuid_taken` if the id of the element belongs to another row */
export async function insertTask(
  scope: DealWrite,
  tree: ChecklistTree,
  input: Omit<NewTask, 'transaction'>,
): Promise<string> {
  const {
    uuid = v7(),
    element_uuid: element = v7(),
    element_parent: parent = null,
    element_order: order,
  } = input;
  assertMayLieUnder(tree, parent, [{ item: null, task: uuid }]);
  await assertElementIsFree(scope, element);
  await insertRow(scope.tx, 'tasks', {
    uuid,
    transaction: scope.deal.uuid,
    name: input.name,
    description: input.description ?? '',
    ...completion(scope, input.is_complete ?? false),
    assignee: input.assignee ?? null,
    due_date: input.due_date ?? null,
    ...scope.birth,
  });
  scope.put('tasks', uuid, { name: input.name });
  await insertInto(scope, tree, { uuid: element, task: uuid, parent, order });
  return uuid;
}

export const updateTask = updateRow(
  taskCollection,
  async ({ edits, fields }: { edits: TaskEdits & { id: string }; fields: readonly string[] }, scope) => {
    if (fields.includes('assignee')) await assertTakesPart(scope, edits.assignee);
    return fields.includes('is_complete') ? completion(scope, edits.is_complete ?? false) : {};
  },
);

/** Deletes a task with its element. */
export async function deleteTask(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  const task = await rowOf(scope.tx, taskCollection, scope.deal.uuid, id);
  await removeFromChecklist(scope, await elementOfTask(scope.tx, task.uuid));
}

/** Whether a task is done, who completed it and when. */
function completion(scope: DealWrite, isComplete: boolean) {
  return {
    is_complete: isComplete,
    completed_at: isComplete ? scope.now : null,
    completed_by: isComplete ? scope.actor : null,
  };
}

/** A task can only be assigned to a participant of the deal. @throws {Refusal} `invalid` */
async function assertTakesPart(scope: DealWrite, assignee: string | null | undefined): Promise<void> {
  if (assignee == null) return;
  const participant = await scope.tx
    .selectFrom('participants')
    .select('uuid')
    .where('transaction', '=', scope.deal.uuid)
    .where('user_uuid', '=', assignee)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (!participant) {
    throw invalid('You can assign a task only to a participant of this transaction.', 'assignee');
  }
}
