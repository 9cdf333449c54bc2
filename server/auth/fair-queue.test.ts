import { expect, test, vi } from 'vitest';
import { FairQueue, QueueFull } from './fair-queue.ts';

/** Work that ends on request and records that it has started. */
function bench(queue: FairQueue) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const bring = (name: string, ...parties: string[]) =>
    queue.run(parties, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  /** Ends running work, one after another, until `count` have started. */
  const until = async (count: number): Promise<void> => {
    while (begun.length < count) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { begun, ends, bring, until };
}

test.for([
  ['from one address', (n: number) => [`account ${n}`, 'one address']],
  ['at one account', (n: number) => ['one account', `address ${n}`]],
] as const)(
  'a caller with many %s waits behind its own work, and takes turns with the others',
  async ([, partiesOf]) => {
    const queue = new FairQueue({ atOnce: 1, mostWaiting: 100, longestWaitMs: 60_000 });
    const { begun, bring, until } = bench(queue);
    for (let n = 1; n <= 20; n += 1) void bring(`flood ${n}`, ...partiesOf(n));
    void bring('ada', 'ada', 'her address');
    void bring('mo', 'mo', 'his address');
    await until(5);
    expect(begun).toEqual(['flood 1', 'ada', 'mo', 'flood 2', 'flood 3']);
  },
);

test('runs a limited number at once, queues the rest, and refuses more than the queue holds', async () => {
  const queue = new FairQueue({ atOnce: 2, mostWaiting: 3, longestWaitMs: 60_000 });
  const { begun, ends, bring } = bench(queue);
  const taken = ['a', 'b', 'c', 'd', 'e'].map((name) => bring(name));
  expect(begun).toEqual(['a', 'b']);
  await expect(bring('f')).rejects.toThrow(QueueFull);
  ends.shift()?.();
  expect(await taken[0]).toBe('a');
  const late = bring('g');
  while (begun.length < 6) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  ends.shift()?.();
  ends.shift()?.();
  expect(await late).toBe('g');
});

test('a failure reaches the caller that submitted the work, and the next work starts', async () => {
  const queue = new FairQueue({ atOnce: 1, mostWaiting: 10, longestWaitMs: 60_000 });
  const failed = queue.run(['a'], () => Promise.reject(new Error('no')));
  const next = queue.run(['b'], () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('work that waits too long fails without running', async () => {
  vi.useFakeTimers();
  try {
    const queue = new FairQueue({ atOnce: 1, mostWaiting: 10, longestWaitMs: 60_000 });
    const { begun, ends, bring } = bench(queue);
    const first = bring('a');
    const late = bring('b').catch((error: unknown) => error);
    vi.advanceTimersByTime(60_000);
    expect(await late).toBeInstanceOf(QueueFull);
    ends.shift()?.();
    expect(await first).toBe('a');
    expect(begun).toEqual(['a']);
  } finally {
    vi.useRealTimers();
  }
});

test('all waiting work can be failed at once, while running work continues', async () => {
  const queue = new FairQueue({ atOnce: 1, mostWaiting: 10, longestWaitMs: 60_000 });
  const { begun, ends, bring } = bench(queue);
  const first = bring('a');
  const waiting = [bring('b'), bring('c')];
  queue.failWaiting(new Error('The store is away.'));
  for (const each of waiting) await expect(each).rejects.toThrow('The store is away.');
  ends.shift()?.();
  expect(await first).toBe('a');
  expect(begun).toEqual(['a']);
});
