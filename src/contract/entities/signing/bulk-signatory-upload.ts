import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

/** The errors of a list's row. */
export const rowErrorSchema = z.object({ row: z.int().positive(), error_message: z.string() });
export type RowError = z.infer<typeof rowErrorSchema>;

/**
 * A list of signatories that was added at once (docs/product/signatories.md, "Lists"). Its signatories name it, and are deleted and
 * restored along with it. `file_name` says where the list came from.
 */
export const bulkSignatoryUploadSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  file_name: z.string(),
  num_rows: z.int().nonnegative(),
  /** Signatories. */
  num_created: z.int().nonnegative(),
  errors: z.array(rowErrorSchema),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type BulkSignatoryUpload = z.infer<typeof bulkSignatoryUploadSchema>;

/** The server checks the texts row by row, so that it can say which rows are wrong. */
const text = z.string().max(10_000);

/** What one row adds. Its capacities and values may name signatories of other rows or of the deal. */
const uploadedRowSchema = z.strictObject({
  /** Its number in the list, from 1. */
  row: z.int().positive(),
  signatories: z
    .array(
      z.strictObject({
        uuid: uuidSchema,
        full_name: text,
        email: text.default(''),
        is_org: z.boolean().default(false),
        address: text.default(''),
        entity_description: text.default(''),
      }),
    )
    .max(20)
    .default([]),
  representatives: z
    .array(z.strictObject({ uuid: uuidSchema, entity: uuidSchema, signatory: uuidSchema, title: text }))
    .max(20)
    .default([]),
  custom_values: z
    .array(z.strictObject({ uuid: uuidSchema, signatory: uuidSchema, custom_key: uuidSchema, value: text }))
    .max(200)
    .default([]),
});
export type UploadedRow = z.output<typeof uploadedRowSchema>;

export const newBulkSignatoryUploadSchema = z.strictObject({
  uuid: uuidSchema,
  transaction: uuidSchema,
  file_name: z
    .string()
    .trim()
    .min(1, 'A list needs a name.')
    .max(350, 'A name can have at most 350 characters.'),
  rows: z
    .array(uploadedRowSchema)
    .min(1, 'This list has no rows.')
    .max(2000, 'A list can have at most 2,000 rows. Split it into smaller lists.'),
});
export type NewBulkSignatoryUpload = z.output<typeof newBulkSignatoryUploadSchema>;
