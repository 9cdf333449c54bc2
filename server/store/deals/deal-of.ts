import { sql, type Kysely } from 'kysely';
import type { WireName } from '../../../src/contract/collections/deal-collections.ts';
import type { Tables } from '../tables.ts';

/** The deal of a live row, or null. */
export async function dealOfRow(
  db: Kysely<Tables>,
  collection: WireName,
  uuid: string,
): Promise<string | null> {
  const row = await db
    .selectFrom(collection)
    .select('transaction')
    .where('uuid', '=', uuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.transaction ?? null;
}

/** The deals of the live rows among these, and whether all of them exist. */
export async function dealsOfRows(
  db: Kysely<Tables>,
  collection: WireName,
  uuids: readonly string[],
): Promise<{ deals: string[]; complete: boolean }> {
  const asked = [...new Set(uuids)];
  const rows = await db
    .selectFrom(collection)
    .select(['uuid', 'transaction'])
    // One parameter for any number of ids, because up to 10,000 elements are moved at once.
    .where(sql<boolean>`uuid = any(${asked}::uuid[])`)
    .where('deleted_at', 'is', null)
    .execute();
  return { deals: [...new Set(rows.map((row) => row.transaction))], complete: rows.length === asked.length };
}

/** The deal of a row, live or deleted; null if it never existed. */
export async function dealOfAnyRow(
  db: Kysely<Tables>,
  collection: WireName,
  uuid: string,
): Promise<string | null> {
  const row = await db
    .selectFrom(collection)
    .select('transaction')
    .where('uuid', '=', uuid)
    .executeTakeFirst();
  return row?.transaction ?? null;
}
