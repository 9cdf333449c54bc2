import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { equal } from './equal.ts';

const json = fc.jsonValue({ maxDepth: 3 });

it('a copy is equal, whatever the order of its keys', () => {
  const reversed = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(reversed)
      : typeof value === 'object' && value !== null
        ? Object.fromEntries(
            Object.entries(value)
              .toReversed()
              .map(([key, entry]) => [key, reversed(entry)]),
          )
        : value;
  fc.assert(
    fc.property(json, (value) => {
      expect(equal(value, reversed(value))).toBe(true);
    }),
  );
});

it('two values are equal exactly if their JSON with sorted keys is the same', () => {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.entries(value)
            .map(([key, entry]) => [key, sorted(entry)])
            .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
            .concat([['{}', null]])
        : value;
  const noNegativeZero = json.map((value) => JSON.parse(JSON.stringify(value)));
  fc.assert(
    fc.property(noNegativeZero, noNegativeZero, (a, b) => {
      expect(equal(a, b)).toBe(JSON.stringify(sorted(a)) === JSON.stringify(sorted(b)));
    }),
  );
});

it.for([
  [null, {}],
  [[], {}],
  [{ a: undefined }, {}],
  [['a'], ['a', 'b']],
  ['1', 1],
] as const)('distinguishes %j from %j', ([a, b]) => {
  expect(equal(a, b)).toBe(false);
  expect(equal(b, a)).toBe(false);
});
