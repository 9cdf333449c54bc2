import { expect, it } from 'vitest';
import type { Sheet, TextRun } from './sheet.ts';
import { sheetText } from './sheet-text.ts';

function run(text: string, x: number, y: number): TextRun {
  return { face: 'tinos', size: 12, x, y, width: 10, text, rightToLeft: false, glyphs: [] };
}

it('reads a sheet from top to bottom, and each line from left to right', () => {
  const runs = [
    run('[Footer]', 200, 700),
    run('Jane Roe', 120, 100.2),
    run('Name: ', 72, 100),
    run('By:', 72, 80),
  ];
  const sheet: Sheet = { width: 612, height: 792, runs, rules: [], fields: [], blocks: [], codes: [] };
  expect(sheetText(sheet)).toBe('By:\nName: Jane Roe\n[Footer]');
});
