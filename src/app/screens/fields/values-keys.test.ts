import { expect, it } from 'vitest';
import { afterEdit, gridIntent } from './values-keys.ts';

const size = { rows: 10, columns: 4, page: 5 };
const at = { row: 2, column: 1 };
const none = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

it.for([
  [{ key: 'ArrowDown' }, { row: 3, column: 1 }, false],
  [{ key: 'ArrowRight', shiftKey: true }, { row: 2, column: 2 }, true],
  [{ key: 'ArrowRight', ctrlKey: true }, { row: 2, column: 3 }, false],
  [{ key: 'ArrowUp', metaKey: true }, { row: 0, column: 1 }, false],
  [{ key: 'PageDown' }, { row: 7, column: 1 }, false],
  [{ key: 'Home' }, { row: 2, column: 0 }, false],
  [{ key: 'End', ctrlKey: true, shiftKey: true }, { row: 9, column: 3 }, true],
  [{ key: 'Tab' }, { row: 2, column: 2 }, false],
] as const)('%o moves to %o', ([key, to, extend]) => {
  expect(gridIntent({ ...none, ...key }, at, size)).toEqual({ type: 'go', to, extend });
});

it.for([
  [{ key: 'x' }, { type: 'edit', keepText: false }],
  [{ key: '字' }, { type: 'edit', keepText: false }],
  [{ key: 'Dead' }, { type: 'edit', keepText: false }],
  [{ key: 'F2' }, { type: 'edit', keepText: true }],
  [{ key: 'Delete' }, { type: 'clear' }],
  [{ key: 'd', ctrlKey: true }, { type: 'fill-down' }],
  [{ key: 'z', ctrlKey: true }, null],
  [{ key: 'Shift', shiftKey: true }, null],
  [{ key: 'x', altKey: true }, null],
] as const)('%o means %o', ([key, intent]) => {
  expect(gridIntent({ ...none, ...key }, at, size)).toEqual(intent);
});

it('Tab wraps at the end of a row, and leaves the grid at its end', () => {
  const tab = { ...none, key: 'Tab' };
  expect(gridIntent(tab, { row: 2, column: 3 }, size)).toMatchObject({ to: { row: 3, column: 0 } });
  expect(gridIntent(tab, { row: 9, column: 3 }, size)).toBeNull();
  expect(gridIntent({ ...tab, shiftKey: true }, { row: 0, column: 0 }, size)).toBeNull();
});

it('Enter ends an edit and moves down, Tab ends it and moves right, within the grid', () => {
  expect(afterEdit({ key: 'Enter', shiftKey: false }, at, size)).toEqual({ row: 3, column: 1 });
  expect(afterEdit({ key: 'Enter', shiftKey: true }, at, size)).toEqual({ row: 1, column: 1 });
  expect(afterEdit({ key: 'Tab', shiftKey: false }, { row: 9, column: 3 }, size)).toEqual({
    row: 9,
    column: 3,
  });
  expect(afterEdit({ key: 'ArrowDown', shiftKey: false }, at, size)).toBeNull();
});
