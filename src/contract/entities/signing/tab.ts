import * as z from 'zod';
import { ASKED_TAB_TYPES, SHEETS_MAX, TAB_TYPES } from '../../rules/signing/fields/tabs.ts';
import { VALUE_MAX } from '../../rules/signing/fields/value-limits.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const LABEL_MAX = 200;

/**
 * A field that a signer fills in on a page. Positions and sizes are fractions of its sheet from the top left.
 * `tab_group` is for checkboxes. `value` is null until somebody fills it in; for a checked checkbox, it is "true".
 */
export const tabSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  assignment: uuidSchema,
  tab_type: z.enum(TAB_TYPES),
  /** From 1. Rows that an earlier version of the app stored have none. */
  sheet: z.int().min(1).default(1),
  x_position: z.number(),
  y_position: z.number(),
  width: z.number(),
  height: z.number(),
  label: z.string(),
  required: z.boolean(),
  tab_group: uuidSchema.nullable(),
  value: z.string().nullable(),
  filled_at: instantSchema.nullable(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type Tab = z.infer<typeof tabSchema>;

const fraction = z.number().min(-1).max(2);

export const tabEditsSchema = z.object({
  tab_type: z.enum(ASKED_TAB_TYPES).optional(),
  sheet: z.int().min(1).max(SHEETS_MAX).optional(),
  x_position: fraction.optional(),
  y_position: fraction.optional(),
  width: fraction.optional(),
  height: fraction.optional(),
  label: z.string().trim().max(LABEL_MAX, `A label can have at most ${LABEL_MAX} characters.`).optional(),
  required: z.boolean().optional(),
  tab_group: uuidSchema.nullable().optional(),
  value: z.string().max(VALUE_MAX, `A value can have at most ${VALUE_MAX} characters.`).nullable().optional(),
});
export type TabEdits = z.infer<typeof tabEditsSchema>;

export const newTabSchema = tabEditsSchema
  .extend({
    uuid: uuidSchema.optional(),
    assignment: uuidSchema,
    tab_type: z.enum(ASKED_TAB_TYPES),
    x_position: fraction,
    y_position: fraction,
  })
  .strict();
export type NewTab = z.infer<typeof newTabSchema>;
