import * as z from 'zod';
import { instantSchema, uuidSchema } from '../row.ts';

/**
 * A line of a deal's ledger (docs/product/releases.md, "The ledger"). `actor` is a user; `subject` is the release, or the
 * packet whose pages the line is about. `hash` covers everything in the line except `actor_name`, including the previous
 * line's hash.
 */
export const ledgerLineSchema = z.object({
  transaction: uuidSchema,
  seq: z.int().positive(),
  // One of LEDGER_EVENTS, or one that a newer server records: the hash covers it, so it stays as it is.
  event: z.string(),
  at: instantSchema,
  actor: uuidSchema.nullable(),
  actor_name: z.string().nullable(),
  address: z.string(),
  subject: uuidSchema.nullable(),
  details: z.record(z.string(), z.unknown()),
  previous_hash: z.string(),
  hash: z.string(),
});
export type LedgerLine = z.infer<typeof ledgerLineSchema>;
