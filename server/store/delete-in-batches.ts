import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from './tables.ts';

/** The number of rows that one statement deletes or changes, so that it doesn't hold locks or a pooled connection for long. */
const BATCH = 2000;

/** Deletes the matching rows of a table, a limited number with each statement. Returns how many. */
export async function deleteInBatches(
  db: Kysely<Tables>,
  table: keyof Tables,
  matching: RawBuilder<boolean>,
  batch = BATCH,
): Promise<number> {
  const from = sql.table(table);
  return inBatches(batch, async () => {
    const { numAffectedRows } = await sql`
      delete from ${from} where ctid = any(array(select ctid from ${from} where ${matching} limit ${batch}))
    `.execute(db);
    return Number(numAffectedRows ?? 0);
  });
}

/** Repeats a statement that handles up to `batch` rows until it handles fewer. Returns the total. */
export async function inBatches(batch: number, statement: () => Promise<number>): Promise<number> {
  let all = 0;
  for (;;) {
    const handled = await statement();
    all += handled;
    if (handled < batch) return all;
  }
}
