import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

/**
 * A signatory in a signing group, who signs through `auth_rep` if they are an entity. `order` is 0-based and without gaps within the
 * group.
 */
export const signingGroupMemberSchema = z.object({
  uuid: uuidSchema,
  transaction: uuidSchema,
  group: uuidSchema,
  signatory: uuidSchema,
  auth_rep: uuidSchema.nullable(),
  order: z.int().nonnegative(),
  created_at: instantSchema,
  created_by: uuidSchema,
  ...rowFields,
});
export type SigningGroupMember = z.infer<typeof signingGroupMemberSchema>;

const newMember = z.object({
  uuid: uuidSchema.optional(),
  signatory: uuidSchema,
  auth_rep: uuidSchema.nullable().optional(),
});

export const newSigningGroupMemberSchema = newMember.extend({ group: uuidSchema }).strict();
export type NewSigningGroupMember = z.infer<typeof newSigningGroupMemberSchema>;

/** Several at once, in this order after the group's other members. */
export const newSigningGroupMembersSchema = z.strictObject({
  group: uuidSchema,
  members: z.array(newMember.strict()).min(1, 'Choose at least one signatory.').max(2000),
});

export const signingGroupMemberEditsSchema = z.object({
  auth_rep: uuidSchema.nullable().optional(),
  /** Counted without the member, clamped. */
  order: z.int().nonnegative().optional(),
});
export type SigningGroupMemberEdits = z.infer<typeof signingGroupMemberEditsSchema>;

/**
 * A dragged member: `target` is the group where it is dropped; absent = its own. `to_index` doesn't count the member
 * itself, and is clamped.
 */
export const signingGroupMemberMoveSchema = z.object({
  type: z.literal('signing_group_member').optional(),
  target: uuidSchema.optional(),
  /** Where the member was when the drag began. The server knows where it is now. */
  from_index: z.int().nonnegative().optional(),
  to_index: z.int().nonnegative(),
});
export type SigningGroupMemberMove = z.infer<typeof signingGroupMemberMoveSchema>;
