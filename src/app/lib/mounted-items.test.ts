import { expect, test } from 'vitest';
import { gapBefore, nextItems, type MountedItem } from './mounted-items.ts';

const items = (...indexes: number[]) => indexes.map((index) => ({ index, start: index * 40, size: 40 }));
const keysOf = (mounted: readonly MountedItem[]) => mounted.map(({ key }) => key);

test('items that stay mounted keep their keys, and new ones get new keys', () => {
  const first = nextItems([], items(0, 1, 2, 3), -1);
  expect(keysOf(first)).toEqual([0, 1, 2, 3]);
  const second = nextItems(first, items(2, 3, 4, 5), -1);
  expect(keysOf(second)).toEqual([2, 3, 4, 5]);
  expect(keysOf(nextItems(second, items(1, 2, 3, 4), -1))).toEqual([6, 2, 3, 4]);
});

test('after a jump, the new items reuse the keys of the previous ones in the same order', () => {
  const first = nextItems([], items(0, 1, 2), -1);
  expect(keysOf(nextItems(first, items(50, 51, 52, 53), -1))).toEqual([0, 1, 2, 3]);
});

test('the pinned item keeps its key in a jump, and no other item takes it', () => {
  const first = nextItems([], items(0, 1, 2), 1);
  const second = nextItems(first, items(1, 50, 51, 52), 1);
  expect(keysOf(second)).toEqual([1, 0, 2, 3]);
  expect(keysOf(nextItems(second, items(1, 90, 91), 1))).toEqual([1, 0, 2]);
});

test('the items stay the same array until an index, a position or a size changes', () => {
  const first = nextItems([], items(0, 1, 2), 0);
  expect(nextItems(first, items(0, 1, 2), 2)).toBe(first);
  const wider = items(0, 1, 2).map((item) => ({ ...item, start: item.index * 48, size: 48 }));
  const second = nextItems(first, wider, 0);
  expect(second).not.toBe(first);
  expect(keysOf(second)).toEqual([0, 1, 2]);
});

test('there is a gap where items are not mounted: before the first one, and after a pinned one', () => {
  const shown = nextItems([], items(1, 5, 6), 1);
  expect([0, 1, 2].map((place) => gapBefore(shown, place, 0))).toEqual([40, 120, 0]);
});
