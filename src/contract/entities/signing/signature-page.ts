import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';
import { assignmentSchema } from './assignment.ts';
import { blockEditSchema, pageBlockSchema, pageLookFields } from './signature-page-design.ts';

const SIGNATURE_PAGE_SOURCES = ['generated', 'file'] as const;

/**
 * A block as stored in a row. The layout reads it with `signaturePageDesignSchema`, and a row is not refused because a newer
 * version created one of its blocks.
 */
const storedBlockSchema = z.looseObject({ id: z.string(), kind: z.string() });
export type StoredBlock = z.infer<typeof storedBlockSchema>;

/** Fields that an earlier product's page has beyond a design. They are stored and shown to clients, but not used. */
export const legacyPageSchema = z.looseObject({
  items_config: z
    .record(
      z.string(),
      z.looseObject({
        include_attachments: z.boolean().default(false),
        include_executed_pages: z.boolean().default(true),
      }),
    )
    .optional(),
});
export type LegacyPage = z.infer<typeof legacyPageSchema>;

/**
 * A page of an item that somebody signs: generated from blocks, or a page of the item's file. `order` is 0-based and without gaps
 * within the item. `document` and `ref_page_number` (1-based) name a page of a file, and are null for a generated page. A page of a
 * file has no blocks.
 */
export const signaturePageSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  item: uuidSchema,
  source: z.enum(SIGNATURE_PAGE_SOURCES),
  document: uuidSchema.nullable(),
  ref_page_number: z.int().positive().nullable(),
  order: z.int().nonnegative(),
  type: z.string(),
  design_version: z.int().positive(),
  margins: pageLookFields.margins.unwrap(),
  font: pageLookFields.font.unwrap(),
  font_size: pageLookFields.font_size.unwrap(),
  consolidate_signer: z.boolean(),
  blocks: z.array(storedBlockSchema),
  signature_page_type: z.string().nullable(),
  legacy: legacyPageSchema.nullable(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type SignaturePage = z.infer<typeof signaturePageSchema>;

/** A page with its assignments, as it is read by itself. The mirror has the assignments as rows of their own. */
export const signaturePageInFullSchema = signaturePageSchema.extend({
  assignments: z.array(assignmentSchema),
});
export type SignaturePageInFull = z.infer<typeof signaturePageInFullSchema>;

const MOST_BLOCKS = 200;

export const signaturePageEditsSchema = z.object({
  margins: pageLookFields.margins.unwrap().optional(),
  font: pageLookFields.font.unwrap().optional(),
  font_size: pageLookFields.font_size.unwrap().optional(),
  consolidate_signer: z.boolean().optional(),
  signature_page_type: z.string().max(100).nullable().optional(),
  /** The blocks to change, move or add, by id. Blocks that are left out stay as they are. */
  blocks: z.array(blockEditSchema).max(MOST_BLOCKS).optional(),
  /** The ids of blocks to remove. */
  removed_blocks: z.array(z.string()).max(MOST_BLOCKS).optional(),
});
export type SignaturePageEdits = z.infer<typeof signaturePageEditsSchema>;

/** A generated page for an item. Omitted settings are as on other new pages. */
export const newSignaturePageSchema = signaturePageEditsSchema
  .omit({ removed_blocks: true })
  .extend({
    uuid: uuidSchema.optional(),
    item: uuidSchema,
    blocks: z.array(pageBlockSchema).max(MOST_BLOCKS).optional(),
  })
  .strict();
export type NewSignaturePage = z.infer<typeof newSignaturePageSchema>;

/** The items that get a page with the same design, alone or with the new page's id. */
export const copiedPageSchema = z.strictObject({
  items: z
    .array(z.union([uuidSchema, z.strictObject({ item: uuidSchema, uuid: uuidSchema.optional() })]))
    .min(1, 'Choose at least one document.')
    .max(500),
});
export type CopiedPage = z.infer<typeof copiedPageSchema>;
