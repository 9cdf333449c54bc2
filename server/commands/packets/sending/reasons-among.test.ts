import { expect, test } from 'vitest';
import { reasonsAmong } from './reasons-among.ts';

const numbers = Array.from({ length: 200 }, (_, index) => index);

/** Returns the reason for the first bad number. */
function ask(bad: ReadonlySet<number>) {
  const asked: number[] = [];
  return {
    asked,
    whyNot: async (some: readonly number[]) => {
      asked.push(some.length);
      const found = some.find((each) => bad.has(each));
      return found === undefined ? null : `${found} is bad.`;
    },
  };
}

test('one question about 200 good items finds nothing wrong with them', async () => {
  const { asked, whyNot } = ask(new Set());
  expect([...(await reasonsAmong(numbers, whyNot))]).toEqual([]);
  expect(asked).toEqual([200]);
});

test('a single bad item among 200 is found with few questions', async () => {
  const { asked, whyNot } = ask(new Set([137]));
  expect([...(await reasonsAmong(numbers, whyNot))]).toEqual([[137, '137 is bad.']]);
  expect(asked.length).toBeLessThan(20);
});

test('each bad item gets its own reason, in the order of the items', async () => {
  const { whyNot } = ask(new Set([199, 0, 100]));
  expect([...(await reasonsAmong(numbers, whyNot))]).toEqual([
    [0, '0 is bad.'],
    [100, '100 is bad.'],
    [199, '199 is bad.'],
  ]);
});

test('an empty list has no reasons, and nothing is asked', async () => {
  const { asked, whyNot } = ask(new Set([1]));
  expect([...(await reasonsAmong([], whyNot))]).toEqual([]);
  expect(asked).toEqual([]);
});
