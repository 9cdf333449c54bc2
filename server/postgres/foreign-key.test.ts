import { sql, type Kysely } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { replaceForeignKey, type ForeignKey } from './foreign-key.ts';
import { makeKysely } from './kysely.ts';
import { migrate, type Migration } from './migrate.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const key: ForeignKey = { table: 'pages', column: 'book', references: 'books', onDelete: 'cascade' };

const tables: Migration = {
  name: '0001-books',
  up: async (db) => {
    await sql`create table books (uuid int primary key)`.execute(db);
    await sql`create table pages (book int references books)`.execute(db);
    await sql`insert into books values (1), (2)`.execute(db);
    await sql`insert into pages values (1), (1), (2)`.execute(db);
  },
};
const cascade: Migration = { name: '0002-cascade', foreignKeys: [key] };

describe('a migration that replaces foreign keys', () => {
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
    await sql`drop table if exists pages, books, migration`.execute(db);
    await migrate(db, [tables]);
  });

  const keys = async () => {
    const { rows } = await sql`
      select conname as name, confdeltype as on_delete, convalidated as valid from pg_constraint where contype = 'f'
    `.execute(db);
    return rows;
  };
  const replaced = [{ name: 'pages_book_fkey', on_delete: 'c', valid: true }];

  test('deletes rows with the row that they reference', async () => {
    expect(await migrate(db, [tables, cascade])).toEqual(['0002-cascade']);
    expect(await keys()).toEqual(replaced);
    await sql`delete from books where uuid = 1`.execute(db);
    expect((await sql`select book from pages`.execute(db)).rows).toEqual([{ book: 2 }]);
  });

  test('checks the rows if an earlier run was interrupted before that check', async () => {
    await sql`
      alter table pages drop constraint pages_book_fkey,
        add constraint pages_book_fkey foreign key (book) references books on delete cascade not valid
    `.execute(db);
    await migrate(db, [tables, cascade]);
    expect(await keys()).toEqual(replaced);
  });

  test('lets others read the table while it waits for a lock', async () => {
    const holding = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const holder = db.transaction().execute(async (tx) => {
      await sql`select from pages`.execute(tx);
      holding.resolve();
      await released.promise;
    });
    await holding.promise;
    const replacing = replaceForeignKey(db, key, 50);
    await expect
      .poll(async () => (await sql`select from pg_locks where not granted`.execute(db)).rows.length)
      .toBeGreaterThan(0);
    // It waits behind the replacement until the holder ends, which happens only after this.
    expect((await sql`select book from pages`.execute(db)).rows).toHaveLength(3);
    released.resolve();
    await Promise.all([holder, replacing]);
    expect(await keys()).toEqual(replaced);
  });
});
