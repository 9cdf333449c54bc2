import type { Line } from '../../signature-pages/fields/field-geometry.ts';
import { shown } from './text-piece.ts';

/** The drawing operations of a page, as pdf.js returns them. */
export interface Drawing {
  readonly fnArray: readonly number[];
  readonly argsArray: readonly unknown[];
}

/** The numeric codes of the pdf.js operations that matter here. */
export type DrawingOps = Record<
  | 'save'
  | 'restore'
  | 'transform'
  | 'paintFormXObjectBegin'
  | 'paintFormXObjectEnd'
  | 'constructPath'
  | 'stroke'
  | 'closeStroke'
  | 'fill'
  | 'eoFill',
  number
>;

type Matrix = readonly number[];
type Point = { x: number; y: number };

/** The kinds of steps in a path (`DrawOPS` of pdf.js), and how many numbers follow each. */
const [MOVE, LINE] = [0, 1];
const NUMBERS: readonly number[] = [2, 2, 6, 4, 0];

/** A filled shape that is taller is a box rather than a line, in points. */
const THICKEST = 3;
/** Parts of a line with a smaller gap count as one line, because underlined spaces are drawn one by one. */
const GAP = 3;
const SHORTEST = 36;
/** A page with more lines than this is a drawing. */
const MOST_LINES = 2000;

/**
 * Returns the horizontal lines that a page draws, in points from the top left of the page as displayed.
 * @param view the matrix to the page as displayed
 */
export function drawnLines({ fnArray, argsArray }: Drawing, view: Matrix, ops: DrawingOps): Line[] {
  const found: Line[] = [];
  const saved: Matrix[] = [];
  let matrix = view;
  for (const [at, operation] of fnArray.entries()) {
    const args = listOf(argsArray[at]);
    switch (operation) {
      case ops.save:
        saved.push(matrix);
        break;
      case ops.paintFormXObjectBegin:
        saved.push(matrix);
        matrix = times(matrix, numbersIn(args[0]));
        break;
      case ops.restore:
      case ops.paintFormXObjectEnd:
        matrix = saved.pop() ?? view;
        break;
      case ops.transform:
        matrix = times(matrix, numbersIn(args));
        break;
      case ops.constructPath:
        found.push(...linesOf(args, matrix, ops));
        break;
    }
    if (found.length > MOST_LINES) return [];
  }
  return joined(found).filter(({ width }) => width >= SHORTEST);
}

function linesOf(args: readonly unknown[], matrix: Matrix, ops: DrawingOps): Line[] {
  const paths = pathsOf(numbersIn(listOf(args[1])[0])).map((path) =>
    path.map((point) => shown(point, matrix)),
  );
  if (args[0] === ops.stroke || args[0] === ops.closeStroke)
    return paths.flatMap((path) => path.slice(1).flatMap((point, at) => flat([path[at] ?? point, point], 1)));
  if (args[0] === ops.fill || args[0] === ops.eoFill) return paths.flatMap((path) => flat(path, THICKEST));
  return [];
}

/** Returns the points of each part of a path. Parts with curves are left out. */
function pathsOf(numbers: readonly number[]): Point[][] {
  const paths: { points: Point[]; isCurved: boolean }[] = [];
  for (let at = 0; at < numbers.length;) {
    const kind = numbers[at] ?? 0;
    const count = NUMBERS[kind];
    if (count === undefined) return [];
    const [x = 0, y = 0] = numbers.slice(at + count - 1, at + count + 1);
    const path = paths.at(-1);
    if (kind === MOVE) paths.push({ points: [{ x, y }], isCurved: false });
    else if (path && kind === LINE) path.points.push({ x, y });
    else if (path && count > 0) path.isCurved = true;
    at += count + 1;
  }
  return paths.flatMap(({ points, isCurved }) => (isCurved ? [] : [points]));
}

/** Returns the line along these points, if its height is at most `highest`. */
function flat(points: readonly Point[], highest: number): Line[] {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return bottom - top <= highest && right - left > bottom - top
    ? [{ x: left, y: bottom, width: right - left }]
    : [];
}

/** Joins lines that continue one another. */
function joined(lines: readonly Line[]): Line[] {
  const whole: Line[] = [];
  for (const line of lines.toSorted(
    (one, other) => Math.round(one.y) - Math.round(other.y) || one.x - other.x,
  )) {
    const last = whole.at(-1);
    if (last && Math.abs(last.y - line.y) < 1 && line.x <= last.x + last.width + GAP) {
      const right = Math.max(last.x + last.width, line.x + line.width);
      whole[whole.length - 1] = { ...last, width: right - last.x };
    } else whole.push(line);
  }
  return whole;
}

/** Returns the matrix that applies `inner` first, then `outer`. */
function times(outer: Matrix, inner: readonly number[]): Matrix {
  if (inner.length < 6) return outer;
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = inner;
  const [origin, right, up] = [
    { x: e, y: f },
    { x: a + e, y: b + f },
    { x: c + e, y: d + f },
  ].map((point) => shown(point, outer));
  if (!origin || !right || !up) return outer;
  return [right.x - origin.x, right.y - origin.y, up.x - origin.x, up.y - origin.y, origin.x, origin.y];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numbersIn(value: unknown): readonly number[] {
  if (value instanceof Float32Array) return [...value];
  return listOf(value).map(Number);
}
