import { once } from 'node:events';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeKysely } from '../postgres/kysely.ts';
import { openTestDatabase } from '../postgres/test-database.ts';
import type { TestDatabase } from '../postgres/test-database.ts';
import { FinalJobFailure, openJobQueue } from './job-queue.ts';
import type { JobKind, JobQueue } from './job-queue.ts';

type Page = { page: number };
const convert: JobKind<Page> = { name: 'test-convert', payload: z.object({ page: z.number() }) };

describe('the job queue', () => {
  let database: TestDatabase;
  let db: Kysely<unknown>;
  let queue: JobQueue;

  beforeAll(async () => {
    database = await openTestDatabase();
    db = makeKysely<unknown>(database.address);
    await sql`create table document (page int primary key, status text not null)`.execute(db);
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });
  beforeEach(async () => {
    queue = await openJobQueue(database.address, [convert]);
  });
  afterEach(async () => {
    await queue.stop({ graceSeconds: 1 });
    await sql`delete from document`.execute(db);
    await sql`delete from pgboss.job`.execute(db);
  });

  const enqueue = (page: number) => db.transaction().execute((tx) => queue.enqueue(tx, convert, { page }));
  const neverFailed = () => Promise.reject(new Error('not expected'));

  test('has a job if and only if the transaction that enqueued it was committed', async () => {
    const ran: number[] = [];
    await queue.work(convert, {
      run: ({ page }) => {
        ran.push(page);
        return Promise.resolve();
      },
      failed: neverFailed,
    });
    const undone = db.transaction().execute(async (tx) => {
      await queue.enqueue(tx, convert, { page: 1 });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await enqueue(2);
    await expect.poll(() => ran).toEqual([2]);
    const left = await sql<{ data: Page }>`select data from pgboss.job where name = ${convert.name}`.execute(
      db,
    );
    expect(left.rows.map((row) => row.data)).toEqual([{ page: 2 }]);
  });

  test('adds no job while one with the same key waits to start, but adds one once it runs', async () => {
    const enqueueOnce = async (page: number, oncePer: string) =>
      db.transaction().execute(async (tx) => queue.enqueue(tx, convert, { page }, { oncePer }));
    const first = await enqueueOnce(1, 'deal');
    expect(await enqueueOnce(2, 'deal')).toBe(first);
    expect(await enqueueOnce(3, 'other deal')).not.toBe(first);
    const running: number[] = [];
    const finish = Promise.withResolvers<void>();
    await queue.work(convert, {
      run: async ({ page }) => {
        running.push(page);
        await finish.promise;
      },
      failed: neverFailed,
    });
    await expect.poll(() => running).toEqual([1]);
    expect(await enqueueOnce(4, 'deal')).not.toBe(first);
    finish.resolve();
    await expect.poll(() => running).toEqual([1, 3, 4]);
  });

  test('ends a statement after its limit, and runs the next one', async () => {
    const impatient = await openJobQueue(database.address, [convert], { answerSeconds: 4 });
    const locked = Promise.withResolvers<void>();
    const unlock = Promise.withResolvers<void>();
    const holding = db.transaction().execute(async (tx) => {
      await sql`lock table pgboss.queue in access exclusive mode`.execute(tx);
      locked.resolve();
      await unlock.promise;
    });
    await locked.promise;
    await expect(impatient.counts()).rejects.toThrow('timeout');
    unlock.resolve();
    await holding;
    expect((await impatient.counts()).map(({ kind }) => kind)).toContain(convert.name);
    await impatient.stop({ graceSeconds: 1 });
  });

  test('starts a job at once, and a backlog without pauses', async () => {
    // If it were only found by polling, it would not start for a day.
    const prompt = await openJobQueue(database.address, [convert], { pollSeconds: 86_400 });
    const started: number[] = [];
    await prompt.work(convert, {
      run: async ({ page }) => void started.push(page),
      failed: neverFailed,
    });
    await enqueue(0);
    await expect.poll(() => started).toEqual([0]);
    await db.transaction().execute(async (tx) => {
      for (let page = 1; page <= 10; page += 1) await queue.enqueue(tx, convert, { page });
    });
    await expect.poll(() => started).toHaveLength(11);
    await prompt.stop({ graceSeconds: 1 });
  });

  test('runs no more jobs at once than the limit', async () => {
    let running = 0;
    let most = 0;
    let done = 0;
    await queue.work(convert, {
      concurrency: 2,
      run: async () => {
        most = Math.max(most, ++running);
        await sql`select pg_sleep(0.05)`.execute(db);
        running -= 1;
        done += 1;
      },
      failed: neverFailed,
    });
    for (let page = 0; page < 6; page += 1) await enqueue(page);
    await expect.poll(() => done).toBe(6);
    expect(most).toBe(2);
  });

  test('takes a slot from a group that uses them all when another group has a job, and every job still completes', async () => {
    const order = (group: string, page: number) =>
      db.transaction().execute((tx) => queue.enqueue(tx, convert, { page }, { group }));
    const running = new Set<number>();
    const ended: number[] = [];
    const attempts: number[] = [];
    const finish = Promise.withResolvers<void>();
    await queue.work(convert, {
      concurrency: 2,
      perGroup: 1,
      run: async ({ page }, { signal, attempt }) => {
        attempts.push(attempt);
        running.add(page);
        try {
          await Promise.race([finish.promise, once(signal, 'abort').then(() => signal.throwIfAborted())]);
          ended.push(page);
        } finally {
          running.delete(page);
        }
      },
      failed: neverFailed,
    });
    for (const page of [1, 2, 3, 4, 5]) await order('first firm', page);
    await expect.poll(() => running.size).toBe(2);
    await order('second firm', 6);
    await expect.poll(() => running).toContain(6);
    expect(running.size).toBe(2);
    finish.resolve();
    await expect.poll(() => ended.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(new Set(attempts)).toEqual(new Set([1]));
  });

  test('retries a failed job, and passes the number of the attempt', async () => {
    const attempts: number[] = [];
    await queue.work(convert, {
      run: (_payload, { attempt }) => {
        attempts.push(attempt);
        return attempt === 1 ? Promise.reject(new Error('busy')) : Promise.resolve();
      },
      failed: neverFailed,
    });
    await enqueue(1);
    await expect.poll(() => attempts).toEqual([1, 2]);
  });

  test('reports a final failure once with its reason, and does not retry it', async () => {
    const told: [Page, string][] = [];
    let attempts = 0;
    await queue.work(convert, {
      run: () => {
        attempts += 1;
        return Promise.reject(new FinalJobFailure('This file is damaged.'));
      },
      failed: (payload, reason) => {
        told.push([payload, reason]);
        return Promise.resolve();
      },
    });
    await enqueue(7);
    await expect.poll(() => told).toEqual([[{ page: 7 }, 'This file is damaged.']]);
    expect(attempts).toBe(1);
  });

  test('retries the failure notice until it succeeds', async () => {
    let tellings = 0;
    await queue.work(convert, {
      run: () => Promise.reject(new FinalJobFailure('This file is damaged.')),
      failed: () => {
        tellings += 1;
        return tellings === 1 ? Promise.reject(new Error('database busy')) : Promise.resolve();
      },
    });
    await enqueue(7);
    await expect.poll(() => tellings).toBe(2);
  });
});
