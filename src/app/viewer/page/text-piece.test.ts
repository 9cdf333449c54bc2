import { expect, test } from 'vitest';
import { pieceOf } from './text-piece.ts';

test('a piece of text has its box measured from the top left of the page', () => {
  const piece = { str: 'By:', transform: [12, 0, 0, 12, 72, 700], width: 20, height: 12 };
  const { x, y, width, height } = pieceOf(piece, [1, 0, 0, -1, 0, 792]);
  expect([x, width, height]).toEqual([72, 20, 12]);
  expect(y).toBeCloseTo(792 - 700 - 12 + 2.4);
});

test('text on a rotated page has its box on the page as displayed', () => {
  // The text runs upward in the file. The page is displayed rotated by 90 degrees, so it reads from left to right.
  const piece = { str: 'By:', transform: [0, 12, -12, 0, 500, 72], width: 20, height: 12 };
  const { x, y, width, height } = pieceOf(piece, [0, 1, 1, 0, 0, 0]);
  expect([x, width, height]).toEqual([72, 20, 12]);
  expect(y).toBeCloseTo(500 - 12 + 2.4);
});
