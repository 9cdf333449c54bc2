import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { backoffMs } from './clock.ts';

const tries = fc.integer({ min: 1, max: 5000 });
const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

it('[PUSH5] waits between a twentieth of a second and a minute, no matter how many failures there were', () => {
  fc.assert(
    fc.property(tries, random, (count, chance) => {
      const wait = backoffMs(count, chance, null);
      expect(wait).toBeGreaterThanOrEqual(50);
      expect(wait).toBeLessThanOrEqual(60_000);
    }),
  );
});

it('[PUSH5] waits up to twice as long after each failure, at random, so that devices do not all return at once', () => {
  const most = [1, 2, 3, 4, 5, 6, 7, 8].map((count) => backoffMs(count, 0.999_999, null));
  expect(most).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
  expect(backoffMs(8, 0.5, null)).toBe(30_000);
});

it('[PUSH5] never waits for less time than the server requested', () => {
  fc.assert(
    fc.property(tries, random, fc.integer({ min: 0, max: 600_000 }), (count, chance, asked) => {
      expect(backoffMs(count, chance, asked)).toBeGreaterThanOrEqual(asked);
    }),
  );
});
