import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const NOTE_MAX = 10_000;

/**
 * A comment on a checklist row or, with `element` null, on the deal (docs/product/checklist.md, "Tasks and notes").
 * It can't be changed.
 */
export const noteSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  element: uuidSchema.nullable(),
  note: z.string(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type Note = z.infer<typeof noteSchema>;

export const newNoteSchema = z.strictObject({
  uuid: uuidSchema.optional(),
  transaction: uuidSchema,
  element: uuidSchema.nullable().optional(),
  note: z
    .string()
    .trim()
    .min(1, 'Write something first.')
    .max(NOTE_MAX, `A note can have at most ${NOTE_MAX} characters.`),
});
export type NewNote = z.output<typeof newNoteSchema>;
