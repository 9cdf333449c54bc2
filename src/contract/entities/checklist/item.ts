import * as z from 'zod';
import { COLLATION_PROBLEMS } from '../../rules/closing/collation-problems.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const ITEM_NAME_MAX = 350;

/** A page of the item's current document, in page order. */
const itemPageSchema = z.object({ uuid: uuidSchema, ref_page_number: z.int().positive() });

/**
 * A document on the checklist (docs/product/checklist.md, "Items"). `document` is its current version or null while
 * it is to be drafted; `pending_conversion_document` one still converting, `pending_version_document` one uploaded
 * and not yet current.
 */
export const itemSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  name: z.string(),
  description: z.string(),
  document: uuidSchema.nullable(),
  complete: z.boolean(),
  for_signing: z.boolean(),
  fully_executed: z.boolean(),
  is_deed: z.boolean(),
  is_supplemental: z.boolean(),
  is_template: z.boolean(),
  name_alt: z.string(),
  name_alt_enabled: z.boolean(),
  requires_original_signatures: z.boolean(),
  frozen_at: instantSchema.nullable(),
  element_order: z.int().nonnegative(),
  element_parent: uuidSchema.nullable(),
  pages: z.array(itemPageSchema),
  /** The item whose file has this item's signature pages; null = its own. */
  pages_embedded_in: uuidSchema.nullable(),
  pending_version_document: uuidSchema.nullable(),
  pending_conversion_document: uuidSchema.nullable(),
  /** Whether the released body and its signed pages have been combined into the executed document. */
  collation: z.enum(['none', 'running', 'done']),
  /** When the document was released, or its collation was tried again; null before. */
  collation_requested_at: instantSchema.nullable(),
  /** Why no executed document is being made though the document is released. */
  collation_problem: z.enum(COLLATION_PROBLEMS).nullable(),
  collated_at: instantSchema.nullable(),
  /** The address of the executed document; null without one. */
  executed_pdf_url: z.string().nullable(),
  executed_num_pages: z.int().positive().nullable(),
  executed_size: z.int().positive().nullable(),
  ...rowFields,
});
export type Item = z.infer<typeof itemSchema>;

const nameSchema = z
  .string()
  .trim()
  .min(1, 'A document on the checklist needs a name.')
  .max(ITEM_NAME_MAX, `The name can have at most ${ITEM_NAME_MAX} characters.`);

export const itemEditsSchema = z.object({
  name: nameSchema.optional(),
  description: z.string().max(10_000).optional(),
  complete: z.boolean().optional(),
  for_signing: z.boolean().optional(),
  fully_executed: z.boolean().optional(),
  is_deed: z.boolean().optional(),
  is_supplemental: z.boolean().optional(),
  is_template: z.boolean().optional(),
  name_alt: z.string().max(ITEM_NAME_MAX).optional(),
  name_alt_enabled: z.boolean().optional(),
  requires_original_signatures: z.boolean().optional(),
  pages_embedded_in: uuidSchema.nullable().optional(),
});

/** What can be changed about an existing item, including which of its versions is current. */
export const itemUpdateSchema = itemEditsSchema.extend({ document: uuidSchema.optional() });
export type ItemEdits = z.infer<typeof itemUpdateSchema>;

/**
 * An item may have no file yet (a document to be drafted). Its element goes to the end of the top level unless the
 * call says where.
 */
export const newItemSchema = itemEditsSchema
  .extend({
    uuid: uuidSchema.optional(),
    element_uuid: uuidSchema.optional(),
    element_order: z.int().nonnegative().optional(),
    element_parent: uuidSchema.nullable().optional(),
    transaction: uuidSchema,
    name: nameSchema,
  })
  .strict();

/** A page of the item's file, by its uuid in `pages`, and whether it should be a signature page. */
export const markedPageSchema = z.strictObject({
  page_uuid: uuidSchema,
  for_signing: z.boolean().optional(),
});
export type MarkedPage = z.infer<typeof markedPageSchema>;

/** Document uuids, alone or with the client's own ids for the new items and elements. */
export const itemsFromDocumentsSchema = z.strictObject({
  documents: z
    .array(
      z.union([
        uuidSchema,
        z.strictObject({
          document_id: uuidSchema,
          item_uuid: uuidSchema.optional(),
          element_uuid: uuidSchema.optional(),
        }),
      ]),
    )
    .min(1, 'Choose at least one document.')
    .max(1000),
});

/** The result for each document, in the order of the request. */
export const itemsFromDocumentsAnswerSchema = z.array(
  z.object({ document_id: uuidSchema, item_uuid: uuidSchema, element_uuid: uuidSchema }),
);
