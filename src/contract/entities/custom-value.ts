import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from './row.ts';

const VALUE_MAX = 2000;

/** What a custom key is for one signatory: what `{{key}}` becomes in their documents. A pair has at most one value. */
export const customValueSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  signatory: uuidSchema,
  custom_key: uuidSchema,
  value: z.string(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type CustomValue = z.infer<typeof customValueSchema>;

const valueSchema = z.string().trim().max(VALUE_MAX, `A value may have at most ${VALUE_MAX} characters.`);

export const newCustomValueSchema = z.strictObject({
  uuid: uuidSchema.optional(),
  transaction: uuidSchema,
  signatory: uuidSchema,
  custom_key: uuidSchema,
  value: valueSchema,
});
export type NewCustomValue = z.infer<typeof newCustomValueSchema>;

export const customValueEditsSchema = z.object({ value: valueSchema.optional() });
export type CustomValueEdits = z.infer<typeof customValueEditsSchema>;
