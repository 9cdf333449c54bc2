import type { InkWarning } from '../../../src/contract/rules/signing/pages/scanned-page.ts';
import type { ComparedPage } from './compared-pages.ts';
import { apply, type Fit } from './fit-page.ts';

// Finds anything unusual about a signed page by comparing it with its blank. Runs in the process that compares them.

/** A gray picture. `scale`: pixels per point. */
export interface GrayPage {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

interface Compared {
  blank: GrayPage;
  scan: GrayPage;
  fit: Fit;
  isExact: boolean;
  sheet: Pick<ComparedPage['sheet'], 'fields' | 'runs' | 'codes'>;
  /** The signatures that the page was matched to. */
  own: ReadonlySet<string>;
}

/** The area of ink, in square points, below which a line counts as empty: it may be a dot, or dust. */
const INK_MIN = 14;
/** Above this area, a line that should be empty isn't. */
const STRAY_MIN = 30;
/** Signatures extend above and below their line. */
const ABOVE = 12;
const BELOW = 8;

/** Tolerance for blurred print and an inexact fit, in points. */
const NEAR = 2;
const NEAR_ROUGHLY = 5;

/** A pixel is dark if it is darker than this share of the paper. */
const DARK_SHARE = 0.72;
/** The share of a text line that may be missing. */
const MISSING_MAX = 0.6;
/** Fewer dark pixels than this aren't a line of text. */
const TEXT_MIN = 30;

export function compareInk(compared: Compared): InkWarning[] {
  const { sheet, own, isExact } = compared;
  const ink = openInk(compared);
  const warnings = new Set<InkWarning>();
  for (const field of sheet.fields) {
    const isOwn = field.signers.some((each) => own.has(each));
    const isSigned = field.purpose === 'signature' || field.purpose === 'witness_signature';
    const amount = ink.newInk(field, isSigned && isOwn);
    if (isSigned && isOwn && amount < INK_MIN) warnings.add('no_ink');
    if (field.purpose === 'signature' && !isOwn && amount > STRAY_MIN) warnings.add('ink_elsewhere');
    if (field.purpose === 'date_signed' && amount > INK_MIN) warnings.add('date_filled');
  }
  if (isExact && ink.isTextMissing()) warnings.add('covered_text');
  return [...warnings];
}

function openInk({ blank, scan, fit, isExact, sheet }: Compared) {
  const near = Math.ceil((isExact ? NEAR : NEAR_ROUGHLY) * blank.scale);
  const limit = paperOf(scan) * DARK_SHARE;
  const printed = (column: number, row: number) => isDarkNear(blank, column, row, near, 160);
  const scanAt = (column: number, row: number) => {
    const { x, y } = apply(fit, { x: column / blank.scale, y: row / blank.scale });
    return [Math.round(x * scan.scale), Math.round(y * scan.scale)] as const;
  };
  const isInk = (column: number, row: number) => {
    const [x, y] = scanAt(column, row);
    return grayAt(scan, x, y) < limit && !printed(column, row);
  };
  return {
    /** Returns the area, in square points, that is dark on the scan but not on the blank, without single specks. */
    newInk({ x, y, width, height }: Area, isWide: boolean): number {
      const [above, below] = isWide ? [ABOVE, BELOW] : [0, 0];
      const [left, top] = [x, y - above].map((each) => Math.floor(each * blank.scale));
      const [right, bottom] = [x + width, y + height + below].map((each) => Math.ceil(each * blank.scale));
      let count = 0;
      for (let row = top ?? 0; row < (bottom ?? 0); row += 1)
        for (let column = left ?? 0; column < (right ?? 0); column += 1)
          if (isInk(column, row) && neighbors(isInk, column, row) >= 3) count += 1;
      return count / blank.scale ** 2;
    },
    isTextMissing(): boolean {
      return sheet.runs.some(({ x, y, width, size }) => {
        if (sheet.codes.some((code) => overlaps(code, { x, y: y - size, width, height: size * 1.3 })))
          return false;
        let [dark, missing] = [0, 0];
        for (let row = Math.floor((y - size) * blank.scale); row < (y + size / 3) * blank.scale; row += 1)
          for (let column = Math.floor(x * blank.scale); column < (x + width) * blank.scale; column += 1) {
            if (grayAt(blank, column, row) > 110) continue;
            dark += 1;
            const [u, v] = scanAt(column, row);
            if (!isDarkNear(scan, u, v, Math.ceil(NEAR * scan.scale), limit)) missing += 1;
          }
        return dark >= TEXT_MIN && missing > MISSING_MAX * dark;
      });
    },
  };
}

interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns whether an area is at a code or its text, which is so small that scans lose it. */
function overlaps({ x, y, size }: { x: number; y: number; size: number }, area: Area): boolean {
  const [left, right, top, bottom] = [x - 12, x + size + 12, y - 4, y + size + 24];
  return area.x < right && area.x + area.width > left && area.y < bottom && area.y + area.height > top;
}

function neighbors(isInk: (column: number, row: number) => boolean, column: number, row: number): number {
  let count = 0;
  for (let y = row - 1; y <= row + 1; y += 1)
    for (let x = column - 1; x <= column + 1; x += 1)
      if ((x !== column || y !== row) && isInk(x, y)) count += 1;
  return count;
}

function grayAt({ data, width, height }: GrayPage, x: number, y: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 255 : (data[y * width + x] ?? 255);
}

function isDarkNear(page: GrayPage, x: number, y: number, reach: number, limit: number): boolean {
  for (let row = y - reach; row <= y + reach; row += 1)
    for (let column = x - reach; column <= x + reach; column += 1)
      if (grayAt(page, column, row) < limit) return true;
  return false;
}

/** Returns the most common gray, which is the paper's. */
function paperOf({ data }: GrayPage): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 7) {
    const gray = data[at] ?? 255;
    counts[gray] = (counts[gray] ?? 0) + 1;
  }
  let most = 255;
  for (let gray = 0; gray < 256; gray += 1) if ((counts[gray] ?? 0) > (counts[most] ?? 0)) most = gray;
  return most;
}
