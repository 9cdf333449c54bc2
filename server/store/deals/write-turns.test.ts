import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Refusal } from '../../refusal.ts';
import { WriteTurns } from './write-turns.ts';

const LIMITS = { atOnce: 4, waitMs: 60_000, mostWaiting: 100 };

/** Work that ends on request. */
function held(): { work: () => Promise<void>; end: () => void; started: () => boolean } {
  const { promise, resolve } = Promise.withResolvers<void>();
  let started = false;
  const work = () => {
    started = true;
    return promise;
  };
  return { work, end: resolve, started: () => started };
}

test('writes to one deal run one after the other, in the order in which they arrived', async () => {
  const turns = new WriteTurns(LIMITS);
  const done: number[] = [];
  let running = 0;
  const write = async (number: number) => {
    running += 1;
    expect(running).toBe(1);
    await wait(number % 3);
    done.push(number);
    running -= 1;
  };
  const numbers = Array.from({ length: 20 }, (_, number) => number);
  await Promise.all(numbers.map((number) => turns.run('a', () => write(number))));
  expect(done).toEqual(numbers);
});

test('a deal with many waiting writes takes one slot, and other deals continue', async () => {
  const turns = new WriteTurns(LIMITS);
  const slow = held();
  const all = [turns.run('busy', slow.work), ...[1, 2, 3, 4, 5].map(() => turns.run('busy', async () => {}))];
  expect(await turns.run('calm', async () => 'done')).toBe('done');
  expect(await turns.run(null, async () => 'done')).toBe('done');
  slow.end();
  await Promise.all(all);
});

test('all deals together run a limited number of writes at once, and the next starts when one ends', async () => {
  const turns = new WriteTurns({ ...LIMITS, atOnce: 2 });
  const [first, second, third] = [held(), held(), held()];
  const all = [first, second, third].map(({ work }, index) => turns.run(`deal ${index}`, work));
  await wait(0);
  expect([first, second, third].map((each) => each.started())).toEqual([true, true, false]);
  first.end();
  await all[0];
  await expect.poll(() => third.started()).toBe(true);
  second.end();
  third.end();
  await Promise.all(all);
});

test('a write that waits too long gets a response to retry, and does not run later', async () => {
  const turns = new WriteTurns({ ...LIMITS, waitMs: 50 });
  const slow = held();
  const first = turns.run('a', slow.work);
  const late = held();
  const refused = await turns.run('a', late.work).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(Refusal);
  expect(refused).toMatchObject({ status: 503, data: { retryAfter: 2 } });
  slow.end();
  await first;
  expect(await turns.run('a', async () => 'next')).toBe('next');
  expect(late.started()).toBe(false);
});

test('a write that waits too long for a connection gives up its turn on the deal', async () => {
  const turns = new WriteTurns({ ...LIMITS, atOnce: 1, waitMs: 50 });
  const slow = held();
  const first = turns.run('a', slow.work);
  await expect(turns.run('b', async () => {})).rejects.toThrow(Refusal);
  slow.end();
  await first;
  expect(await turns.run('b', async () => 'done')).toBe('done');
});

test('a write to a deal whose queue is full is rejected at once', async () => {
  const turns = new WriteTurns({ ...LIMITS, mostWaiting: 1 });
  const slow = held();
  const all = [turns.run('a', slow.work), turns.run('a', async () => {})];
  await expect(turns.run('a', async () => {})).rejects.toThrow(Refusal);
  slow.end();
  await Promise.all(all);
});

test('a failed write ends its turn', async () => {
  const turns = new WriteTurns({ ...LIMITS, atOnce: 1 });
  const failing = turns.run('a', async () => {
    throw new Error('No.');
  });
  await expect(failing).rejects.toThrow('No.');
  expect(await turns.run('a', async () => 'done')).toBe('done');
});
