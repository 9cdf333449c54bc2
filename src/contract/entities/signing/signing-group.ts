import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

export const SIGNING_GROUP_NAME_MAX = 200;

/** Signatories who sign the same pages, such as all the buyers. Its members are separate rows. */
export const signingGroupSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  name: z.string(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type SigningGroup = z.infer<typeof signingGroupSchema>;

const nameSchema = z
  .string()
  .trim()
  .min(1, 'A signing group needs a name.')
  .max(
    SIGNING_GROUP_NAME_MAX,
    `The name of a signing group can have at most ${SIGNING_GROUP_NAME_MAX} characters.`,
  );

export const newSigningGroupSchema = z.strictObject({
  uuid: uuidSchema.optional(),
  transaction: uuidSchema,
  name: nameSchema,
});
export type NewSigningGroup = z.infer<typeof newSigningGroupSchema>;

export const signingGroupEditsSchema = z.object({ name: nameSchema.optional() });
export type SigningGroupEdits = z.infer<typeof signingGroupEditsSchema>;

/** A copy has the same members; without a name, its name is derived from the group's. */
export const copiedSigningGroupSchema = z.object({
  uuid: uuidSchema.optional(),
  name: nameSchema.optional(),
});
export type CopiedSigningGroup = z.infer<typeof copiedSigningGroupSchema>;
