import * as z from 'zod';
import { rowFields, uuidSchema } from '../row.ts';

export const LABEL_MAX = 350;

/**
 * A place in the checklist: an item's (`item`), a task's (`task`) or a header (`label`), exactly one of them.
 * `order` is 0-based and without gaps among the children of one `parent_element` (docs/product/checklist.md, "Elements"). A sibling that
 * shifts when another moves keeps its `version`: the lists of children have changed, not the row.
 */
export const elementSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  item: uuidSchema.nullable(),
  task: uuidSchema.nullable(),
  label: z.string().nullable(),
  order: z.int().nonnegative(),
  parent_element: uuidSchema.nullable(),
  ...rowFields,
});
export type Element = z.infer<typeof elementSchema>;

const labelSchema = z
  .string()
  .trim()
  .min(1, 'A header needs a name.')
  .max(LABEL_MAX, `A header can have at most ${LABEL_MAX} characters.`);

/** A header (`label`), or the place of an existing item or task; `order` absent = the end. */
export const newElementSchema = z.strictObject({
  uuid: uuidSchema.optional(),
  transaction: uuidSchema,
  item: uuidSchema.nullable().optional(),
  task: uuidSchema.nullable().optional(),
  label: labelSchema.nullable().optional(),
  order: z.int().nonnegative().optional(),
  parent_element: uuidSchema.nullable().optional(),
});

/** `parent_element` null = the top level, absent = unchanged; `order` counted without the element itself. */
export const elementEditsSchema = z.object({
  label: labelSchema.optional(),
  order: z.int().nonnegative().optional(),
  parent_element: uuidSchema.nullable().optional(),
});

/** A bulk move (docs/product/checklist.md, "Elements"): one block at `order`, counted without the moved ones; absent = the end. */
export const elementBulkMoveSchema = z.strictObject({
  element_uuids: z.array(uuidSchema).min(1, 'Choose at least one element to move.').max(10_000),
  order: z.int().nonnegative().optional(),
  parent_element: uuidSchema.nullable().optional(),
});
