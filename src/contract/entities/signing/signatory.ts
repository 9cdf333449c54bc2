import * as z from 'zod';
import { emailAddressSchema } from '../email.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const NAME_MAX = 350;
const TEXT_MAX = 2000;

/** How a signatory's signature blocks differ from their pages' styles (docs/product/signatories.md, "Blocks"). */
const instapagesConfigSchema = z.object({
  /** Whether an entity's title is printed with "Its:" or "Title:", or alone. */
  entity: z.enum(['its', 'title', 'empty']).optional(),
  /** Whether a person's title is printed. */
  individual: z.boolean().optional(),
  /** Where a person's name is printed next to the line. */
  format: z.enum(['above', 'below', 'side']).optional(),
});

/**
 * A person or an entity that signs (docs/product/signatories.md). `order` is 0-based and without gaps within the
 * deal. An entity signs through representatives, which are separate rows. `email` is empty if nobody has entered it.
 */
export const signatorySchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  full_name: z.string(),
  email: z.string(),
  is_org: z.boolean(),
  address: z.string(),
  entity_description: z.string(),
  instapages_config: instapagesConfigSchema.nullable(),
  /** The list that the signatory was added with, if any. */
  bulk_signatory_upload_id: uuidSchema.nullable(),
  order: z.int().nonnegative(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type Signatory = z.infer<typeof signatorySchema>;

const nameSchema = z
  .string()
  .trim()
  .min(1, 'A signatory needs a name.')
  .max(NAME_MAX, `A name can have at most ${NAME_MAX} characters.`);
const emailSchema = z.union([z.string().trim().length(0), emailAddressSchema]);
const textSchema = z.string().trim().max(TEXT_MAX, `This text can have at most ${TEXT_MAX} characters.`);

export const signatoryEditsSchema = z.object({
  full_name: nameSchema.optional(),
  email: emailSchema.optional(),
  is_org: z.boolean().optional(),
  address: textSchema.optional(),
  entity_description: textSchema.optional(),
  instapages_config: instapagesConfigSchema.nullable().optional(),
  /** Counted without the signatory, clamped. */
  order: z.int().nonnegative().optional(),
});
export type SignatoryEdits = z.infer<typeof signatoryEditsSchema>;

const newSignatory = signatoryEditsSchema
  .omit({ order: true })
  .extend({ uuid: uuidSchema.optional(), full_name: nameSchema });

export const newSignatorySchema = newSignatory.extend({ transaction: uuidSchema }).strict();
export type NewSignatory = z.infer<typeof newSignatorySchema>;

/** Several at once, in this order after the existing ones. */
export const newSignatoriesSchema = z.strictObject({
  transaction: uuidSchema,
  signatories: z.array(newSignatory.strict()).min(1, 'Choose at least one signatory.').max(2000),
});
