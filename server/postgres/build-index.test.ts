import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildIndex } from './build-index.ts';
import { NO_LIMITS } from './connection-pool.ts';
import { makeKysely } from './kysely.ts';
import { migrate, type Migration } from './migrate.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const table: Migration = {
  name: '0001-numbers',
  up: async (db) => {
    await sql`create table numbers (n int)`.execute(db);
    await sql`create index numbers_old on numbers (n)`.execute(db);
    await sql`insert into numbers select generate_series(1, 1000)`.execute(db);
  },
};
const indexes: Migration = {
  name: '0002-index',
  indexes: [{ name: 'numbers_n', on: 'numbers (n) where n > 10' }],
  dropped: ['numbers_old'],
};
/** Treats every table as large. */
const CONCURRENTLY = 0;

describe('a migration that builds indexes', () => {
  let database: TestDatabase;
  let db: Kysely<unknown>;
  beforeAll(async () => {
    database = await openTestDatabase();
    db = makeKysely<unknown>(database.address);
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  beforeEach(async () => {
    await sql`drop table if exists numbers, migration`.execute(db);
  });

  const namesOf = async () => {
    const { rows } = await sql<{ name: string; valid: boolean }>`
      select indexrelid::regclass::text as name, indisvalid as valid from pg_index
      where indrelid = 'numbers'::regclass order by 1
    `.execute(db);
    return rows;
  };

  test('builds and drops them once, however many processes start at the same time', async () => {
    const processes = [1, 2, 3, 4].map(() => makeKysely<unknown>(database.address, { limits: NO_LIMITS }));
    const ran = await Promise.all(processes.map((each) => migrate(each, [table, indexes])));
    expect(ran.flat()).toEqual(['0001-numbers', '0002-index']);
    expect(await namesOf()).toEqual([{ name: 'numbers_n', valid: true }]);
    await Promise.all(processes.map((each) => each.destroy()));
  });

  test('rebuilds an index that an interrupted build left invalid', async () => {
    await migrate(db, [table]);
    await sql`insert into numbers values (1)`.execute(db);
    // A unique index over duplicate rows: it fails, and PostgreSQL leaves it invalid.
    await expect(
      buildIndex(db, { name: 'numbers_n', on: 'numbers (n)', unique: true }, CONCURRENTLY),
    ).rejects.toThrow(/could not create unique index/);
    expect(await namesOf()).toContainEqual({ name: 'numbers_n', valid: false });
    await migrate(db, [table, indexes]);
    expect(await namesOf()).toEqual([{ name: 'numbers_n', valid: true }]);
  });

  test('keeps an index that was built before the step was recorded as done', async () => {
    await migrate(db, [table]);
    await sql`create index numbers_n on numbers (n) where n > 10`.execute(db);
    const oid = async () =>
      (await sql<{ oid: number }>`select 'numbers_n'::regclass::oid::int4 as oid`.execute(db)).rows[0]?.oid;
    const before = await oid();
    await migrate(db, [table, indexes]);
    expect(await oid()).toBe(before);
  });

  test('leaves a large table writable while another transaction still reads it', async () => {
    await migrate(db, [table]);
    const reader = await db.startTransaction().setIsolationLevel('repeatable read').execute();
    await sql`select count(*) from numbers`.execute(reader);
    const building = buildIndex(db, { name: 'numbers_n', on: 'numbers (n)' }, CONCURRENTLY);
    // It waits for the reader, and writers do not wait for it.
    await expect.poll(async () => (await namesOf()).map(({ name }) => name)).toContain('numbers_n');
    await sql`insert into numbers values (2)`.execute(db);
    expect(await namesOf()).toContainEqual({ name: 'numbers_n', valid: false });
    await reader.commit().execute();
    await building;
    expect(await namesOf()).toContainEqual({ name: 'numbers_n', valid: true });
  });
});
