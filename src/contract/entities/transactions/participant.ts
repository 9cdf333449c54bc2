import * as z from 'zod';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

/** Whether a participant can edit the deal or only view it. */
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
  /** Older servers omit it: full. */
  access: accessSchema.optional(),
  /** Null if they are on the deal with a disabled account: they act for no organization. Older servers omit it. */
  organization: uuidSchema.nullable().optional(),
  created_at: instantSchema,
  ...rowFields,
});
export type Participant = z.infer<typeof participantSchema>;

/** A person to add to the deal, by id or email address. A former participant returns with their earlier id. */
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
    'Enter the id or the email address of the person to add.',
  );

/**
 * `access` is set by owners of the deal. `send_esigning_notifications` is set by participants for themselves: whether they
 * are notified of what signatories do.
 */
export const participantEditsSchema = z
  .object({ access: accessSchema, send_esigning_notifications: z.boolean() })
  .partial()
  .refine(
    (edits) => edits.access !== undefined || edits.send_esigning_notifications !== undefined,
    'Set the access or the notifications.',
  );

/** A participant's own settings for the deal. */
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
