import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { makeKysely } from '../postgres/kysely.ts';
import { openTestDatabase, type TestDatabase } from '../postgres/test-database.ts';
import { deleteInBatches } from '../store/delete-in-batches.ts';
import type { Tables } from '../store/tables.ts';
import { ERASURE, sweepAlone, sweepDaily } from './sweep-daily.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

describe('sweeps', () => {
  test('run in one process at a time: another process waits, and runs them afterwards', async () => {
    const entered = Promise.withResolvers<void>();
    const leave = Promise.withResolvers<void>();
    const first = sweepAlone(database.address, {
      slow: async () => {
        entered.resolve();
        await leave.promise;
      },
    });
    await entered.promise;
    let ran = 0;
    const second = {
      other: async () => {
        ran += 1;
      },
    };
    expect(await sweepAlone(database.address, second)).toBe('elsewhere');
    expect(ran).toBe(0);
    leave.resolve();
    expect(await first).toBe('swept');
    expect(await sweepAlone(database.address, second)).toBe('swept');
    expect(ran).toBe(1);
  });

  test('skip the erasure at startup, and run it every hour', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      const ran: string[] = [];
      const noting = (name: string) => async () => void ran.push(name);
      const stop = sweepDaily(database.address, {
        sessions: noting('sessions'),
        [ERASURE]: noting('erasure'),
      });
      await expect.poll(() => ran).toEqual(['sessions']);
      vi.advanceTimersByTime(3_600_000);
      await expect.poll(() => ran).toEqual(['sessions', 'erasure']);
      vi.advanceTimersByTime(3_600_000);
      await stop();
      expect(ran).toEqual(['sessions', 'erasure', 'erasure']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('continue after one of them fails', async () => {
    const ran: string[] = [];
    const sweeps = {
      broken: async () => Promise.reject(new Error('no')),
      whole: async () => {
        ran.push('whole');
      },
    };
    expect(await sweepAlone(database.address, sweeps)).toBe('swept');
    expect(ran).toEqual(['whole']);
  });

  test('delete a limited number of rows per statement until none are left', async () => {
    const db = makeKysely<Tables>(database.address);
    try {
      await sql`create table user_events (uuid int, created_at timestamptz)`.execute(db);
      await sql`insert into user_events select n, '2026-01-01' from generate_series(1, 25) as n`.execute(db);
      await sql`insert into user_events values (26, '2027-01-01')`.execute(db);
      await sql`create table deleted (rows int)`.execute(db);
      await sql`create function note_rows() returns trigger language plpgsql as $$
        begin insert into deleted select count(*) from gone; return null; end $$`.execute(db);
      await sql`create trigger noted after delete on user_events referencing old table as gone
        for each statement execute function note_rows()`.execute(db);
      const old = sql<boolean>`created_at < '2026-06-01'`;
      expect(await deleteInBatches(db, 'user_events', old, 10)).toBe(25);
      const { rows } = await sql<{ rows: number }>`select rows from deleted`.execute(db);
      expect(rows.map((each) => each.rows)).toEqual([10, 10, 5]);
      const left = await sql<{ uuid: number }>`select uuid from user_events`.execute(db);
      expect(left.rows).toEqual([{ uuid: 26 }]);
    } finally {
      await db.destroy();
    }
  });
});
