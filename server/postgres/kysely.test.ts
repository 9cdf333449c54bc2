import { sql, type Kysely } from 'kysely';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { log } from '../log.ts';
import { makeKysely } from './kysely.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let db: Kysely<unknown>;
const said = vi.spyOn(log, 'warn').mockImplementation(() => {});

beforeEach(async () => {
  database = await openTestDatabase();
  db = makeKysely(database.address);
  said.mockClear();
});
afterEach(async () => {
  await db.destroy();
  await database.drop();
});
afterAll(() => said.mockRestore());

test('a count is a number, and one that would lose digits is an error', async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n`.execute(db);
  expect(rows).toEqual([{ n: 1 }]);
  await expect(sql`select ${'9007199254740993'}::bigint as n`.execute(db)).rejects.toThrow(/too large/);
});
