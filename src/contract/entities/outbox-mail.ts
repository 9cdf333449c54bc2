import * as z from 'zod';
import { instantSchema, uuidSchema } from './row.ts';

/**
 * A mail that was sent, waits or failed, as admins of the organization see it. `kind` names what it is about; it is no
 * closed list here, since a client meets kinds newer than itself.
 */
export const outboxMailSchema = z.object({
  uuid: uuidSchema,
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  created_at: instantSchema,
  /** Null if no mail server has it yet, or there is no mail server. */
  sent_at: instantSchema.nullable(),
  /** Why the last attempt at sending it failed. */
  error: z.string().nullable(),
  /** What it says, where there is no mail server and it can still be used; else null. */
  html: z.string().nullable(),
  text: z.string().nullable(),
});
export type OutboxMail = z.infer<typeof outboxMailSchema>;
