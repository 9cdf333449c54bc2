import { describe, expect, test } from 'vitest';
import { findSignatureLines, type TextPiece } from './signature-lines.ts';

const PAGE = { width: 612 };
const piece = (text: string, x: number, y: number, width = text.length * 6): TextPiece => ({
  text,
  x,
  y,
  width,
  height: 9,
});
const line = (x: number, y: number): TextPiece => ({ ...piece('_'.repeat(30), x, y + 9, 180), height: 0.6 });
const signs = (id: string, ...names: string[]) => ({ id, names });

/** A typical block of an agreement: the entity, "By:" with a line, the name and the title. */
const block = (entity: string, person: string, x: number, y: number): TextPiece[] => [
  piece(entity, x, y),
  piece('By: ', x, y + 40),
  line(x + 24, y + 40),
  piece(`Name: ${person}`, x, y + 56),
  piece('Title: ', x, y + 70),
  line(x + 42, y + 70),
];

describe('the line on which somebody signs', () => {
  test('is the one above their name', () => {
    const pieces = [...block('ALPHA CORP.', 'Jane Doe', 72, 100), ...block('BETA LLC', 'John Roe', 72, 300)];
    const found = findSignatureLines(
      pieces,
      [signs('john', 'John Roe', ''), signs('jane', 'Jane Doe')],
      PAGE,
    );
    expect(found.get('jane')).toMatchObject({ x: 96, width: 180 });
    expect(found.get('jane')?.y).toBeCloseTo(119.6);
    expect(found.get('john')?.y).toBeCloseTo(319.6);
  });

  test('is the one below their entity, if the name is still blank', () => {
    const pieces = [...block('Alpha Corp.', '', 72, 100), ...block('Beta, LLC', '', 330, 100)];
    const found = findSignatureLines(pieces, [signs('assignment', 'Jane Doe', 'Beta LLC')], PAGE);
    expect(found.get('assignment')?.x).toBe(354);
  });

  test('differs for two capacities of one person', () => {
    const pieces = [...block('Alpha Corp.', 'Jane Doe', 72, 100), ...block('Beta LLC', 'Jane Doe', 72, 300)];
    const both = [signs('alpha', 'Jane Doe', 'Alpha Corp.'), signs('beta', 'Jane Doe', 'Beta LLC')];
    const found = findSignatureLines(pieces, both, PAGE);
    expect(found.get('alpha')?.y).toBeCloseTo(119.6);
    expect(found.get('beta')?.y).toBeCloseTo(319.6);
  });

  test('is never the line for a title or a date', () => {
    const pieces = [piece('Title: ', 72, 100), line(114, 100), piece('Date: ', 72, 130), line(108, 130)];
    expect(findSignatureLines(pieces, [signs('jane', 'Jane Doe')], PAGE).size).toBe(0);
  });

  test('is the space after "By:" if the line is drawn instead of typed', () => {
    const pieces = [piece('Alpha Corp.', 72, 100), piece('By:', 72, 140), piece('Name: Jane Doe', 72, 156)];
    expect(findSignatureLines(pieces, [signs('jane', 'Jane Doe')], PAGE).get('jane')).toMatchObject({
      x: 94,
      width: 180,
    });
  });

  test('is the only line of a page that one person signs, whatever is printed next to it', () => {
    const found = findSignatureLines([line(72, 100)], [signs('jane', 'Jane Doe')], PAGE);
    expect(found.get('jane')).toMatchObject({ x: 72 });
  });

  test('is undecided if several lines have no name', () => {
    const found = findSignatureLines([line(72, 100), line(72, 200)], [signs('jane', 'Jane Doe')], PAGE);
    expect(found.size).toBe(0);
  });
});
