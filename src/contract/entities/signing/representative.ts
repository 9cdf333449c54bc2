import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

const TITLE_MAX = 350;

/**
 * A relation that lets an entity sign: `signatory` signs for `entity`, as its `title` ("general partner", "President"). Its uuid is
 * the `auth_rep` of an assignment. `order` is 0-based and without gaps within the entity. The chains that relations form are
 * in rules/signing/signatories/capacity.ts.
 */
export const representativeSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  entity: uuidSchema,
  signatory: uuidSchema,
  title: z.string(),
  order: z.int().nonnegative(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type Representative = z.infer<typeof representativeSchema>;

const titleSchema = z.string().trim().max(TITLE_MAX, `A title can have at most ${TITLE_MAX} characters.`);

/** Added to the entity in the path. Without `signatory`, the representative is a new person without a name. */
export const newRepresentativeSchema = z.object({
  uuid: uuidSchema.optional(),
  title: titleSchema,
  signatory: uuidSchema.optional(),
  order: z.int().nonnegative().optional(),
});

export const representativeEditsSchema = z.object({
  title: titleSchema.optional(),
  signatory: uuidSchema.optional(),
  /** Counted without the relation, clamped. */
  order: z.int().nonnegative().optional(),
});
export type RepresentativeEdits = z.infer<typeof representativeEditsSchema>;
