import * as z from 'zod';
import { instantSchema, uuidSchema } from '../row.ts';

/** One of the user's own sessions: where they are signed in. */
export const signInSchema = z.object({
  uuid: uuidSchema,
  /** In words: “Chrome on Windows”. */
  device: z.string(),
  /** The IP address of its last use; empty if unknown. */
  address: z.string(),
  created_at: instantSchema,
  /** To the minute. */
  last_used_at: instantSchema,
  /** The session of this request. */
  current: z.boolean(),
});
export type SignIn = z.infer<typeof signInSchema>;
