import type { CodeBox } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import { apply, cornersOf, fitOfCodes, middle, type Fit } from './fit-page.ts';
import type { FoundCode, Point, ScannedPage } from './scanned-pages.ts';

/** The facts about a sent page that its scan needs. */
interface SentSheet {
  readonly width: number;
  readonly height: number;
  readonly codes: readonly CodeBox[];
}

interface Paper {
  readonly width: number;
  readonly height: number;
}

/** A page that shares its sheet with others: which page it is, and how points of the sent page map to points of the sheet. */
export interface SheetPart {
  /** Null for a place where another page may be whose codes weren't read. */
  readonly code: string | null;
  readonly sent: SentSheet;
  readonly fit: Fit;
  /** The number of its codes that were read. */
  readonly found: number;
}

/** Pages overlap if their middles are closer than this share of their shorter side. */
const APART = 0.4;

/**
 * Pages are next to each other if their middles are this share of their side apart. The sheet may lie unevenly on the
 * scanner.
 */
const BESIDE = 0.75;

/** How far a code may be from where another code predicts it, in points at the page's original size. */
const CODE_OFF = 60;

/**
 * Finds the pages on a sheet that has room for several, in reading order, by their QR codes. Places without a readable code
 * are included.
 * @returns null if there is room for only one, if a code is unknown, or if the pages can't be told apart
 */
export function planParts(
  page: Pick<ScannedPage, 'width' | 'height' | 'codes'>,
  sent: ReadonlyMap<string, SentSheet>,
): SheetPart[] | null {
  const byText = Map.groupBy(
    page.codes.filter(({ by, corners }) => by === 'code' && corners !== null),
    ({ text }) => text,
  );
  if (byText.size === 0) return null;
  const perPage: SheetPart[][] = [];
  for (const [code, found] of byText) {
    const sheet = sent.get(code);
    if (!sheet) return null;
    perPage.push(waysOf(found, sheet).map((fit) => ({ code, sent: sheet, fit, found: found.length })));
  }
  // If only one code of a page was read, it may be either of the two. The right choice puts the pages next to each other, on
  // the sheet.
  let best: { parts: SheetPart[]; apart: number } | null = null;
  for (const parts of combinations(perPage)) {
    const apart = distanceBetween(parts) - Math.max(...parts.map((part) => outside(part, page)));
    if (apart > (best?.apart ?? 0)) best = { parts, apart };
  }
  if (!best) return null;
  const parts = [...best.parts, ...otherPlaces(best.parts, page)];
  return parts.length > 1 ? inReadingOrder(parts) : null;
}

/**
 * Returns the places of pages whose codes weren't read. Pages are printed evenly on a sheet, so each is opposite another one,
 * across the middle.
 */
function otherPlaces(known: readonly SheetPart[], { width, height }: Paper): SheetPart[] {
  const places: SheetPart[] = [];
  for (const part of known) {
    const from = middleOf(part);
    const [along, down] = inAxesOf(part, { x: width / 2 - from.x, y: height / 2 - from.y });
    for (const [right, below] of [
      [2 * along, 0],
      [0, 2 * down],
      [2 * along, 2 * down],
    ] as const) {
      const place = { ...part, code: null, found: 0, fit: shifted(part.fit, right, below) };
      if ([...known, ...places].every((other) => isBeside(place, other))) places.push(place);
    }
  }
  return places;
}

/** Converts a vector of the sheet into points along a page's own lines and down the page. */
function inAxesOf({ fit }: SheetPart, { x, y }: Point): [along: number, down: number] {
  const [a, b, , d, e] = fit;
  const scale = scaleOf(fit);
  return [(x * a + y * d) / scale, (x * b + y * e) / scale];
}

function shifted([a, b, c, d, e, f]: Fit, right: number, below: number): Fit {
  const scale = Math.hypot(a, d);
  return [a, b, c + (right * a + below * b) / scale, d, e, f + (right * d + below * e) / scale];
}

function isBeside(one: SheetPart, other: SheetPart): boolean {
  const [from, to] = [middleOf(one), middleOf(other)];
  const [along, down] = inAxesOf(one, { x: to.x - from.x, y: to.y - from.y });
  const halves = (side: 'width' | 'height') =>
    (one.sent[side] * scaleOf(one.fit) + other.sent[side] * scaleOf(other.fit)) / 2;
  return Math.abs(along) >= BESIDE * halves('width') || Math.abs(down) >= BESIDE * halves('height');
}

function combinations(perPage: readonly SheetPart[][]): SheetPart[][] {
  return perPage.reduce<SheetPart[][]>(
    (all, ways) => all.flatMap((before) => ways.map((way) => [...before, way])),
    [[]],
  );
}

/**
 * Returns how much farther apart the middles of pages are than necessary to not overlap, in points. A single page only has to
 * be on the sheet.
 */
function distanceBetween(parts: readonly SheetPart[]): number {
  const neededBy = ({ sent, fit }: SheetPart) => APART * Math.min(sent.width, sent.height) * scaleOf(fit);
  const distances = parts.flatMap((one, at) =>
    parts.slice(at + 1).map((other) => {
      const [from, to] = [middleOf(one), middleOf(other)];
      return Math.hypot(from.x - to.x, from.y - to.y) - neededBy(one);
    }),
  );
  return Math.min(...(distances.length > 0 ? distances : parts.map(neededBy)));
}

/** Returns the possible fits of a page with these codes. With two codes, their relative position shows which is which. */
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

/** Returns how far a page extends beyond the edges of its sheet, in points. */
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

/** Sorts row by row, each from left to right. */
function inReadingOrder(parts: readonly SheetPart[]): SheetPart[] {
  const [first] = parts;
  if (!first) return [];
  const rowHeight = first.sent.height * scaleOf(first.fit) * 0.6;
  const top = Math.min(...parts.map((part) => middleOf(part).y));
  const rowOf = (part: SheetPart) => Math.floor((middleOf(part).y - top) / rowHeight);
  return parts.toSorted((one, other) => rowOf(one) - rowOf(other) || middleOf(one).x - middleOf(other).x);
}
