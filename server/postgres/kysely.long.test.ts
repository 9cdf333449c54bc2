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

const ownPid = async (on: Kysely<unknown>) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on);
  return rows[0]?.pid ?? 0;
};

test('a connection that dies during a transaction fails the transaction, not the process', async () => {
  const held = db.transaction().execute(async (tx) => {
    const pid = await ownPid(tx);
    await sql`select pg_terminate_backend(${pid}, 5000)`.execute(db);
    await sql`select 1`.execute(tx);
  });
  await expect(held).rejects.toThrow(/terminat|not queryable/);
  expect(await ownPid(db)).toBeGreaterThan(0);
});

test('a dead idle connection is reported and replaced', async () => {
  const stranger = makeKysely(database.address);
  await sql`select pg_terminate_backend(${await ownPid(db)}, 5000)`.execute(stranger);
  await expect
    .poll(() => said)
    .toHaveBeenCalledWith(expect.anything(), expect.stringMatching(/connection was lost/));
  expect(await ownPid(db)).toBeGreaterThan(0);
  await stranger.destroy();
});

test('connections that die after the pool was destroyed are not reported', async () => {
  for (let round = 0; round < 5; round += 1) {
    const gone = makeKysely(database.address);
    await Promise.all(Array.from({ length: 10 }, () => ownPid(gone)));
    await gone.destroy();
    await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(db);
  }
  expect(said).not.toHaveBeenCalled();
});
