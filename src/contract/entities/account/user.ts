import * as z from 'zod';
import { binderFormatStructureSchema } from '../transactions/binder-format.ts';
import { instantSchema, rowFields, uuidSchema } from '../row.ts';

/** The signed-in user (docs/product/people-and-access.md, "Users"). */
export const userSchema = z.object({
  uuid: uuidSchema,
  email: z.email(),
  first_name: z.string(),
  last_name: z.string(),
  full_name: z.string(),
  created_at: instantSchema,
  organization: uuidSchema,
  organization_name: z.string(),
  role: z.enum(['admin', 'member', 'support']),
  experience: z.enum(['new', 'some', 'expert']).nullable(),
  fusion_url: z.string().nullable(),
  net_docs_config: z.record(z.string(), z.unknown()).nullable(),
  imanage_configs: z.array(
    z.object({ id: z.string(), name: z.string(), server_host: z.string(), oauth_client_id: z.string() }),
  ),
  /** The numbering of transactions that they create. */
  binder_format_structure: binderFormatStructureSchema,
  beacon_signature: z.string().nullable(),
  /** Hides the help widget, whatever the organization's settings. */
  hide_support: z.boolean(),
  /** The email address is confirmed. Older servers omit it: true. */
  email_proved: z.boolean().optional(),
  /** The server can send a confirmation email. */
  can_confirm_email: z.boolean().optional(),
  ...rowFields,
});
export type User = z.infer<typeof userSchema>;

export const personNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'A name can have at most 100 characters.');

/**
 * What users can change about themselves. Admins can change others' roles in their organization, and disable their
 * accounts.
 */
export const userEditsSchema = z.object({
  first_name: personNameSchema.optional(),
  last_name: personNameSchema.optional(),
  experience: z.enum(['new', 'some', 'expert']).optional(),
  /** Always the whole structure. */
  binder_format_structure: binderFormatStructureSchema.optional(),
  role: z.enum(['admin', 'member']).optional(),
  disabled: z.boolean().optional(),
});
export type UserEdits = z.output<typeof userEditsSchema>;
