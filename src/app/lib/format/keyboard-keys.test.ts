import { expect, it } from 'vitest';
import { formatKeys } from './keyboard-keys.ts';

it('names keys as the keyboard does', () => {
  expect(formatKeys('Ctrl + Shift + Z or Ctrl + Y', false)).toBe('Ctrl + Shift + Z or Ctrl + Y');
  expect(formatKeys('Ctrl + Shift + Z or Ctrl + Y', true)).toBe('⌘ + Shift + Z or ⌘ + Y');
  expect(formatKeys('Alt + ↑', true)).toBe('⌥ + ↑');
});

it('keeps Ctrl + Space on a Mac', () => {
  expect(formatKeys('Ctrl + Space', true)).toBe('Ctrl + Space');
});
