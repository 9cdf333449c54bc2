import type { GrayPage } from './compare-ink.ts';
import type { Fit } from './fit-page.ts';
import type { Point } from './scanned-pages.ts';

// Lays a blank page over its scan by what is printed on both, for scans whose codes can't be read. Runs in the process that compares them.

/** Darker than this is print on the blank page, which has no shades. */
const PRINT = 140;
/** A pixel of the scan is dark if it is darker than this share of its paper. */
const DARK_SHARE = 0.72;

/** Sides of the cells in which print is looked for, points: first roughly, then finely. */
const ROUGH = 4;
const FINE = 1.5;
const ROUGH_POINTS = 400;
const FINE_POINTS = 1500;
/** With less print, anything would fit. */
const FEWEST_POINTS = 60;

/** What printers, copiers and scanners do to a page. Degrees, shares, and points. */
const TURNS = [0, 180];
const ANGLES = range(-6, 6, 0.75);
const SCALES = [0.9, 0.93, 0.96, 0.98, 1, 1.02];
const SHIFTS = range(-48, 48, ROUGH);
const BEST_ROUGH = 6;

/** Share of the print that must be found, beyond what would be found by chance. */
const ENOUGH = 0.6;
const EXACT = 0.85;

/** A turn (degrees), a scale, and where the middle of the blank page goes. */
interface Place {
  degrees: number;
  scale: number;
  x: number;
  y: number;
}

interface Paper {
  readonly width: number;
  readonly height: number;
}

/**
 * Finds where the print of a blank page is on its scan: turned by up to 6 degrees, also upside down, scaled and moved.
 * @param codes squares of the blank page that don't count, because they may be covered
 * @returns null if too little of the print is found to be sure
 */
export function alignPage(
  blank: GrayPage,
  scan: GrayPage,
  codes: readonly { x: number; y: number; size: number }[],
): { fit: Fit; isExact: boolean } | null {
  const [sheet, paper] = [paperOf(blank), paperOf(scan)];
  const print = printOn(blank, codes);
  if (print.length < FEWEST_POINTS) return null;
  const limit = darkLimit(scan);
  const rough = scorer(scan, limit, ROUGH, 0);
  const few = thinned(print, ROUGH_POINTS);
  const base = Math.min(paper.width / sheet.width, paper.height / sheet.height);
  const places = bestOf(placesAround(base, paper), (place) => rough(fitOf(place, sheet), few));
  const many = thinned(print, FINE_POINTS);
  const fine = scorer(scan, limit, FINE, 1);
  const climbed = places.map((place) => climb(place, (each) => fine(fitOf(each, sheet), many)));
  const [found] = climbed.toSorted((one, other) => other.score - one.score);
  if (!found || found.score < ENOUGH) return null;
  return { fit: fitOf(found.place, sheet), isExact: found.score >= EXACT };
}

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.round((to - from) / step) + 1 }, (_none, at) => from + at * step);
}

function paperOf({ width, height, scale }: GrayPage): Paper {
  return { width: width / scale, height: height / scale };
}

/** The likeliest places, roughly, as there are too many to keep them all. */
function bestOf(places: Iterable<Place>, scoreOf: (place: Place) => number): Place[] {
  let best: { place: Place; score: number }[] = [];
  for (const place of places) {
    const score = scoreOf(place);
    if (best.length === BEST_ROUGH && score <= (best.at(-1)?.score ?? 0)) continue;
    best = [...best, { place, score }].toSorted((one, other) => other.score - one.score).slice(0, BEST_ROUGH);
  }
  return best.map(({ place }) => place);
}

function* placesAround(base: number, paper: Paper): Generator<Place> {
  for (const turn of TURNS)
    for (const angle of ANGLES)
      for (const scale of SCALES)
        for (const dx of SHIFTS)
          for (const dy of SHIFTS)
            yield {
              degrees: turn + angle,
              scale: scale * base,
              x: paper.width / 2 + dx,
              y: paper.height / 2 + dy,
            };
}

