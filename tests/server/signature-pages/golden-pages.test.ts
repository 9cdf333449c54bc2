import { describe, expect, it } from 'vitest';
import type { PageLayout, Sheet } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { GOLDEN_CASES } from './golden-cases.ts';
import { layOut } from './page-engine.ts';

/*
 * Golden pages as text with positions in points: `x y width face size text`. If you changed the layout on
 * purpose, review the difference and run with -u.
 */

describe.each(GOLDEN_CASES)('%s', (_, cases) => {
  it.each(cases)('%s', async (__, options) => {
    expect(describeLayout(await layOut(options))).toMatchSnapshot();
  });
});

function describeLayout({ sheets, warnings }: PageLayout): string {
  const parts = sheets.map(
    (sheet, at) => `sheet ${at + 1}: ${sheet.width} × ${sheet.height}\n${describeSheet(sheet)}`,
  );
  return [...parts, ...warnings.map((warning) => JSON.stringify(warning))].join('\n');
}

function describeSheet({ runs, rules, fields, codes }: Sheet): string {
  const lines = [
    ...runs.map(({ x, y, width, face, size, text }) => ({ x, y, width, text: `${face} ${size}  ${text}` })),
    ...rules.map(({ x, y, width, thickness, style }) => ({
      x,
      y,
      width,
      text: `${style} line, ${thickness.toFixed(2)}${purposeAt(fields, x, y)}`,
    })),
    ...codes.map(({ x, y, size, text }) => ({ x, y, width: size, text: `code ${text}` })),
  ];
  return lines
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .map(
      ({ x, y, width, text }) =>
        `${[x, y, width].map((value) => value.toFixed(1).padStart(6)).join(' ')}  ${text}`,
    )
    .join('\n');
}

function purposeAt(fields: Sheet['fields'], x: number, y: number): string {
  const field = fields.find((each) => Math.abs(each.x - x) < 0.1 && Math.abs(each.y + each.height - y) < 2);
  return field ? ` for ${field.purpose}` : '';
}
