import { describe, expect, it } from 'vitest';
import { attachmentNumber, DEFAULT_NUMBERING, headerNumber, numberIn, numberingOf } from './numbering.ts';

describe('numbering of checklist and binder', () => {
  it('counts letters A to Z, then AA, AB, to ZZ and AAA', () => {
    const letters = [1, 2, 26, 27, 28, 52, 53, 702, 703].map((n) => numberIn('uppercase_alphabetic', n));
    expect(letters).toEqual(['A', 'B', 'Z', 'AA', 'AB', 'AZ', 'BA', 'ZZ', 'AAA']);
    expect(numberIn('lowercase_alphabetic', 28)).toBe('ab');
  });

  it('writes Roman numerals with the subtractive forms', () => {
    const numerals = [1, 4, 9, 14, 40, 44, 90, 400, 900, 1999].map((n) => numberIn('uppercase_roman', n));
    expect(numerals).toEqual(['I', 'IV', 'IX', 'XIV', 'XL', 'XLIV', 'XC', 'CD', 'CM', 'MCMXCIX']);
    expect(numberIn('lowercase_roman', 8)).toBe('viii');
  });

  it('numbers headers to three levels and leaves deeper ones unnumbered', () => {
    const numbers = [1, 2, 3, 4].map((depth) => headerNumber(DEFAULT_NUMBERING, depth, 2));
    expect(numbers).toEqual(['II', 'B', 'ii', '']);
  });

  it('numbers attachments after the number of their item', () => {
    expect(attachmentNumber('alphabetic', 'Tab 7', 1)).toBe('Tab 7-A');
    expect(attachmentNumber('numeric', 'Tab 7', 3)).toBe('Tab 7-3');
    expect(attachmentNumber('none', 'Tab 7', 1)).toBe('');
  });

  it('gives no number to rows that do not count', () => {
    expect(numberIn('numeric', 0)).toBe('');
  });
});

it('a deal is numbered by its own setting, and by the defaults until it is loaded', () => {
  const own = { ...DEFAULT_NUMBERING, numbering: 'outline' as const };
  expect(numberingOf({ binderFormatStructure: own })).toEqual(own);
  expect(numberingOf(null)).toEqual(DEFAULT_NUMBERING);
});
