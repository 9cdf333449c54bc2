import * as z from 'zod';
import { newOrganizationBlockSchema, organizationBlockSchema } from '../signing/signature-block.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

/** A member of an organization (docs/product/people-and-access.md, "Organizations"). */
export const memberSchema = z.object({
  uuid: uuidSchema,
  email: z.email(),
  full_name: z.string(),
  is_org_admin: z.boolean(),
  /** An administrator has disabled the account. Older servers omit it: false. */
  disabled: z.boolean().optional(),
});
export type Member = z.infer<typeof memberSchema>;

/** An organization, as its members see it (docs/product/people-and-access.md, "Organizations"). `website`, `custom_help_url`: https addresses; null = none. */
export const organizationSchema = z.object({
  uuid: uuidSchema,
  name: z.string(),
  website: z.string(),
  /** By name. */
  members: z.array(memberSchema),
  /** New items to be signed get a generated page. */
  auto_signature_pages: z.boolean(),
  /** Block designs for the signature pages of its deals, by name. Older servers omit it: none. */
  signature_blocks: z.array(organizationBlockSchema).optional(),
  /** The design for pages of deals that have none of their own; null = the default design. */
  signature_block: uuidSchema.nullable().optional(),
  custom_help_email: z.string().nullable(),
  custom_help_url: z.string().nullable(),
  disable_signature_application: z.boolean(),
  disable_user_survey: z.boolean(),
  /** A data retention policy is active. */
  has_active_drp: z.boolean(),
  has_closing_tool: z.boolean(),
  has_funding_tool: z.boolean(),
  has_expired_imanage_transactions: z.boolean(),
  /** Deeds are signed by the full-document method. */
  mercury_signings: z.boolean(),
  signing_groups: z.boolean(),
  /** Admins see only the outline of deals they don't take part in, and every view is logged. */
  strict_data_access: z.boolean(),
  /** The admin who requested turning it off and waits for another one; absent in older rows. */
  strict_access_off_requested_by: z.object({ uuid: uuidSchema, name: z.string() }).nullable().optional(),
  /** Until when support can see its deals; null = it can't. */
  support_access_until: instantSchema.nullable(),
  ...rowFields,
});
export type Organization = z.infer<typeof organizationSchema>;

const ADDRESS = 'Enter an address that begins with https://.';
const webAddress = z
  .url({ protocol: /^https$/, error: ADDRESS })
  .max(2000, ADDRESS)
  .or(z.literal(''));

/** The organization's settings. An empty optional text means none. */
export const organizationEditsSchema = z.object({
  name: z
    .string()
    .trim()
    .min(1, 'An organization needs a name.')
    .max(350, 'The name can have at most 350 characters.')
    .optional(),
  website: webAddress.optional(),
  auto_signature_pages: z.boolean().optional(),
  /** The block designs to change or add, by id. The others stay as they are. */
  signature_blocks: z.array(newOrganizationBlockSchema).max(20).optional(),
  /** The ids of block designs to remove. */
  removed_signature_blocks: z.array(uuidSchema).max(20).optional(),
  signature_block: uuidSchema.nullable().optional(),
  custom_help_email: z.email('Enter a complete email address.').max(320).nullable().optional(),
  custom_help_url: z
    .url({ protocol: /^https$/, error: ADDRESS })
    .max(2000, ADDRESS)
    .nullable()
    .optional(),
  disable_signature_application: z.boolean().optional(),
  disable_user_survey: z.boolean().optional(),
  strict_data_access: z.boolean().optional(),
});
export type OrganizationEdits = z.output<typeof organizationEditsSchema>;
