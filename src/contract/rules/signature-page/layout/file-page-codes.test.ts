import { expect, test } from 'vitest';
import { codeCorners, fileCodes } from './file-page-codes.ts';

const LETTER = { width: 612, height: 792 };
const places = (blank: boolean[]) => fileCodes('CP-A', LETTER, blank).map(({ x, y }) => [x > 306, y > 396]);

test('a code goes in two opposite corners, preferably top right and bottom left', () => {
  expect(places([true, true, true, true])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(places([false, true, true, true])).toEqual([
    [false, false],
    [true, true],
  ]);
});

test('a code never covers print: it uses the remaining blank corners, or none', () => {
  expect(places([true, false, true, false])).toEqual([
    [true, false],
    [false, false],
  ]);
  expect(places([false, false, false, false])).toEqual([]);
});

test('a page that is too small gets no code', () => {
  expect(codeCorners({ width: 120, height: 792 })).toEqual([]);
  expect(fileCodes('CP-A', { width: 120, height: 792 }, [])).toEqual([]);
});
