import { expect, it } from 'vitest';
import { paragraphOf, plainText } from './page-text.ts';

const piece = (text: string, bold = false) => ({ text, bold, italic: false, underline: false });

it('reads paragraphs as one line each, without styles', () => {
  expect(plainText(['One', [piece('Two '), piece('bold', true)]])).toBe('One\nTwo bold');
});

it('stores plain text as a string, and joins neighbors of the same style', () => {
  expect(paragraphOf([piece('In '), piece(''), piece('witness')])).toBe('In witness');
  expect(paragraphOf([])).toBe('');
  expect(paragraphOf([piece('In '), piece('wit', true), piece('ness', true)])).toEqual([
    piece('In '),
    piece('witness', true),
  ]);
});
