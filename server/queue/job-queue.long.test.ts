import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { makeKysely } from '../postgres/kysely.ts';
import { openTestDatabase } from '../postgres/test-database.ts';
import type { TestDatabase } from '../postgres/test-database.ts';
import { openJobQueue } from './job-queue.ts';
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

  test('leaves no row stuck after the last attempt, and reports the failure', async () => {
    const attempts: number[] = [];
    const told: string[] = [];
    await queue.work(convert, {
      run: (_payload, { attempt }) => {
        attempts.push(attempt);
        return Promise.reject(new Error('LibreOffice fell over'));
      },
      failed: (_payload, reason) => {
        told.push(reason);
        return Promise.resolve();
      },
    });
    await enqueue(1);
    await expect.poll(() => told).toEqual(['LibreOffice fell over']);
    expect(attempts).toEqual([1, 2, 3, 4]);
  });

  test('completes the job of a killed process in another process', async () => {
    await sql`insert into document values (1, 'processing')`.execute(db);
    await enqueue(1);
    const script = `
      import { openJobQueue } from ${JSON.stringify(join(import.meta.dirname, 'job-queue.ts'))};
      import { z } from ${JSON.stringify(import.meta.resolve('zod'))};
      const kind = { name: ${JSON.stringify(convert.name)}, payload: z.object({ page: z.number() }) };
      const queue = await openJobQueue(${JSON.stringify(database.address)}, [kind]);
      await queue.work(kind, {
        run: async () => { process.stdout.write('started'); await new Promise(() => {}); },
        failed: async () => {},
      });`;
    const doomed = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(doomed.stdout, 'data');
    doomed.kill('SIGKILL');
    await once(doomed, 'close');
    const killed = performance.now();
    const attempts: number[] = [];
    await queue.work(convert, {
      run: async ({ page }, { attempt }) => {
        attempts.push(attempt);
        await sql`update document set status = 'complete' where page = ${page}`.execute(db);
      },
      failed: neverFailed,
    });
    const documents = async () =>
      (await sql<{ status: string }>`select status from document`.execute(db)).rows;
    await expect.poll(documents).toEqual([{ status: 'complete' }]);
    expect(attempts).toEqual([2]);
    console.info(`taken up again ${((performance.now() - killed) / 1000).toFixed(1)} s after the kill`);
  });
});
