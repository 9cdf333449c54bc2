import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEAL_COLLECTIONS } from '../../../src/contract/collections/deal-collections.ts';
import { makeKysely } from '../../postgres/kysely.ts';
import { migrate } from '../../postgres/migrate.ts';
import { openTestDatabase, type TestDatabase } from '../../postgres/test-database.ts';
import { migrations } from '../migrations.ts';
import type { Tables } from '../tables.ts';

let database: TestDatabase;
let columns: Map<string, Set<string>>;

beforeAll(async () => {
  database = await openTestDatabase();
  const db = makeKysely<Tables>(database.address);
  await migrate(db, migrations);
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public'
  `.execute(db);
  await db.destroy();
  columns = new Map();
  for (const { table, column } of rows) columns.set(table, (columns.get(table) ?? new Set()).add(column));
});
afterAll(() => database.drop());

/** The columns that every collection's table has (server/store/columns.ts). */
const SHARED = ['uuid', 'transaction', 'created_at', 'created_by'].concat([
  'version',
  'modified_at',
  'modified_by',
  'deleted_at',
  'deleted_by',
]);

test.each(DEAL_COLLECTIONS)(
  'the table of $wire has the columns that the shared statements use',
  (collection) => {
    const order = collection.orderedWithin === null ? [] : ['order', collection.orderedWithin];
    const needed = [
      ...SHARED,
      ...collection.fields,
      ...order,
      ...collection.parents.map(({ field }) => field),
    ];
    expect(needed.filter((column) => !columns.get(collection.wire)?.has(column))).toEqual([]);
  },
);
