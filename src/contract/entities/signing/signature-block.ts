import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';
import { blockDesignSchema } from './signature-page-design.ts';

/** A design as stored. `readBlockDesign` reads it, so that a row isn't refused because a newer version created its design. */
const storedDesignSchema = z.looseObject({});

/** A signature block's look, saved under a name for the pages of a deal (docs/product/signature-pages.md, "Saved block designs"). */
export const savedBlockSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  name: z.string(),
  data: storedDesignSchema,
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type SavedBlock = z.infer<typeof savedBlockSchema>;

const NAME_MAX = 100;

const designNameSchema = z
  .string()
  .trim()
  .min(1, 'A block design needs a name.')
  .max(NAME_MAX, `The name of a block design can have at most ${NAME_MAX} characters.`);

/** `data` always replaces the whole design. */
export const savedBlockEditsSchema = z.object({
  name: designNameSchema.optional(),
  data: blockDesignSchema.optional(),
});
export type SavedBlockEdits = z.output<typeof savedBlockEditsSchema>;

export const newSavedBlockSchema = z.strictObject({
  uuid: uuidSchema.optional(),
  transaction: uuidSchema,
  name: designNameSchema.default('Block design'),
  data: blockDesignSchema,
});
export type NewSavedBlock = z.output<typeof newSavedBlockSchema>;

/** A block design of an organization, for all its deals. */
export const organizationBlockSchema = z.object({
  uuid: uuidSchema,
  name: z.string(),
  data: storedDesignSchema,
});
export type OrganizationBlock = z.infer<typeof organizationBlockSchema>;

export const newOrganizationBlockSchema = z.strictObject({
  uuid: uuidSchema,
  name: designNameSchema,
  data: blockDesignSchema,
});
