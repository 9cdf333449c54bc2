import type { CodeBox } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { apply, cornersOf, fitOfCodes, middle, type Fit } from './fit-page.ts';
import type { FoundCode, Point, ScannedPage } from './scanned-pages.ts';

/** What was sent with a code, as far as its scan is concerned. */
interface SentSheet {
  readonly width: number;
  readonly height: number;
  readonly codes: readonly CodeBox[];
}

interface Paper {
  readonly width: number;
  readonly height: number;
}

/** A page that shares its sheet with others: what it is, and how points of the page that was sent become points of the sheet. */
export interface SheetPart {
  readonly code: string;
  readonly sent: SentSheet;
  readonly fit: Fit;
  /** How many of its codes were read. */
  readonly found: number;
}

/** Pages whose middles are closer than this share of their shorter side lie on each other. */
const APART = 0.4;

/** How far a code may be from where another code says that it is, in points at the page's own size. */
const CODE_OFF = 60;

/**
 * Finds the pages on a sheet that shows several, in reading order, by their QR codes.
 * @returns null if it shows only one, if a code is unknown, or if the pages can't be told apart
 */
export function planParts(
  page: Pick<ScannedPage, 'width' | 'height' | 'codes'>,
  sent: ReadonlyMap<string, SentSheet>,
): SheetPart[] | null {
  const byText = Map.groupBy(
    page.codes.filter(({ by, corners }) => by === 'code' && corners !== null),
    ({ text }) => text,
  );
  if (byText.size < 2) return null;
  const perPage: SheetPart[][] = [];
  for (const [code, found] of byText) {
    const sheet = sent.get(code);
    if (!sheet) return null;
    perPage.push(waysOf(found, sheet).map((fit) => ({ code, sent: sheet, fit, found: found.length })));
  }
  // If only one code of a page was read, it may be either of the two: the right choice has the pages side by side, on the
  // sheet.
  let best: { parts: SheetPart[]; apart: number } | null = null;
  for (const parts of combinations(perPage)) {
    const apart = distanceBetween(parts) - Math.max(...parts.map((part) => outside(part, page)));
    if (apart > (best?.apart ?? 0)) best = { parts, apart };
  }
  return best && inReadingOrder(best.parts);
}

function combinations(perPage: readonly SheetPart[][]): SheetPart[][] {
  return perPage.reduce<SheetPart[][]>(
    (all, ways) => all.flatMap((before) => ways.map((way) => [...before, way])),
    [[]],
  );
}

/** How much farther apart the middles of pages are than they must be so that the pages don't lie on each other. In points. */
function distanceBetween(parts: readonly SheetPart[]): number {
  let least = Infinity;
  for (const [at, one] of parts.entries())
    for (const other of parts.slice(at + 1)) {
      const [from, to] = [middleOf(one), middleOf(other)];
      const needed = APART * Math.min(one.sent.width, one.sent.height) * scaleOf(one.fit);
      least = Math.min(least, Math.hypot(from.x - to.x, from.y - to.y) - needed);
    }
  return least;
}

/** The fits by which these codes may be those of a page. With two codes, which is which follows from where the other is. */
function waysOf(found: readonly FoundCode[], sheet: SentSheet): Fit[] {
  const [first, second] = found;
  if (!first?.corners) return [];
  const { corners } = first;
  const boxes = sheet.codes.filter(({ text }) => text === first.text);
  const singly = boxes.flatMap((box) => {
    const fit = fitOfCodes([[box, corners]]);
    return fit ? [{ box, fit }] : [];
  });
  if (!second?.corners) return singly.map(({ fit }) => fit);
  const seen = middle(second.corners);
  let best: { off: number; fit: Fit } | null = null;
  for (const { box, fit } of singly)
    for (const other of boxes) {
      if (other === box) continue;
      const expected = apply(fit, middle(cornersOf(other)));
      const off = Math.hypot(expected.x - seen.x, expected.y - seen.y) / scaleOf(fit);
      const both = fitOfCodes([
        [box, corners],
        [other, second.corners],
      ]);
      if (both && off < (best?.off ?? CODE_OFF)) best = { off, fit: both };
    }
  return best ? [best.fit] : [];
}

/** How far a page reaches over the edges of its sheet, in points. */
function outside({ fit, sent: { width, height } }: SheetPart, paper: Paper): number {
  const beyond = (value: number, most: number) => Math.max(0, -value, value - most);
  return Math.max(
    ...cornersOfPage(width, height)
      .map((corner) => apply(fit, corner))
      .map(({ x, y }) => Math.max(beyond(x, paper.width), beyond(y, paper.height))),
  );
}

function cornersOfPage(width: number, height: number): Point[] {
  return [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
}

export function scaleOf([a, , , d]: Fit): number {
  return Math.hypot(a, d);
}

function middleOf({ fit, sent: { width, height } }: SheetPart): Point {
  return apply(fit, { x: width / 2, y: height / 2 });
}

/** Row by row, each from left to right. */
function inReadingOrder(parts: readonly SheetPart[]): SheetPart[] {
  const [first] = parts;
  if (!first) return [];
  const rowHeight = first.sent.height * scaleOf(first.fit) * 0.6;
  const top = Math.min(...parts.map((part) => middleOf(part).y));
  const rowOf = (part: SheetPart) => Math.floor((middleOf(part).y - top) / rowHeight);
  return parts.toSorted((one, other) => rowOf(one) - rowOf(other) || middleOf(one).x - middleOf(other).x);
}
