import * as z from 'zod';
import { organizationEditsSchema, organizationSchema } from '../../entities/account/organization.ts';
import { userEditsSchema, userSchema } from '../../entities/account/user.ts';
import { outboxMailSchema } from '../../entities/account/outbox-mail.ts';
import { participantSchema } from '../../entities/transactions/participant.ts';
import { purgeSchema } from '../../entities/transactions/purge.ts';
import { uuidSchema } from '../../entities/row.ts';
import { ESIGNING_SERVICES } from '../../rules/transactions/esigning-services.ts';
import { endpoint, idParam, noContent } from '../endpoint.ts';

/** `expires_at` is in epoch seconds, as the cookie `session_expiry`: workers cannot read cookies. */
const sessionSchema = z.object({ expires_at: z.int() });

/** The response to a sign-in. */
export const signedInSchema = sessionSchema.extend({ user: userSchema });

/** The handler applies the rule (rules/password.ts) and explains the problem in one sentence. */
const newPasswordSchema = z.string().min(1, 'Enter a new password.').max(10_000);

export const auth = {
  login: endpoint
    .route({ method: 'POST', path: '/auth/login', summary: 'Sign in with email address and password' })
    .meta({ policy: 'public' })
    .input(
      z.object({
        loginId: z.string().min(1, 'Enter your email address.').max(320),
        password: z.string().min(1, 'Enter your password.').max(1024),
        applicationId: z.string().optional(),
        tenantId: z.string().optional(),
        /** True in another site's frame. Browsers send fewer cookies there, and the session should still work. */
        framed: z.boolean().optional(),
      }),
    )
    .output(signedInSchema),
  resetPassword: endpoint
    .route({
      method: 'POST',
      path: '/auth/password/reset',
      successStatus: 204,
      summary: 'Email a link for a new password; the response doesn’t reveal whether the account exists',
    })
    .meta({ policy: 'public' })
    .input(
      z.object({
        loginId: z.string().min(1, 'Enter your email address.').max(320),
        applicationId: z.string().optional(),
        tenantId: z.string().optional(),
      }),
    )
    .output(noContent),
  setPassword: endpoint
    .route({
      method: 'POST',
      path: '/auth/password',
      successStatus: 204,
      summary: 'Set a new password with the link from the email; ends all of the user’s sessions',
    })
    .meta({ policy: 'public' })
    .input(
      z.object({
        password: newPasswordSchema,
        passwordId: z.string().min(1).max(200),
        tenantId: z.string().optional(),
      }),
    )
    .output(noContent),
  changePassword: endpoint
    .route({
      method: 'PATCH',
      path: '/auth/password',
      summary: 'Change your own password; ends all of your other sessions',
    })
    .meta({ policy: 'signed_in' })
    .input(
      z.object({
        loginId: z.string().min(1).max(320),
        currentPassword: z.string().min(1, 'Enter your current password.').max(1024),
        newPassword: newPasswordSchema,
      }),
    )
    .output(sessionSchema),
  confirmAddress: endpoint
    .route({
      method: 'POST',
      path: '/auth/address',
      successStatus: 204,
      summary: 'Confirm an email address with the link that was sent to it',
    })
    .meta({ policy: 'public' })
    .input(z.object({ token: z.string().min(1).max(200) }))
    .output(noContent),
  testdrive: endpoint
    .route({
      method: 'POST',
      path: '/auth/testdrive',
      successStatus: 201,
      summary: 'Create a temporary account with a sample deal and sign in (demo installations only)',
    })
    .meta({ policy: 'public' })
    .output(signedInSchema),
  logout: endpoint
    .route({ method: 'DELETE', path: '/auth/logout', successStatus: 204, summary: 'End the session' })
    .meta({ policy: 'public' })
    .output(noContent),
  refresh: endpoint
    .route({ method: 'POST', path: '/auth/refresh', summary: 'Extend the session by 12 hours' })
    .meta({ policy: 'signed_in' })
    .output(sessionSchema),
};

export const user = {
  me: endpoint
    .route({ method: 'GET', path: '/authentication/user/me', summary: 'The signed-in user' })
    .meta({ policy: 'signed_in' })
    .output(userSchema),
  sendConfirmation: endpoint
    .route({
      method: 'POST',
      path: '/authentication/user/me/send_confirmation',
      successStatus: 204,
      summary: 'Send an email whose link confirms the user’s own address',
    })
    .meta({ policy: 'signed_in' })
    .input(z.strictObject({}).optional())
    .output(noContent),
  update: endpoint
    .route({
      method: 'PATCH',
      path: '/authentication/user/{id}',
      summary:
        'Change your own profile; admins can also change a member’s role, or disable or enable the account',
    })
    .meta({ policy: 'organization', idempotent: true })
    .input(userEditsSchema.extend(idParam))
    .output(userSchema),
};

const organizationParticipantSchema = z.strictObject({
  ...idParam,
  transaction: uuidSchema,
  user: uuidSchema,
});

