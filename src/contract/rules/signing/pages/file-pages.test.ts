import { expect, test } from 'vitest';
import { placeOfFilePage } from './file-pages.ts';

test('a marked page goes between its neighbors in the file', () => {
  expect(placeOfFilePage([3, 9], 5)).toBe(1);
});

test('the first and the last page of a file go before and after its other marked pages', () => {
  expect(placeOfFilePage([3, 9], 1)).toBe(0);
  expect(placeOfFilePage([3, 9], 12)).toBe(2);
});

test('marked pages go before generated pages', () => {
  expect(placeOfFilePage([3, null], 12)).toBe(1);
  expect(placeOfFilePage([null, null], 4)).toBe(0);
});
