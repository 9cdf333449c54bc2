import * as z from 'zod';
import { VALUE_MAX, VALUES_AT_ONCE } from '../../rules/signing/fields/value-limits.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

/**
 * A signatory's value for a custom key, which replaces `{{key}}` in their documents. A pair has at most one value.
 */
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

const valueSchema = z.string().trim().max(VALUE_MAX, `A value can have at most ${VALUE_MAX} characters.`);

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

/** A signatory's new value for a custom key. `uuid` is the id of the new row if they have no value yet. */
const askedValueSchema = z.strictObject({
  uuid: uuidSchema,
  signatory: uuidSchema,
  custom_key: uuidSchema,
  /** Null or empty = none. */
  value: valueSchema.nullable(),
});
export type AskedValue = z.infer<typeof askedValueSchema>;

export const setCustomValuesSchema = z.strictObject({
  transaction: uuidSchema,
  values: z
    .array(askedValueSchema)
    .min(1, 'Enter at least one value.')
    .max(VALUES_AT_ONCE, `A request can set at most ${VALUES_AT_ONCE} values.`)
    .refine((values) => areDifferent(values.map(({ uuid }) => uuid)), 'Two values have the same id.')
    .refine(
      (values) => areDifferent(values.map(({ signatory, custom_key }) => `${signatory} ${custom_key}`)),
      'Two values are for the same signatory and field.',
    ),
});
export type SetCustomValues = z.infer<typeof setCustomValuesSchema>;

function areDifferent(texts: readonly string[]): boolean {
  return new Set(texts).size === texts.length;
}
