import { describe, expect, it } from 'vitest';
import {
  chooseOnly,
  extendTo,
  focusOnly,
  neighbor,
  NOTHING_CHOSEN,
  pruned,
  toggleChosen,
} from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

describe('a selection of rows', () => {
  it('extends a range from its anchor in either direction', () => {
    const down = extendTo(chooseOnly('c'), 'e', order);
    expect([...down.chosen]).toEqual(['c', 'd', 'e']);
    expect([...extendTo(down, 'a', order).chosen]).toEqual(['a', 'b', 'c']);
  });

  it('adds and removes single rows', () => {
    const two = toggleChosen(chooseOnly('a'), 'd');
    expect([...two.chosen]).toEqual(['a', 'd']);
    expect([...toggleChosen(two, 'a').chosen]).toEqual(['d']);
  });

  it('moves the focus and keeps the selected rows', () => {
    expect(focusOnly(chooseOnly('a'), 'b')).toMatchObject({ active: 'b', anchor: 'a' });
  });

  it('drops only rows that no longer exist', () => {
    const two = toggleChosen(chooseOnly('a'), 'd');
    const left = pruned(two, (uuid) => uuid !== 'd');
    expect(left).toEqual({ chosen: new Set(['a']), active: null, anchor: null });
    expect(pruned(two, () => true)).toBe(two);
  });

  it('starts a range at the clicked row when no row is selected', () => {
    expect([...extendTo(NOTHING_CHOSEN, 'b', order).chosen]).toEqual(['b']);
  });

  it('moves to the row after the removed ones, or else to the row before them', () => {
    expect(neighbor(order, new Set(['b', 'c']))).toBe('d');
    expect(neighbor(order, new Set(['d', 'e']))).toBe('c');
    expect(neighbor(order, new Set(order))).toBeNull();
  });
});
