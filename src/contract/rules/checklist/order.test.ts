import { expect, it } from 'vitest';
import { byOrder, indexAfter } from './order.ts';

it('sorts rows by their order, and rows with the same order by their uuid', () => {
  const rows = [
    { uuid: 'c', order: 1 },
    { uuid: 'b', order: 1 },
    { uuid: 'a', order: 2 },
  ];
  expect(rows.toSorted(byOrder).map(({ uuid }) => uuid)).toEqual(['b', 'c', 'a']);
});

it('returns the place after a sibling, and the first place without one', () => {
  expect(indexAfter(['a', 'b'], 'a')).toBe(1);
  expect(indexAfter(['a', 'b'], null)).toBe(0);
});

it('returns the end if the sibling is gone or none was named', () => {
  expect(indexAfter(['a', 'b'], 'gone')).toBeUndefined();
  expect(indexAfter(['a', 'b'], undefined)).toBeUndefined();
});
