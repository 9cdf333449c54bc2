import { sql, type Kysely } from 'kysely';
import { DEAL_COLLECTIONS } from '../../src/contract/collections/deal-collections.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';
import type { Tables } from '../store/tables.ts';

const TABLES = DEAL_COLLECTIONS.map(({ wire }) => wire);

/** A column that names rows of another table, and prevents their erasure. */
type Holder = { holds: string; table: string; column: string };

/**
 * Erases the rows that were deleted before `limit` in live deals. A row that another one still names waits until that
 * one is erased, which may happen in the same call. Returns why some tables failed; the others are erased anyway.
 */
export async function eraseDeletedRows(db: Kysely<Tables>, limit: Date): Promise<Error[]> {
  const holders = await readHolders(db);
  const failures = new Map<string, Error>();
  let erased: number;
  do {
    erased = 0;
    for (const table of TABLES.filter((each) => !failures.has(each))) {
      const matching = [sql<boolean>`deleted_at < ${limit}`, ...unnamed(table, holders)];
      try {
        erased += await deleteInBatches(db, table, sql<boolean>`${sql.join(matching, sql` and `)}`);
      } catch (cause) {
        failures.set(table, new Error(`${table}: ${String(cause)}`, { cause }));
      }
    }
  } while (erased > 0);
  return [...failures.values()];
}

/** Foreign keys that neither cascade nor are set to null. */
async function readHolders(db: Kysely<Tables>): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select confrelid::regclass::text as holds, conrelid::regclass::text as "table", attname as "column"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confdeltype = 'a' and connamespace = current_schema()::regnamespace
  `.execute(db);
  return rows;
}

function unnamed(table: string, holders: readonly Holder[]) {
  return holders
    .filter(({ holds }) => holds === table)
    .map(
      (holder) => sql<boolean>`not exists (
        select from ${sql.table(holder.table)} as holder
        where ${sql.ref(`holder.${holder.column}`)} = ${sql.ref(`${table}.uuid`)}
      )`,
    );
}
