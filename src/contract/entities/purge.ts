import * as z from 'zod';
import { instantSchema, uuidSchema } from './row.ts';

/**
 * A purge that was approved and has not come to its end. Its approval can be withdrawn until `archived_at`. `problem`: a sentence for an
 * admin, why it goes on no more until it is approved again; null = it is under way. `document`: which one stands in the way; null also
 * where strict data access keeps that from the reader.
 */
export const purgeSchema = z.object({
  transaction: uuidSchema,
  approved_at: instantSchema,
  archived_at: instantSchema.nullable(),
  problem: z.string().nullable(),
  document: z.object({ uuid: uuidSchema, name: z.string() }).nullable(),
});
export type Purge = z.infer<typeof purgeSchema>;