export const organization = {
  get: endpoint
    .route({
      method: 'GET',
      path: '/authentication/organization/{id}',
      summary: 'An organization and its people',
    })
    .meta({ policy: 'organization' })
    .input(z.object(idParam))
    .output(organizationSchema),
  update: endpoint
    .route({
      method: 'PATCH',
      path: '/authentication/organization/{id}',
      summary: 'Change the organization’s settings (admins only)',
    })
    .meta({ policy: 'organization_admin', idempotent: true })
    .input(organizationEditsSchema.extend(idParam))
    .output(organizationSchema),
  createParticipant: endpoint
    .route({
      method: 'POST',
      path: '/authentication/organization/{id}/create_participant',
      successStatus: 201,
      summary: 'Add a participant to a deal of the organization (admins only)',
    })
    .meta({ policy: 'deal_admin', idempotent: true })
    .input(organizationParticipantSchema)
    .output(participantSchema),
  deleteParticipant: endpoint
    .route({
      method: 'POST',
      path: '/authentication/organization/{id}/delete_participant',
      successStatus: 204,
      summary: 'Remove a participant from a deal of the organization (admins only)',
    })
    .meta({ policy: 'deal_admin', idempotent: true })
    .input(organizationParticipantSchema)
    .output(noContent),
  removeMember: endpoint
    .route({
      method: 'POST',
      path: '/authentication/organization/{id}/remove_member',
      summary: 'Remove a member from the organization and its deals and sign them out (admins only)',
    })
    .meta({ policy: 'organization_admin', idempotent: true })
    .input(z.strictObject({ ...idParam, user: uuidSchema }))
    .output(organizationSchema),
  strictDataAccess: endpoint
    .route({
      method: 'GET',
      path: '/authentication/organization/{id}/get_strict_data_access_settings',
      summary: 'Set whether admins see only the outline of deals they don’t take part in',
    })
    .meta({ policy: 'organization' })
    .input(z.object(idParam))
    .output(z.object({ strict_data_access: z.boolean() })),
  setSupportAccess: endpoint
    .route({
      method: 'POST',
      path: '/authentication/organization/{id}/set_support_access',
      summary: 'Give support access to the organization’s deals for 24 hours, or end it',
    })
    .meta({ policy: 'organization_admin', idempotent: true })
    .input(z.strictObject({ ...idParam, support_access_enabled: z.boolean() }))
    .output(organizationSchema),
  approvePurge: endpoint
    .route({
      method: 'POST',
      path: '/authentication/organization/transactions/purge_approval',
      successStatus: 204,
      summary: 'Archive and remove the files of deals; their rows stay',
    })
    .meta({ policy: 'organization_admin', idempotent: true })
    .input(z.strictObject({ transactions: z.array(uuidSchema).min(1).max(1000) }))
    .output(noContent),
  withdrawPurge: endpoint
    .route({
      method: 'POST',
      path: '/authentication/organization/transactions/withdraw_purge_approval',
      successStatus: 204,
      summary: 'Withdraw the approval of purges, as long as no files have been removed',
    })
    .meta({ policy: 'organization_admin', idempotent: true })
    .input(z.strictObject({ transactions: z.array(uuidSchema).min(1).max(1000) }))
    .output(noContent),
  purges: endpoint
    .route({
      method: 'GET',
      path: '/authentication/organization/{id}/purges',
      summary: 'Approved purges that aren’t finished, and why',
    })
    .meta({ policy: 'organization_admin' })
    .input(z.object(idParam))
    .output(z.array(purgeSchema)),
  outbox: endpoint
    .route({
      method: 'GET',
      path: '/authentication/organization/{id}/outbox',
      summary: 'Emails to an organization’s people and to those it invites, newest first',
    })
    .meta({ policy: 'organization_admin' })
    .input(z.object(idParam))
    .output(z.array(outboxMailSchema)),
};

/**
 * What the server offers and how often to poll (docs/product/api.md, "Configuration"). Times in milliseconds. Later
 * additions have a default, because a newer client must work with an older server.
 */
export const configSchema = z.object({
  application_id: z.string(),
  tenant_id: z.string(),
  hide_support: z.string(),
  /** Where users can ask for help; null if the installation names no address. */
  support_email: z.string().nullable().default(null),
  /** Whether anyone reads messages from /contact. */
  takes_messages: z.boolean().default(false),
  /** Whether there is a mail server. Without one, administrators find all emails in the outbox. */
  sends_email: z.boolean().default(true),
  page_conversion_ms: z.int().positive(),
  poll_documents_ms: z.int().positive(),
  stale_transaction_ms: z.int().positive(),
  stale_items_ms: z.int().positive(),
  stale_documents_ms: z.int().positive(),
  change_feed: z.boolean(),
  event_stream: z.boolean(),
  resumable_uploads: z.boolean(),
  /** The signing services that a transaction can use. */
  esigning_services: z.array(z.enum(ESIGNING_SERVICES)).default(['counterpart']),
});
export type Config = z.infer<typeof configSchema>;

export const config = {
  get: endpoint
    .route({ method: 'GET', path: '/config', summary: 'The client’s settings' })
    .meta({ policy: 'public' })
    .output(configSchema),
};
