import { sql, type Kysely } from 'kysely';

/** An index to build. `on` is its table and columns in SQL, such as `items (document)`. */
export type NewIndex = { name: string; on: string; unique?: boolean };

/** Tables up to this size are locked while their index is built; larger ones stay writable. */
const SMALL_TABLE_BYTES = 8 * 1024 * 1024;

/**
 * Builds an index outside a transaction, without blocking writes to a large table. It can be repeated: an invalid index from
 * an interrupted build is dropped and rebuilt, and a valid one stays.
 */
export async function buildIndex<Tables>(
  db: Kysely<Tables>,
  { name, on, unique = false }: NewIndex,
  smallTableBytes = SMALL_TABLE_BYTES,
): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})
  `.execute(db);
  if (rows[0]?.valid) return;
  if (rows.length > 0) await dropIndex(db, name);
  const concurrently = (await tableBytes(db, on)) > smallTableBytes ? 'concurrently' : '';
  await sql`create ${sql.raw(unique ? 'unique' : '')} index ${sql.raw(concurrently)} ${sql.id(name)} on ${sql.raw(on)}`.execute(
    db,
  );
}

export async function dropIndex<Tables>(db: Kysely<Tables>, name: string): Promise<void> {
  await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db);
}

async function tableBytes<Tables>(db: Kysely<Tables>, on: string): Promise<number> {
  const table = on.slice(0, on.indexOf('(')).trim();
  const { rows } = await sql<{ bytes: number }>`
    select pg_table_size(${table}::regclass)::float8 as bytes
  `.execute(db);
  return rows[0]?.bytes ?? 0;
}
