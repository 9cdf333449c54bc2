import { taskCollection } from '../../../contract/collections/tasks.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { Step } from '../../outbox/command.ts';
import { mutate } from '../../outbox/mutate.ts';
import { defineEdit, inEdits } from '../collections/edit-row.ts';
import { sameFields } from '../collections/edits.ts';

export interface UpdateTaskArgs {
  transaction: string;
  uuid: string;
  edits: {
    name?: string | undefined;
    description?: string | undefined;
    isComplete?: boolean | undefined;
    assignee?: string | null | undefined;
    dueDate?: string | null | undefined;
  };
}

export const updateTaskDefinition = defineEdit(taskCollection, {
  ...inEdits<UpdateTaskArgs>(),
  // If they were merged, removing a check mark and setting it again would change nothing on the server, but would show this
  // user and a different time here.
  replaces: (args, earlier) => args.edits.isComplete === undefined && sameFields(args, earlier),
  also(task, { isComplete = task.isComplete }, stamp) {
    if (isComplete === task.isComplete) return {};
    return isComplete
      ? { completedAt: stamp.madeAt, completedBy: stamp.userId }
      : { completedAt: null, completedBy: null };
  },
  // Undoing it would record that this user completed the task today.
  isFinal: (task, { isComplete }, stamp) =>
    task.isComplete && isComplete === false && task.completedBy !== stamp.userId,
});

/** Changes a task, or marks it as done. */
export async function updateTask(db: MirrorDatabase, args: UpdateTaskArgs): Promise<Step[]> {
  return mutate(db, updateTaskDefinition, args);
}
