import { expect, test } from 'vitest';
import { FairSlots, GaveWay } from './fair-slots.ts';

const never = new AbortController().signal;

/** Starts work that runs until it is ended or stopped; `log` gets its name when it starts. */
function begin(slots: FairSlots, group: string | null, name: string, log: string[]) {
  const end = Promise.withResolvers<void>();
  const outcome = slots
    .use(group, never, async (signal) => {
      log.push(name);
      signal.addEventListener('abort', () => end.reject(new Error('stopped')));
      await end.promise;
    })
    .then(
      () => 'done',
      (error: unknown) => (error instanceof GaveWay ? 'gave way' : 'failed'),
    );
  return { end: () => end.resolve(), fail: () => end.reject(new Error('broken')), outcome };
}

/** Lets all settled promises take effect. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

test('lets a group on its own use every slot, first come, first served', async () => {
  const slots = new FairSlots({ slots: 2, perGroup: 1 });
  const log: string[] = [];
  const [first, , third] = ['a1', 'a2', 'a3'].map((name) => begin(slots, 'a', name, log));
  await settle();
  expect(log).toEqual(['a1', 'a2']);
  first?.end();
  expect(await first?.outcome).toBe('done');
  await settle();
  expect(log).toEqual(['a1', 'a2', 'a3']);
  third?.end();
  expect(await third?.outcome).toBe('done');
});

test('takes the newest slot of a group with more than its share as soon as another group waits', async () => {
  const slots = new FairSlots({ slots: 2, perGroup: 1 });
  const log: string[] = [];
  const [first, second] = ['a1', 'a2', 'a3'].map((name) => begin(slots, 'a', name, log));
  await settle();
  begin(slots, 'b', 'b1', log);
  expect(await second?.outcome).toBe('gave way');
  await settle();
  expect(log).toEqual(['a1', 'a2', 'b1']);
  first?.end();
  await settle();
  expect(log).toEqual(['a1', 'a2', 'b1', 'a3']);
});

test('lets a third group wait while the other two have only their share, and gives the next slot to the group with the fewest', async () => {
  const slots = new FairSlots({ slots: 2, perGroup: 1 });
  const log: string[] = [];
  const first = begin(slots, 'a', 'a1', log);
  const second = begin(slots, 'b', 'b1', log);
  begin(slots, 'b', 'b2', log);
  const third = begin(slots, 'c', 'c1', log);
  await settle();
  expect(log).toEqual(['a1', 'b1']);
  first.end();
  await settle();
  expect(log).toEqual(['a1', 'b1', 'c1']);
  second.end();
  third.end();
  expect(await Promise.all([first, second, third].map(({ outcome }) => outcome))).toEqual([
    'done',
    'done',
    'done',
  ]);
});

test('stops only as many slots as others are entitled to', async () => {
  const slots = new FairSlots({ slots: 4, perGroup: 2 });
  const log: string[] = [];
  const held = ['a1', 'a2', 'a3', 'a4'].map((name) => begin(slots, 'a', name, log));
  await settle();
  for (const name of ['b1', 'b2', 'b3']) begin(slots, 'b', name, log);
  await settle();
  expect(log).toEqual(['a1', 'a2', 'a3', 'a4', 'b1', 'b2']);
  expect(await Promise.all(held.slice(2).map(({ outcome }) => outcome))).toEqual(['gave way', 'gave way']);
});

test('work that fails on its own keeps its error and releases its slot', async () => {
  const slots = new FairSlots({ slots: 1, perGroup: 1 });
  const log: string[] = [];
  const first = begin(slots, null, 'first', log);
  begin(slots, null, 'second', log);
  first.fail();
  expect(await first.outcome).toBe('failed');
  await settle();
  expect(log).toEqual(['first', 'second']);
});

test('starts nothing after it was closed, and lets running work continue', async () => {
  const slots = new FairSlots({ slots: 1, perGroup: 1 });
  const log: string[] = [];
  const running = begin(slots, 'a', 'running', log);
  const waiting = begin(slots, 'a', 'waiting', log);
  await settle();
  slots.close();
  expect(await waiting.outcome).toBe('gave way');
  expect(await begin(slots, 'b', 'late', log).outcome).toBe('gave way');
  running.end();
  expect(await running.outcome).toBe('done');
  expect(log).toEqual(['running']);
});
