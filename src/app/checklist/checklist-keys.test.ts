import { describe, expect, it } from 'vitest';
import { focusTarget, keyIntent } from './checklist-keys.ts';

describe('keyIntent', () => {
  const press = (key: string, held: Partial<Record<'alt' | 'ctrl' | 'shift', boolean>> = {}) =>
    keyIntent({
      key,
      altKey: held.alt ?? false,
      ctrlKey: held.ctrl ?? false,
      metaKey: false,
      shiftKey: held.shift ?? false,
    });

  it('moves rows with Alt and the arrow keys', () => {
    expect(press('ArrowUp', { alt: true })).toEqual({ type: 'move', direction: 'up' });
    expect(press('ArrowRight', { alt: true })).toEqual({ type: 'move', direction: 'in' });
    expect(press('ArrowRight')).toEqual({ type: 'open' });
  });

  it('extends the selection with Shift, and moves only the focus with Ctrl', () => {
    expect(press('ArrowDown', { shift: true })).toEqual({ type: 'focus', step: 'next', how: 'extend' });
    expect(press('End', { ctrl: true })).toEqual({ type: 'focus', step: 'last', how: 'focus' });
  });

  it('leaves browser shortcuts to the browser', () => {
    expect(press('r', { ctrl: true })).toBeNull();
    expect(press('h', { alt: true })).toBeNull();
    expect(press('Tab')).toBeNull();
  });
});

describe('focusTarget', () => {
  const order = ['a', 'b', 'c'];

  it('returns the neighbor of the focused row', () => {
    expect(focusTarget(order, 'b', 'next')).toBe('c');
    expect(focusTarget(order, 'b', 'previous')).toBe('a');
  });

  it('stops at the first and the last row', () => {
    expect(focusTarget(order, 'c', 'next')).toBe('c');
    expect(focusTarget(order, 'b', 'page-up')).toBe('a');
    expect(focusTarget([], null, 'last')).toBeNull();
  });
});
