import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../postgres/test-database.ts';
import { UploadLocks } from './upload-locks.ts';

// Each acts as a server process with its own database session.
let database: TestDatabase;
let one: UploadLocks;
let other: UploadLocks;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  one = new UploadLocks(database.address);
  other = new UploadLocks(database.address);
});
afterEach(() => Promise.all([one.close(), other.close()]));

const never = new AbortController().signal;
const keep = () => undefined;

async function held(locks: UploadLocks, id: string, release: () => void = keep) {
  const lock = locks.newLock(id);
  await lock.lock(never, release);
  return lock;
}

describe('locks of uploads', () => {
  test.each([
    ['within a process', () => [one, one] as const],
    ['over two processes', () => [one, other] as const],
  ])(
    '%s: the holder is asked to release a lock, and the next one gets it once it is free',
    async (_where, who) => {
      const [first, second] = who();
      const order: string[] = [];
      const asked = vi.fn<() => void>();
      const lock = await held(first, 'incoming/a/b', asked);
      const next = second.newLock('incoming/a/b');
      const waiting = next.lock(never, keep).then(() => order.push('taken'));
      await expect.poll(() => asked).toHaveBeenCalled();
      order.push('freed');
      await lock.unlock();
      await waiting;
      expect(order).toEqual(['freed', 'taken']);
      await next.unlock();
    },
  );

  test('do not delay uploads of other files, whose holders are not asked to stop', async () => {
    const asked = vi.fn<() => void>();
    const locks = [await held(one, 'incoming/a/b', asked), await held(other, 'incoming/a/c', asked)];
    locks.push(await held(one, 'incoming/a/d', asked));
    for (const lock of locks) await lock.unlock();
    expect(asked).not.toHaveBeenCalled();
  });

  test('go to one holder at a time, no matter how many wait', async () => {
    let inside = 0;
    let most = 0;
    const turn = async (locks: UploadLocks) => {
      const lock = await held(locks, 'incoming/a/b');
      inside += 1;
      most = Math.max(most, inside);
      await new Promise(setImmediate);
      inside -= 1;
      await lock.unlock();
    };
    await Promise.all([one, other, one, other, one, other].map(turn));
    expect(most).toBe(1);
  });

  test('pass to the others if one gives up waiting', async () => {
    const lock = await held(one, 'incoming/a/b');
    const gone = new AbortController();
    const waiting = other.newLock('incoming/a/b').lock(gone.signal, keep);
    gone.abort();
    await expect(waiting).rejects.toMatchObject({ status: 400 });
    await lock.unlock();
    await (await held(other, 'incoming/a/b')).unlock();
  });

  test('are released when a process loses its session, and the process is told to stop', async () => {
    const asked = vi.fn<() => void>();
    const lock = await held(one, 'incoming/a/b', asked);
    await endSessions();
    const next = await held(other, 'incoming/a/b');
    await expect.poll(() => asked).toHaveBeenCalled();
    // Whatever that process still does with its lock takes nothing from the current holder.
    await lock.unlock();
    const askedOfNext = one.newLock('incoming/a/b').lock(AbortSignal.timeout(300), keep);
    await expect(askedOfNext).rejects.toMatchObject({ status: 400 });
    await next.unlock();
    // A new session is opened when it is needed.
    await (await held(one, 'incoming/a/b')).unlock();
  });
});

async function endSessions(): Promise<void> {
  const admin = new Client(database.address);
  await admin.connect();
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'counterpart-uploads'`,
  );
  await admin.end();
}
