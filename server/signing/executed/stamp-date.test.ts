import { expect, test } from 'vitest';
import { serverFonts } from '../page-fonts.ts';
import type { DateField, ScanFit } from './signed-sheets.ts';
import { stampDate, stampMargin } from './stamp-date.ts';

const FIELD: DateField = { assignment: 'one', x: 0.5, y: 0.8, width: 0.3, height: 0.03 };
const LETTER = { width: 612, height: 792 };
const DATE = '2026-12-01';

/** A scan that is rotated by five degrees around its middle. */
function crooked(): ScanFit {
  const [cos, sin] = [Math.cos(Math.PI / 36), Math.sin(Math.PI / 36)];
  const { width, height } = LETTER;
  const [x, y] = [width / 2, height / 2];
  return [
    cos * width,
    -sin * height,
    x - cos * x + sin * y,
    sin * width,
    cos * height,
    y - sin * x - cos * y,
  ];
}

const stamp = async (scan: { fit: ScanFit | null } | null) =>
  stampDate(DATE, [FIELD], { ...LETTER, scan }, await serverFonts());

test('the date is in its field on a page that was never printed', async () => {
  const [run] = await stamp(null);
  expect(run?.text).toContain('December');
  expect(run?.x).toBeCloseTo(0.5 * 612 + 2);
  expect(run?.y).toBeGreaterThan(0.8 * 792);
  expect(run?.y).toBeLessThan(0.83 * 792);
});

test('the date follows its field on a crooked scan', async () => {
  const [run] = await stamp({ fit: crooked() });
  const [a, b, c, d, e, f] = crooked();
  const line = [0.5 * a + 0.83 * b + c, 0.5 * d + 0.83 * e + f] as const;
  expect(run?.x).toBeCloseTo(line[0] + 2);
  expect(Math.abs((run?.y ?? 0) - line[1])).toBeLessThan(12);
  // A straight page would have the field here, but this one has something else.
  expect(Math.abs((run?.x ?? 0) - 308)).toBeGreaterThan(15);
});

test('a scan that doesn’t show its fields has the date in the margin, once', async () => {
  expect(await stamp({ fit: null })).toEqual([]);
  const fonts = await serverFonts();
  const runs = await stampMargin([DATE, DATE], { ...LETTER, scan: { fit: null } }, fonts);
  expect(runs.map(({ text }) => text).join('')).toBe('Effective date: December 1, 2026');
  expect(Math.min(...runs.map(({ y }) => y))).toBeGreaterThan(770);
  expect(await stampMargin([DATE], { ...LETTER, scan: { fit: crooked() } }, fonts)).toEqual([]);
  expect(await stampMargin([DATE], { ...LETTER, scan: null }, fonts)).toEqual([]);
});
