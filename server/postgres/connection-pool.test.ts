import { sql, type Kysely } from 'kysely';
import { DatabaseError as PostgresError } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { NO_LIMITS, REQUEST_LIMITS, type WaitLimits } from './connection-pool.ts';
import { DatabaseUnavailable } from './database-error.ts';
import { makeKysely } from './kysely.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
const opened: Kysely<unknown>[] = [];
const reported = vi.spyOn(console, 'error').mockImplementation(() => {});

beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => Promise.all(opened.splice(0).map((db) => db.destroy())));
afterAll(async () => {
  reported.mockRestore();
  await database.drop();
});

function open(limits: Partial<WaitLimits>, maxConnections = 2): Kysely<unknown> {
  const db = makeKysely<unknown>(database.address, { maxConnections, limits: { ...NO_LIMITS, ...limits } });
  opened.push(db);
  return db;
}

const codeOf = (error: unknown) => (error instanceof PostgresError ? error.code : String(error));

describe('a wait', () => {
  test('for a connection ends after its limit', async () => {
    const db = open({ acquire: 100 }, 1);
    await db.connection().execute(async () => {
      await expect(sql`select 1`.execute(db)).rejects.toThrow(DatabaseUnavailable);
    });
    await sql`select 1`.execute(db);
  });

  test('for a statement is ended by PostgreSQL', async () => {
    const slow = sql`select pg_sleep(60)`.execute(open({ statement: 100 }));
    expect(await slow.catch(codeOf)).toBe('57014');
  });

  test('for a PostgreSQL that does not respond is ended by the server, and the connection is replaced', async () => {
    const db = open({ answer: 300 }, 1);
    await expect(sql`select pg_sleep(60)`.execute(db)).rejects.toThrow(DatabaseUnavailable);
    const { rows } = await sql`select 1 as one`.execute(db);
    expect(rows).toEqual([{ one: 1 }]);
  });

  test('during a transaction ends the transaction, and the connection is replaced', async () => {
    const db = open({ answer: 300 }, 1);
    const work = db.transaction().execute(async (tx) => sql`select pg_sleep(60)`.execute(tx));
    await expect(work).rejects.toThrow(DatabaseUnavailable);
    await sql`select 1`.execute(db);
  });

  test('for a lock is ended by PostgreSQL', async () => {
    const db = open({ lock: 100 });
    await db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(tx);
      expect(await sql`select pg_advisory_lock(1)`.execute(db).catch(codeOf)).toBe('55P03');
    });
  });

  test('for the next statement of a transaction ends the transaction and releases its locks', async () => {
    const db = open({ idleInTransaction: 100 });
    await db
      .transaction()
      .execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(2)`.execute(tx);
        await sql`select pg_advisory_lock(2)`.execute(db);
        await sql`select 1`.execute(tx);
      })
      .then(
        () => expect.unreachable(),
        (error: unknown) => expect(error).toBeInstanceOf(DatabaseUnavailable),
      );
  });

  test('has limits on every connection that requests use', async () => {
    const db = makeKysely<unknown>(database.address);
    opened.push(db);
    const { rows } = await sql`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
        current_setting('idle_in_transaction_session_timeout') as idle
    `.execute(db);
    expect(rows).toEqual([{ statement: '10s', lock: '8s', idle: '30s' }]);
    // PostgreSQL's own error comes first, if it can send one.
    expect(REQUEST_LIMITS.lock).toBeLessThan(REQUEST_LIMITS.statement);
    expect(REQUEST_LIMITS.statement).toBeLessThan(REQUEST_LIMITS.answer);
  });
});

describe('a statement with parameters', () => {
  const preparedBy = async (db: Kysely<unknown>) => {
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(
      db,
    );
    return rows.map(({ statement }) => statement);
  };

  test('is prepared the second time it is run, once on each connection', async () => {
    const db = open({}, 1);
    const add = async (to: number) => sql`select ${to}::int + 1 as sum`.execute(db);
    await add(1);
    expect(await preparedBy(db)).toEqual([]);
    const sums = [await add(2), await add(3), await add(4)].map(({ rows }) => rows[0]);
    expect(sums).toEqual([{ sum: 3 }, { sum: 4 }, { sum: 5 }]);
    expect(await preparedBy(db)).toEqual(['select $1::int + 1 as sum']);
  });

  test('fails once if a migration changed its result, and is prepared again', async () => {
    const db = open({}, 1);
    await sql`create table notes_of_a_test (label text)`.execute(db);
    await sql`insert into notes_of_a_test values ('A')`.execute(db);
    const read = async () => (await sql`select * from notes_of_a_test where label = ${'A'}`.execute(db)).rows;
    await read();
    expect(await read()).toEqual([{ label: 'A' }]);
    await sql`alter table notes_of_a_test add column done boolean not null default false`.execute(db);
    expect(await read().catch(codeOf)).toBe('0A000');
    for (let round = 0; round < 3; round += 1) expect(await read()).toEqual([{ label: 'A', done: false }]);
  });
});
