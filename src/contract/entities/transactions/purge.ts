import * as z from 'zod';
import { instantSchema, uuidSchema } from '../row.ts';

/**
 * A purge that was approved and is not complete. Its approval can be withdrawn until `archived_at`. `problem`: a
 * sentence for an admin about why it has stopped; it stays stopped until it is approved again; null = it is running.
 * `document`: the document that blocks it; also null if strict data access hides that from the reader.
 */
export const purgeSchema = z.object({
  transaction: uuidSchema,
  approved_at: instantSchema,
  archived_at: instantSchema.nullable(),
  problem: z.string().nullable(),
  document: z.object({ uuid: uuidSchema, name: z.string() }).nullable(),
});
export type Purge = z.infer<typeof purgeSchema>;
