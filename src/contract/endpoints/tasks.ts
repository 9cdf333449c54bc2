import * as z from 'zod';
import { newTaskSchema, taskEditsSchema, taskSchema } from '../entities/task.ts';
import { byTransaction, endpoint, idParam, noContent } from './endpoint.ts';

const path = '/transactions/task';

export const tasks = {
  list: endpoint
    .route({ method: 'GET', path, summary: "A deal's tasks" })
    .meta({ policy: 'deal' })
    .input(byTransaction)
    .output(z.array(taskSchema)),
  create: endpoint
    .route({ method: 'POST', path, successStatus: 201, summary: 'Add a task to the checklist' })
    .meta({ policy: 'deal', idempotent: true })
    .input(newTaskSchema)
    .output(taskSchema),
  update: endpoint
    .route({ method: 'PATCH', path: `${path}/{id}`, summary: 'Change a task, or check it off' })
    .meta({ policy: 'deal', idempotent: true })
    .input(taskEditsSchema.extend(idParam))
    .output(taskSchema),
  delete: endpoint
    .route({
      method: 'DELETE',
      path: `${path}/{id}`,
      successStatus: 204,
      summary: 'Delete a task and its element',
    })
    .meta({ policy: 'deal', idempotent: true })
    .input(z.object(idParam))
    .output(noContent),
};
