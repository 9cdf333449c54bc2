import * as z from 'zod';
import { binderFormatStructureSchema } from './binder-format.ts';
import { instantSchema, rowFields, uuidSchema } from './row.ts';

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
  /** The numbering that the transactions they create start with. */
  binder_format_structure: binderFormatStructureSchema,
  beacon_signature: z.string().nullable(),
  /** They are to see no help widget, whatever their organization says. */
  hide_support: z.boolean(),
  /** The email address was shown to be theirs. Left out by older servers: it was. */
  email_proved: z.boolean().optional(),
  /** The server can send an email that shows it. */
  can_confirm_email: z.boolean().optional(),
  ...rowFields,
});
export type User = z.infer<typeof userSchema>;

export const personNameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'A name can have at most 100 characters.');

/** What people change about themselves; admins change the role of others in their organization, and disable their accounts. */
export const userEditsSchema = z.object({
  first_name: personNameSchema.optional(),
  last_name: personNameSchema.optional(),
  experience: z.enum(['new', 'some', 'expert']).optional(),
  /** The whole of it. */
  binder_format_structure: binderFormatStructureSchema.optional(),
  role: z.enum(['admin', 'member']).optional(),
  disabled: z.boolean().optional(),
});
export type UserEdits = z.output<typeof userEditsSchema>;
