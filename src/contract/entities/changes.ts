import * as z from 'zod';
import { customKeySchema } from './custom-key.ts';
import { documentSchema } from './document.ts';
import { elementSchema } from './element.ts';
import { itemSchema } from './item.ts';
import { noteSchema } from './note.ts';
import { uuidSchema } from './row.ts';
import { taskSchema } from './task.ts';
import { transactionSchema } from './transaction.ts';

/** All that a deal holds, by the names of its lists: what the feed tells of, and what the deal's checksum is made of. */
const dealRowsSchema = z.object({
  elements: z.array(elementSchema),
  items: z.array(itemSchema),
  documents: z.array(documentSchema),
  tasks: z.array(taskSchema),
  notes: z.array(noteSchema),
  custom_keys: z.array(customKeySchema),
});
export type DealRows = z.infer<typeof dealRowsSchema>;

const uuids = z.array(uuidSchema);

/**
 * What changed in a deal since the reader's cursor, from one snapshot, as the reader may see it. `complete` = everything
 * that the deal has: what is not in it is gone. A row that changed several times is there once, as it is now; what was
 * made and deleted in between is a deletion.
 * The next cursor is (`epoch`, `version`), which belong together: the epoch names the history that led to just that
 * version and is another with each. A database that was rolled back knows it no more and answers `cursor_too_old`.
 */
export const changesSchema = z.object({
  epoch: z.string(),
  /** The deal's counter that this answer reaches. */
  version: z.int().nonnegative(),
  complete: z.boolean(),
  /** The deal itself; null = it has not changed. */
  transaction: transactionSchema.nullable(),
  puts: dealRowsSchema,
  deletes: z.object({
    elements: uuids,
    items: uuids,
    documents: uuids,
    tasks: uuids,
    notes: uuids,
    custom_keys: uuids,
  }),
  /** Children of a parent in order, whole lists; `parent` null = the top level. */
  lists: z.array(z.object({ parent: uuidSchema.nullable(), children: uuids })),
  /** `dealChecksum` of all that the deal has at `version`, where it was asked for. */
  checksum: z.string().nullable(),
});
export type Changes = z.infer<typeof changesSchema>;
