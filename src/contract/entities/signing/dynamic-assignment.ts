import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const HEADER_MAX = 350;

export const headerSchema = z
  .string()
  .trim()
  .max(HEADER_MAX, `A caption can have at most ${HEADER_MAX} characters.`);

/**
 * A page that a signing group signs, for its current members: the page repeats for each member, and assignments follow the membership.
 * `header` is printed instead of the group's name; null = the name, empty = neither.
 */
export const dynamicAssignmentSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  signing_group: uuidSchema,
  item: uuidSchema,
  item_page_uuid: uuidSchema,
  header: z.string().nullable(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type DynamicAssignment = z.infer<typeof dynamicAssignmentSchema>;

export const dynamicAssignmentEditsSchema = z.object({ header: headerSchema.nullable().optional() });
export type DynamicAssignmentEdits = z.infer<typeof dynamicAssignmentEditsSchema>;
