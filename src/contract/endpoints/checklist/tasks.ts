import { taskCollection } from '../../collections/tasks.ts';
import { newTaskSchema, taskEditsSchema, taskSchema } from '../../entities/checklist/task.ts';
import { createEndpoint, deleteEndpoint, listEndpoint, updateEndpoint } from '../collection-endpoints.ts';

export const tasks = {
  list: listEndpoint(taskCollection, taskSchema),
  create: createEndpoint(taskCollection, { input: newTaskSchema, row: taskSchema }),
  update: updateEndpoint(taskCollection, { edits: taskEditsSchema, row: taskSchema }),
  delete: deleteEndpoint(taskCollection),
};
