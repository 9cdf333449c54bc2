import * as z from 'zod';
import { instantSchema, uuidSchema } from '../row.ts';

/**
 * An email that was sent, is waiting or failed, as the organization's admins see it. `kind` is not a closed list
 * here, because a client may meet newer kinds.
 */
export const outboxMailSchema = z.object({
  uuid: uuidSchema,
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  created_at: instantSchema,
  /** Null if no mail server has accepted it yet, or there is no mail server. */
  sent_at: instantSchema.nullable(),
  /** Why the last attempt failed. */
  error: z.string().nullable(),
  /** Its content, if there is no mail server and it can still be used; otherwise null. */
  html: z.string().nullable(),
  text: z.string().nullable(),
});
export type OutboxMail = z.infer<typeof outboxMailSchema>;
