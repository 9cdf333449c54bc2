import type { DealWrite } from '../../store/deals/deal-write.ts';
import { elementOfTask } from '../../store/deals/elements.ts';
import { taskById } from '../../store/deals/tasks.ts';
import { removeFromChecklist } from './delete-element.ts';

/** Deletes a task with its element. */
export async function deleteTask(scope: DealWrite, { id }: { id: string }): Promise<undefined> {
  const task = await taskById(scope.tx, scope.deal.uuid, id);
  await removeFromChecklist(scope, await elementOfTask(scope.tx, task.uuid));
}
