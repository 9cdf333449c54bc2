import type { Task, TaskEdits } from '../../../src/contract/entities/task.ts';
import { presentTask } from '../../present/present-task.ts';
import { invalid } from '../../refusal.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { taskById } from '../../store/deals/tasks.ts';
import { assertUnchangedSince, changedFields } from '../base-version.ts';
import { editDetail } from '../edit-detail.ts';

const EDITABLE = [
  'name',
  'description',
  'is_complete',
  'assignee',
  'due_date',
] as const satisfies readonly (keyof TaskEdits)[];

export async function updateTask(
  scope: DealWrite,
  { id, ...edits }: TaskEdits & { id: string },
): Promise<Task> {
  const { tx, deal } = scope;
  const task = await taskById(tx, deal.uuid, id);
  const fields = changedFields(task, edits, EDITABLE);
  await assertUnchangedSince(scope, id, fields, async () => presentTask(task));
  if (fields.length === 0) return presentTask(task);
  if (fields.includes('assignee')) await assertTakesPart(scope, edits.assignee);
  const changed = Object.fromEntries(fields.map((field) => [field, edits[field]]));
  await tx
    .updateTable('tasks')
    .set({
      ...changed,
      ...(fields.includes('is_complete') && completion(scope, edits.is_complete ?? false)),
      ...scope.stamp,
    })
    .where('uuid', '=', id)
    .execute();
  scope.put('tasks', id, editDetail(task, edits, fields));
  return presentTask(await taskById(tx, deal.uuid, id));
}

/** Whether a task is done, with who says so and when. */
export function completion(scope: DealWrite, isComplete: boolean) {
  return {
    is_complete: isComplete,
    completed_at: isComplete ? scope.now : null,
    completed_by: isComplete ? scope.actor : null,
  };
}

/** A task is given to somebody who works on the deal. @throws {Refusal} `invalid` */
export async function assertTakesPart(scope: DealWrite, assignee: string | null | undefined): Promise<void> {
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
