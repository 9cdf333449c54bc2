import type { GrayPage } from './compare-ink.ts';
import type { Fit } from './fit-page.ts';
import type { Point } from './scanned-pages.ts';

// Aligns a blank page with its scan by what is printed on both, for scans whose codes can't be read. Runs in the process that
// compares them.

/** A pixel of the blank page that is darker than this is print. The blank page has no shades. */
const PRINT = 140;
/** A pixel of the scan is dark if it is darker than this share of its paper. */
const DARK_SHARE = 0.72;

/** The sides of the cells in which print is looked for, in points: coarse first, then fine. */
const ROUGH = 4;
const FINE = 1.5;
const ROUGH_POINTS = 400;
const FINE_POINTS = 1500;
/** With less print than this, anything would fit. */
const FEWEST_POINTS = 60;

/** The distortions that printers, copiers and scanners cause, in degrees, shares, and points. */
const TURNS = [0, 180];
const ANGLES = range(-6, 6, 0.75);
const SCALES = [0.9, 0.93, 0.96, 0.98, 1, 1.02];
const SHIFT = 48;
const BEST_ROUGH = 6;

/** The share of the print that must be found, beyond what would be found by chance. */
const ENOUGH = 0.6;
const EXACT = 0.85;

/** A rotation (degrees), a scale, and the position of the blank page's middle. */
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
 * Finds the print of a blank page on its scan: rotated by up to 6 degrees, possibly upside down, scaled and moved.
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
  const base = Math.min(paper.width / sheet.width, paper.height / sheet.height);
  const places = roughPlaces(
    cellsOf(scan, limit, ROUGH, 0),
    { sheet, paper, base },
    thinned(print, ROUGH_POINTS),
  );
  const many = thinned(print, FINE_POINTS);
  const fine = scorer(cellsOf(scan, limit, FINE, 1), FINE);
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

/** Returns the likeliest alignments. Moves are whole cells, so that each rotation and scale is calculated once. */
function roughPlaces(
  { cells, columns, rows }: Cells,
  { sheet, paper, base }: { sheet: Paper; paper: Paper; base: number },
  points: readonly Point[],
): Place[] {
  const most = SHIFT / ROUGH;
  const wide = columns + 2 * most;
  const padded = new Uint8Array(wide * (rows + 2 * most));
  for (let row = 0; row < rows; row += 1)
    padded.set(cells.subarray(row * columns, (row + 1) * columns), (row + most) * wide + most);
  let best: { place: Place; hits: number }[] = [];
  for (const degrees of TURNS.flatMap((turn) => ANGLES.map((angle) => turn + angle)))
    for (const scale of SCALES) {
      const middle = { degrees, scale: scale * base, x: paper.width / 2, y: paper.height / 2 };
      const at = cellsOfPoints(fitOf(middle, sheet), points, { columns, rows, wide, most });
      for (let dy = -most; dy <= most; dy += 1)
        for (let dx = -most; dx <= most; dx += 1) {
          const by = dy * wide + dx;
          let hits = 0;
          for (const cell of at) hits += padded[cell + by] ?? 0;
          if (best.length === BEST_ROUGH && hits <= (best.at(-1)?.hits ?? 0)) continue;
          const place = { ...middle, x: middle.x + dx * ROUGH, y: middle.y + dy * ROUGH };
          best = [...best, { place, hits }]
            .toSorted((one, other) => other.hits - one.hits)
            .slice(0, BEST_ROUGH);
        }
    }
  return best.map(({ place }) => place);
}

/** Returns the cells of the padded scan that contain the points. Points beyond its edges don't count. */
function cellsOfPoints(
  [a, b, c, d, e, f]: Fit,
  points: readonly Point[],
  { columns, rows, wide, most }: { columns: number; rows: number; wide: number; most: number },
): Int32Array {
  const at = new Int32Array(points.length);
  let count = 0;
  for (const { x, y } of points) {
    const [u, v] = [Math.floor((a * x + b * y + c) / ROUGH), Math.floor((d * x + e * y + f) / ROUGH)];
    if (u < 0 || v < 0 || u >= columns || v >= rows) continue;
    at[count] = (v + most) * wide + u + most;
    count += 1;
  }
  return at.subarray(0, count);
}

function fitOf({ degrees, scale, x, y }: Place, { width, height }: Paper): Fit {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  const [u, v] = [width / 2, height / 2];
  return [cos, -sin, x - cos * u + sin * v, sin, cos, y - sin * u - cos * v];
}

/** Returns where the blank page has print, in points, starting with places that are far apart. */
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

interface Cells {
  readonly cells: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

/** Returns the scan in cells: 1 = the cell or one next to it contains something dark. */
function cellsOf(
  { data, width, height, scale }: GrayPage,
  limit: number,
  side: number,
  reach: number,
): Cells {
  const [columns, rows] = [Math.ceil(width / scale / side), Math.ceil(height / scale / side)];
  const cells = new Uint8Array(columns * rows);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      if ((data[row * width + column] ?? 255) >= limit) continue;
      const [x, y] = [Math.floor(column / scale / side), Math.floor(row / scale / side)];
      for (let v = Math.max(0, y - reach); v <= Math.min(rows - 1, y + reach); v += 1)
        cells.fill(1, v * columns + Math.max(0, x - reach), v * columns + Math.min(columns, x + reach + 1));
    }
  return { cells, columns, rows };
}

/** Returns the share of points in dark cells: 1 = all, 0 = as many as by chance. */
function scorer(
  { cells, columns, rows }: Cells,
  side: number,
): (fit: Fit, points: readonly Point[]) => number {
  const byChance = cells.reduce((sum, each) => sum + each, 0) / Math.max(1, cells.length);
  return ([a, b, c, d, e, f], points) => {
    let hits = 0;
    for (const { x, y } of points) {
      const [u, v] = [Math.floor((a * x + b * y + c) / side), Math.floor((d * x + e * y + f) / side)];
      if (u >= 0 && v >= 0 && u < columns && v < rows) hits += cells[v * columns + u] ?? 0;
    }
    return byChance >= 1 ? 0 : (hits / points.length - byChance) / (1 - byChance);
  };
}

/** Improves an alignment in smaller and smaller steps. */
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
