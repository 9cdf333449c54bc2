import { describe, expect, it } from 'vitest';
import { compareInk, type GrayPage } from './compare-ink.ts';
import { apply, fitPage } from './fit-page.ts';

const SCALE = 100 / 72;
const CODE = 'CP-ABCDEFGH234567OI';
const BOXES = [
  { text: CODE, x: 540, y: 20, size: 45 },
  { text: CODE, x: 20, y: 700, size: 45 },
];
const PAPER = { width: 612, height: 792 };

/** Returns where a point is on a scan that is rotated by some degrees, smaller, and moved. */
function scanned({ x, y }: { x: number; y: number }) {
  const angle = (3 * Math.PI) / 180;
  return {
    x: 0.95 * (x * Math.cos(angle) - y * Math.sin(angle)) + 40,
    y: 0.95 * (x * Math.sin(angle) + y * Math.cos(angle)) + 10,
  };
}

const cornersOf = ({ x, y, size }: (typeof BOXES)[number]) =>
  [
    { x, y },
    { x: x + size, y },
    { x: x + size, y: y + size },
    { x, y: y + size },
  ].map(scanned);

describe('fitting a blank page to its scan', () => {
  it('finds every point by means of two codes', () => {
    const found = BOXES.map((box) => ({ text: CODE, by: 'code' as const, corners: cornersOf(box) }));
    const fitted = fitPage(BOXES, found, PAPER, { width: 640, height: 800 });
    expect(fitted?.isExact).toBe(true);
    const [point, real] = [apply(fitted!.fit, { x: 300, y: 400 }), scanned({ x: 300, y: 400 })];
    expect(Math.hypot(point.x - real.x, point.y - real.y)).toBeLessThan(0.01);
  });

  it('is approximate with one code, and impossible without any', () => {
    const [first] = BOXES;
    const one = [{ text: CODE, by: 'code' as const, corners: cornersOf(first!) }];
    expect(fitPage(BOXES, one, PAPER, { width: 640, height: 800 })?.isExact).toBe(false);
    expect(fitPage(BOXES, [{ text: CODE, by: 'text', corners: null }], PAPER, PAPER)).toBeNull();
  });
});

/** A white page with black rectangles, in points. */
function page(...marks: [x: number, y: number, width: number, height: number][]): GrayPage {
  const [width, height] = [Math.round(612 * SCALE), Math.round(792 * SCALE)];
  const data = new Uint8Array(width * height).fill(255);
  for (const [x, y, wide, high] of marks)
    for (let row = Math.round(y * SCALE); row < (y + high) * SCALE; row += 1)
      data.fill(0, row * width + Math.round(x * SCALE), row * width + Math.round((x + wide) * SCALE));
  return { data, width, height, scale: SCALE };
}

const field = { purpose: 'signature', signers: ['jane'], x: 300, y: 130, width: 200, height: 24 };
const sheet = { fields: [field], runs: [{ x: 80, y: 100, width: 200, size: 12 }], codes: [] };
const LINE: [number, number, number, number] = [300, 154, 200, 1];
const TEXT: [number, number, number, number] = [80, 92, 200, 8];
const STROKE: [number, number, number, number] = [320, 140, 60, 2];

function warningsOf(scan: GrayPage, more: Partial<Parameters<typeof compareInk>[0]> = {}) {
  const blank = page(LINE, TEXT);
  const same = { fit: [1, 0, 0, 0, 1, 0], isExact: true } as const;
  return compareInk({ ...same, blank, scan, sheet, own: new Set(['jane']), ...more });
}

describe('comparing a signed page with its blank', () => {
  it('gives no warning for ink on its line', () => {
    expect(warningsOf(page(LINE, TEXT, STROKE))).toEqual([]);
  });

  it('gives a warning without ink, even if the page was printed thicker or has specks', () => {
    expect(warningsOf(page(LINE, TEXT))).toEqual(['no_ink']);
    expect(warningsOf(page([299, 153, 202, 3], TEXT, [350, 140, 0.6, 0.6]))).toEqual(['no_ink']);
  });

  it('gives a warning for ink on somebody else’s line, and for a date that is filled in', () => {
    const others = { ...field, signers: ['omar'], y: 330 };
    const date = { ...field, purpose: 'date_signed', y: 230 };
    const fields = [field, others, date];
    const stroke = (y: number): typeof STROKE => [320, y, 60, 2];
    const scan = page(LINE, TEXT, STROKE, stroke(240), stroke(340));
    expect(warningsOf(scan, { sheet: { ...sheet, fields } }).toSorted()).toEqual([
      'date_filled',
      'ink_elsewhere',
    ]);
    expect(warningsOf(page(LINE, TEXT, STROKE), { sheet: { ...sheet, fields } })).toEqual([]);
  });

  it('gives a warning if printed text is missing', () => {
    expect(warningsOf(page(LINE, STROKE))).toEqual(['covered_text']);
  });
});
