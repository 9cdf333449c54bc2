import * as z from 'zod';
import { accessSchema, invitationSchema } from './participant.ts';
import { instantSchema, uuidSchema } from '../row.ts';
import { personNameSchema } from '../account/user.ts';

/** An invitation in a list, with what the person who decides on it needs to know. */
export const listedInvitationSchema = invitationSchema.extend({
  organization_name: z.string(),
  /** The name of the inviter. */
  invited_by: z.string(),
  created_at: instantSchema,
  expires_at: instantSchema,
});
export type ListedInvitation = z.infer<typeof listedInvitationSchema>;

/**
 * The content of an invitation; `has_account` = the invited person signs in instead of registering. Without a token only the
 * invited person sees that.
 */
export const invitationPreviewSchema = listedInvitationSchema.extend({ has_account: z.boolean().optional() });
export type InvitationPreview = z.infer<typeof invitationPreviewSchema>;

const emailSchema = z.email('Enter an email address, such as name@firm.com.').max(320);

/** To a deal, or to an organization. */
export const newInvitationSchema = z
  .strictObject({
    email: emailSchema,
    first_name: personNameSchema,
    last_name: personNameSchema,
    transaction: uuidSchema.optional(),
    organization: uuidSchema.optional(),
    /** For a deal: the person's access. */
    access: accessSchema.optional(),
  })
  .refine(
    ({ transaction, organization }) => (transaction === undefined) !== (organization === undefined),
    'An invitation is to a transaction or to an organization.',
  );
export type NewInvitation = z.output<typeof newInvitationSchema>;

/** The handler applies the rule for passwords (rules/password.ts) and explains the problem in one sentence. */
export const registrationSchema = z.strictObject({
  email: z.string().trim().min(1, 'Enter your email address.').max(320),
  password: z.string().min(1, 'Enter a password.').max(10_000),
  first_name: personNameSchema,
  last_name: personNameSchema,
  token: z.string().min(1).max(200),
});
export type Registration = z.output<typeof registrationSchema>;

/** By the token from the email or, because a session also shows whose address it is, by the invitation's own id. */
export const acceptanceSchema = z
  .strictObject({ token: z.string().min(1).max(200).optional(), invitation: uuidSchema.optional() })
  .refine(
    ({ token, invitation }) => (token === undefined) !== (invitation === undefined),
    'Choose the invitation to accept.',
  );
