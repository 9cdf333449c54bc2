import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const KEY_MAX = 100;

/**
 * A field that the deal's documents and signature pages can name as `{{key}}`
 * (docs/product/documents.md, "Custom fields"). `key` is unique in the deal, ignoring case; `order` is 0-based and
 * without gaps.
 */
export const customKeySchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  key: z.string(),
  order: z.int().nonnegative(),
  created_at: instantSchema,
  ...rowFields,
});
export type CustomKey = z.infer<typeof customKeySchema>;

const keySchema = z
  .string()
  .trim()
  .min(1, 'A field needs a name.')
  .max(KEY_MAX, `The name of a field can have at most ${KEY_MAX} characters.`)
  .regex(/^[^{}]*$/, 'Field names can’t contain braces.');

/** Several at once, in this order after the existing ones. */
export const newCustomKeysSchema = z.strictObject({
  transaction: uuidSchema,
  custom_keys: z
    .array(z.strictObject({ uuid: uuidSchema.optional(), key: keySchema }))
    .min(1, 'Choose at least one field.')
    .max(200),
});

export type NewCustomKeys = z.output<typeof newCustomKeysSchema>;

/** `order` counted without the key itself, clamped. */
export const customKeyEditsSchema = z.object({
  key: keySchema.optional(),
  order: z.int().nonnegative().optional(),
});
