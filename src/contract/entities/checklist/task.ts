import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const TASK_NAME_MAX = 350;

/**
 * Something to do before the deal closes (docs/product/checklist.md, "Tasks and notes"). `assignee` is the user's
 * uuid of one of its participants; `completed_at` and `completed_by` say who checked it off.
 */
export const taskSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  name: z.string(),
  description: z.string(),
  is_complete: z.boolean(),
  completed_at: instantSchema.nullable(),
  completed_by: uuidSchema.nullable(),
  assignee: uuidSchema.nullable(),
  due_date: z.iso.date().nullable(),
  created_at: instantSchema,
  ...rowFields,
});
export type Task = z.infer<typeof taskSchema>;

const nameSchema = z
  .string()
  .trim()
  .min(1, 'A task needs a name.')
  .max(TASK_NAME_MAX, `The name can have at most ${TASK_NAME_MAX} characters.`);

export const taskEditsSchema = z.object({
  name: nameSchema.optional(),
  description: z.string().max(10_000).optional(),
  is_complete: z.boolean().optional(),
  assignee: uuidSchema.nullable().optional(),
  due_date: z.iso.date().nullable().optional(),
});
export type TaskEdits = z.infer<typeof taskEditsSchema>;

/** Its element goes to the end of the top level unless the call says where. */
export const newTaskSchema = taskEditsSchema
  .extend({
    uuid: uuidSchema.optional(),
    element_uuid: uuidSchema.optional(),
    element_order: z.int().nonnegative().optional(),
    element_parent: uuidSchema.nullable().optional(),
    transaction: uuidSchema,
    name: nameSchema,
  })
  .strict();
