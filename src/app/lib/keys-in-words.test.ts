import { expect, it } from 'vitest';
import { keysInWords } from './keys-in-words.ts';

it('names keys as the keyboard does', () => {
  expect(keysInWords('Ctrl + Shift + Z or Ctrl + Y', false)).toBe('Ctrl + Shift + Z or Ctrl + Y');
  expect(keysInWords('Ctrl + Shift + Z or Ctrl + Y', true)).toBe('⌘ + Shift + Z or ⌘ + Y');
  expect(keysInWords('Alt + ↑', true)).toBe('⌥ + ↑');
});

it('leaves a Mac the key that its system does not take', () => {
  expect(keysInWords('Ctrl + Space', true)).toBe('Ctrl + Space');
});
