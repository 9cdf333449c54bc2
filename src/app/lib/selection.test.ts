import { describe, expect, it } from 'vitest';
import { keyIntent } from '../checklist/checklist-keys.ts';
import { chooseOnly, extendTo, focusOnly, NOTHING_CHOSEN, pruned, toggleChosen } from './selection.ts';

const order = ['a', 'b', 'c', 'd', 'e'];

describe('choosing rows', () => {
  it('takes the range from where it began, in either direction, however often it changes', () => {
    const down = extendTo(chooseOnly('c'), 'e', order);
    expect([...down.chosen]).toEqual(['c', 'd', 'e']);
    expect([...extendTo(down, 'a', order).chosen]).toEqual(['a', 'b', 'c']);
  });

  it('adds and takes out single rows', () => {
    const two = toggleChosen(chooseOnly('a'), 'd');
    expect([...two.chosen]).toEqual(['a', 'd']);
    expect([...toggleChosen(two, 'a').chosen]).toEqual(['d']);
  });

  it('moves the focus without touching the choice', () => {
    expect(focusOnly(chooseOnly('a'), 'b')).toMatchObject({ active: 'b', anchor: 'a' });
  });

  it('lets go of rows that are gone, and of nothing else', () => {
    const two = toggleChosen(chooseOnly('a'), 'd');
    const left = pruned(two, (uuid) => uuid !== 'd');
    expect(left).toEqual({ chosen: new Set(['a']), active: null, anchor: null });
    expect(pruned(two, () => true)).toBe(two);
  });

  it('begins a range at the row itself when nothing was chosen', () => {
    expect([...extendTo(NOTHING_CHOSEN, 'b', order).chosen]).toEqual(['b']);
  });
});

describe('keys on the checklist', () => {
  const press = (key: string, held: Partial<Record<'alt' | 'ctrl' | 'shift', boolean>> = {}) =>
    keyIntent({
      key,
      altKey: held.alt ?? false,
      ctrlKey: held.ctrl ?? false,
      metaKey: false,
      shiftKey: held.shift ?? false,
    });

  it('moves with Alt and the arrows', () => {
    expect(press('ArrowUp', { alt: true })).toEqual({ type: 'move', direction: 'up' });
    expect(press('ArrowRight', { alt: true })).toEqual({ type: 'move', direction: 'in' });
    expect(press('ArrowRight')).toEqual({ type: 'open' });
  });

  it('extends with Shift and only focuses with Ctrl', () => {
    expect(press('ArrowDown', { shift: true })).toEqual({ type: 'focus', step: 'next', how: 'extend' });
    expect(press('End', { ctrl: true })).toEqual({ type: 'focus', step: 'last', how: 'focus' });
  });

  it('leaves the keys of the browser alone', () => {
    expect(press('r', { ctrl: true })).toBeNull();
    expect(press('h', { alt: true })).toBeNull();
    expect(press('Tab')).toBeNull();
  });
});
