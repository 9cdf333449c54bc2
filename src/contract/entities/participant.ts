import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from './row.ts';

/** Whether somebody may change what is in a deal, or only look at it. */
export const accessSchema = z.enum(['full', 'view']);
export type Access = z.infer<typeof accessSchema>;

/** A person who works on the deal, or with `deleted` used to (docs/product/people-and-access.md, "Who sees a transaction"). */
export const participantSchema = z.object({
  uuid: uuidSchema,
  user_uuid: uuidSchema,
  full_name: z.string(),
  email: z.email(),
  creator: z.boolean(),
  deleted: z.boolean(),
  send_esigning_notifications: z.boolean(),
  /** Left out by older servers: full. */
  access: accessSchema.optional(),
  created_at: instantSchema,
  ...rowFields,
});
export type Participant = z.infer<typeof participantSchema>;

/**
 * Somebody who is to work on the deal: by their id or their email address. A former participant comes back under their
 * earlier id.
 */
export const newParticipantSchema = z
  .strictObject({
    uuid: uuidSchema.optional(),
    transaction_uuid: uuidSchema,
    user_uuid: uuidSchema.optional(),
    email: z.email('Enter an email address, such as name@firm.com.').max(320).optional(),
    access: accessSchema.optional(),
  })
  .refine(
    ({ user_uuid, email }) => (user_uuid === undefined) !== (email === undefined),
    'Give the id or the email address of the person to add.',
  );

/** What the deal's own organization decides about a participant. */
export const participantEditsSchema = z.object({ access: accessSchema });

/** What a participant says of the deal for themselves alone. */
export const participantSettingsSchema = z.strictObject({ archived: z.boolean() });

/**
 * A person who was invited to work on the deal or, without one, to join the organization
 * (docs/product/people-and-access.md, "Invitations").
 */
export const invitationSchema = z.object({
  uuid: uuidSchema,
  email: z.email(),
  first_name: z.string(),
  last_name: z.string(),
  organization: uuidSchema,
  status: z.enum(['pending', 'accepted', 'expired', 'revoked']),
  transaction_name: z.string().nullable(),
  transaction: uuidSchema.nullable(),
});
export type Invitation = z.infer<typeof invitationSchema>;
