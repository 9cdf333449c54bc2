import { v7 } from 'uuid';
import type * as z from 'zod';
import type { newTaskSchema, Task } from '../../../src/contract/entities/task.ts';
import { presentTask } from '../../present/present-task.ts';
import { loadTree, type ChecklistTree } from '../../store/deals/checklist-tree.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { taskById } from '../../store/deals/tasks.ts';
import { assertElementIsFree, assertOwnRow } from '../own-row.ts';
import { assertMayLieUnder } from './checklist-place.ts';
import { insertInto } from './create-element.ts';
import { assertTakesPart, completion } from './update-task.ts';

type NewTask = z.output<typeof newTaskSchema>;

/** Adds a task, and its element at its place or at the end of the top level. */
export async function createTask(scope: DealWrite, input: NewTask): Promise<Task> {
  const { tx, deal } = scope;
  if (input.uuid !== undefined) {
    const existing = await tx
      .selectFrom('tasks')
      .selectAll()
      .where('uuid', '=', input.uuid)
      .executeTakeFirst();
    if (existing) {
      assertOwnRow(scope, existing);
      return presentTask(existing);
    }
  }
  await assertTakesPart(scope, input.assignee);
  const uuid = await insertTask(scope, await loadTree(tx, deal.uuid), input);
  return presentTask(await taskById(tx, deal.uuid, uuid));
}

/** Writes a task and its element. @throws {Refusal} `uuid_taken` where the id of the element is another row's */
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
  assertMayLieUnder(tree, parent, [{ item: null }]);
  await assertElementIsFree(scope, element);
  await scope.tx
    .insertInto('tasks')
    .values({
      uuid,
      transaction: scope.deal.uuid,
      name: input.name,
      description: input.description ?? '',
      ...completion(scope, input.is_complete ?? false),
      assignee: input.assignee ?? null,
      due_date: input.due_date ?? null,
      ...scope.birth,
    })
    .execute();
  scope.put('tasks', uuid, { name: input.name });
  await insertInto(scope, tree, { uuid: element, task: uuid, parent, order });
  return uuid;
}
