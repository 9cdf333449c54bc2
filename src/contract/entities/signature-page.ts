import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from './row.ts';

const SIGNATURE_PAGE_SOURCES = ['generated', 'file'] as const;

/**
 * A page of an item that somebody signs: generated from blocks, or a page of the item's file. `order` is 0-based and without gaps
 * within the item. `document` and `ref_page_number` (1-based) name a page of a file, and are null for a generated page.
 */
export const signaturePageSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  item: uuidSchema,
  source: z.enum(SIGNATURE_PAGE_SOURCES),
  document: uuidSchema.nullable(),
  ref_page_number: z.int().positive().nullable(),
  order: z.int().nonnegative(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type SignaturePage = z.infer<typeof signaturePageSchema>;
