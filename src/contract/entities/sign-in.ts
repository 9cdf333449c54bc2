import * as z from 'zod';
import { instantSchema, uuidSchema } from './row.ts';

/** A session of a person's own: where they are signed in. */
export const signInSchema = z.object({
  uuid: uuidSchema,
  /** In words: “Chrome on Windows”. */
  device: z.string(),
  /** The network address that it was used from last; empty where it is not known. */
  address: z.string(),
  created_at: instantSchema,
  /** To the minute. */
  last_used_at: instantSchema,
  /** The one that asks. */
  current: z.boolean(),
});
export type SignIn = z.infer<typeof signInSchema>;
