import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeKysely } from './kysely.ts';
import { migrate, MigrationError } from './migrate.ts';
import type { Migration } from './migrate.ts';
import { openTestDatabase } from './test-database.ts';
import type { TestDatabase } from './test-database.ts';

const first: Migration = {
  name: '0001-deals',
  up: async (db) => {
    await db.schema.createTable('deal').addColumn('counter', 'int8').execute();
  },
};
const second: Migration = {
  name: '0002-names',
  up: async (db) => {
    await sql`alter table deal add column name text`.execute(db);
  },
};

describe('migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database.drop());

  test('run once each, in order, and only in one process at a time', async () => {
    const processes = [1, 2, 3].map(() => makeKysely<unknown>(database.address));
    const ran = await Promise.all(processes.map((db) => migrate(db, [first, second])));
    expect(ran.flat()).toEqual(['0001-deals', '0002-names']);
    await Promise.all(processes.map((db) => db.destroy()));
  });

  test('roll back a failed step and name it', async () => {
    const db = makeKysely<unknown>(database.address);
    const broken: Migration = {
      name: '0003-broken',
      up: async (tx) => {
        await sql`create table half (id int)`.execute(tx);
        await sql`select no_such_column`.execute(tx);
      },
    };
    await expect(migrate(db, [first, second, broken])).rejects.toThrow(/0003-broken.*rolled back/);
    const half = await sql<{ there: string | null }>`select to_regclass('half') as there`.execute(db);
    expect(half.rows[0]?.there).toBeNull();
    await db.destroy();
  });

  test('refuse a database that is newer than the code', async () => {
    const db = makeKysely<unknown>(database.address);
    await expect(migrate(db, [first])).rejects.toThrow(MigrationError);
    await expect(migrate(db, [first])).rejects.toThrow(/newer version of Counterpart.*0002-names/);
    await db.destroy();
  });

  test('read large counters as numbers, and refuse one that would lose digits', async () => {
    const db = makeKysely<unknown>(database.address);
    const exact = await sql<{ n: number }>`select 9007199254740991::int8 as n`.execute(db);
    expect(exact.rows[0]?.n).toBe(Number.MAX_SAFE_INTEGER);
    await expect(sql`select 9007199254740993::int8 as n`.execute(db)).rejects.toThrow(/too large/);
    await db.destroy();
  });
});
