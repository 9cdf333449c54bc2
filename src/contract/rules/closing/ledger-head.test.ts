import { expect, test } from 'vitest';
import { headIn, headInWords, lacksLines } from './ledger-head.ts';

const links = [{ hash: 'a' }, { hash: 'b' }];

test('a ledger lacks lines if it lost its last ones or has others in their place, but not if it has grown', () => {
  expect(lacksLines(links, { lines: 2, hash: 'b' })).toBe(false);
  expect(lacksLines([...links, { hash: 'c' }], { lines: 2, hash: 'b' })).toBe(false);
  expect(lacksLines(links.slice(0, 1), { lines: 2, hash: 'b' })).toBe(true);
  expect(lacksLines([], { lines: 2, hash: 'b' })).toBe(true);
  expect(lacksLines([{ hash: 'a' }, { hash: 'x' }], { lines: 2, hash: 'b' })).toBe(true);
  expect(lacksLines([], null)).toBe(false);
});

test.each([1, 12])('a head of %i lines is read back from a seal’s reason', (lines) => {
  const head = { lines, hash: '0123456789abcdef'.repeat(4) };
  expect(headIn(headInWords(head))).toEqual(head);
  expect(headIn('Released.')).toBeNull();
});
