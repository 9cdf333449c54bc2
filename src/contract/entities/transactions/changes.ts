import * as z from 'zod';
import { byWire, type WireName } from '../../collections/deal-collections.ts';
import { COLLECTION_SCHEMAS } from '../collection-schemas.ts';
import { uuidSchema } from '../row.ts';
import { transactionSchema } from './transaction.ts';

type Schemas = typeof COLLECTION_SCHEMAS;

/** A list of each collection's rows. */
function listsOf(schemas: Schemas): { [Wire in WireName]: z.ZodArray<Schemas[Wire]['row']> };
function listsOf(schemas: Schemas): Record<WireName, z.ZodType> {
  return byWire(({ wire }) => z.array<z.ZodType>(schemas[wire].row));
}

/** Everything in a deal, by collection: what the feed sends and the deal's checksum covers. */
const dealRowsSchema = z.object(listsOf(COLLECTION_SCHEMAS));
export type DealRows = z.infer<typeof dealRowsSchema>;

const uuids = z.array(uuidSchema);

/**
 * What changed in a deal since the reader's cursor, from one snapshot, as the reader can see it. With `complete`, it
 * is everything in the deal: anything not in it is gone. A row that changed several times is there once, as it is
 * now; a row that was created and deleted in between counts as deleted. The next cursor is (`epoch`, `version`),
 * which belong together: the epoch names the history that led to exactly that version. A database that was rolled
 * back no longer knows it and answers `cursor_too_old`.
 */
export const changesSchema = z.object({
  epoch: z.string(),
  /** The deal's counter as of this response. */
  version: z.int().nonnegative(),
  complete: z.boolean(),
  /** The deal itself; null = it has not changed. */
  transaction: transactionSchema.nullable(),
  puts: dealRowsSchema,
  deletes: z.object(byWire(() => uuids)),
  /** Whole lists of a parent's children, in order; `parent` null = the top level. */
  lists: z.array(z.object({ parent: uuidSchema.nullable(), children: uuids })),
  /** `dealChecksum` of everything in the deal at `version`, if it was asked for. */
  checksum: z.string().nullable(),
});
export type Changes = z.infer<typeof changesSchema>;