function fitOf({ degrees, scale, x, y }: Place, { width, height }: Paper): Fit {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  const [u, v] = [width / 2, height / 2];
  return [cos, -sin, x - cos * u + sin * v, sin, cos, y - sin * u - cos * v];
}

/** Where the blank page has print, in points; from places that are far apart first. */
function printOn(
  { data, width, height, scale }: GrayPage,
  codes: readonly { x: number; y: number; size: number }[],
): Point[] {
  const isCode = (x: number, y: number) =>
    codes.some(
      (code) => x > code.x - 4 && x < code.x + code.size + 4 && y > code.y - 4 && y < code.y + code.size + 16,
    );
  const points: Point[] = [];
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      if ((data[row * width + column] ?? 255) > PRINT) continue;
      const [x, y] = [(column + 0.5) / scale, (row + 0.5) / scale];
      if (!isCode(x, y)) points.push({ x, y });
    }
  return points;
}

function thinned(points: readonly Point[], most: number): Point[] {
  const step = Math.max(1, points.length / most);
  return Array.from(
    { length: Math.min(most, points.length) },
    (_none, at) => points[Math.floor(at * step)],
  ).filter((point) => point !== undefined);
}

/** The scan's print in cells. The score of a fit: the share of points that are on dark cells, 0 = as many as by chance. */
function scorer(
  { data, width, height, scale }: GrayPage,
  limit: number,
  side: number,
  reach: number,
): (fit: Fit, points: readonly Point[]) => number {
  const [columns, rows] = [Math.ceil(width / scale / side), Math.ceil(height / scale / side)];
  const cells = new Uint8Array(columns * rows);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      if ((data[row * width + column] ?? 255) >= limit) continue;
      const [x, y] = [Math.floor(column / scale / side), Math.floor(row / scale / side)];
      for (let v = Math.max(0, y - reach); v <= Math.min(rows - 1, y + reach); v += 1)
        for (let u = Math.max(0, x - reach); u <= Math.min(columns - 1, x + reach); u += 1)
          cells[v * columns + u] = 1;
    }
  const byChance = cells.reduce((sum, each) => sum + each, 0) / Math.max(1, cells.length);
  return (fit, points) => {
    const [a, b, c, d, e, f] = fit;
    let hits = 0;
    for (const { x, y } of points) {
      const [u, v] = [Math.floor((a * x + b * y + c) / side), Math.floor((d * x + e * y + f) / side)];
      if (u >= 0 && v >= 0 && u < columns && v < rows) hits += cells[v * columns + u] ?? 0;
    }
    return byChance >= 1 ? 0 : (hits / points.length - byChance) / (1 - byChance);
  };
}

/** Improves a place in smaller and smaller steps. */
function climb(start: Place, scoreOf: (place: Place) => number): { place: Place; score: number } {
  let best = { place: start, score: scoreOf(start) };
  for (let step = 1; step > 0.04; step /= 2) {
    for (let isBetter = true; isBetter;) {
      isBetter = false;
      for (const place of around(best.place, step)) {
        const score = scoreOf(place);
        if (score <= best.score) continue;
        best = { place, score };
        isBetter = true;
      }
    }
  }
  return best;
}

function around({ degrees, scale, x, y }: Place, step: number): Place[] {
  const [turn, grow, move] = [0.5 * step, 0.01 * step, 3 * step];
  return [-1, 1].flatMap((by) => [
    { degrees: degrees + by * turn, scale, x, y },
    { degrees, scale: scale * (1 + by * grow), x, y },
    { degrees, scale, x: x + by * move, y },
    { degrees, scale, x, y: y + by * move },
  ]);
}

function darkLimit({ data }: GrayPage): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at < data.length; at += 7) counts[data[at] ?? 255] = (counts[data[at] ?? 255] ?? 0) + 1;
  const most = counts.indexOf(counts.reduce((one, other) => Math.max(one, other), 0));
  return most * DARK_SHARE;
}
