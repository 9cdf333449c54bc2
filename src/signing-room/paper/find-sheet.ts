// Finds a sheet of paper in a photo. Everything here is arithmetic: the browser only supplies the pixels.

/** The pixels of a picture as a canvas has them: red, green, blue and opacity. */
export interface Picture {
  readonly data: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
}

/** A position in a picture, as fractions of its width and height. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The corners of a sheet, clockwise from its top left in the picture. */
export type Corners = readonly [Place, Place, Place, Place];

/** Pixels on the longer side of the picture that is searched. A larger one would give the same result. */
const SEARCHED = 500;
/** The smallest area of a sheet, as a fraction of the picture. */
const AREA_MIN = 0.2;
/** The ratio of a sheet's length to its width: from a Letter sheet photographed from below, to Legal. */
const PROPORTION = { min: 1.1, max: 1.75 };
/** The smallest sine of a sheet’s angles: photographed at an angle, they are from 60° to 120°. */
const SINE_MIN = Math.sin(Math.PI / 3);
/** Lines whose angle has a smaller sine are parallel. */
const SINE_PARALLEL = 0.01;
/** How much of the four sides has to be paper. Fingers and folded corners cover some of it. */
const FILLED = 0.85;
/** Multiples of the gray that best divides a picture. They are tried in turn, because shadows and bright tables shift it. */
const TRIES = [1, 0.85, 1.15];

/** A point or a vector, in pixels. */
type Point = readonly [number, number];
type Quad = readonly [Point, Point, Point, Point];

/** A grayscale picture. */
interface Gray {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Returns the corners of the sheet in a photo; null if no bright sheet with visible edges is found. */
export function findSheet(picture: Picture): Corners | null {
  const gray = blur(shrink(picture));
  const middle = dividingGray(gray);
  for (const each of TRIES) {
    const quad = sheetAbove(gray, middle * each);
    if (quad === null) continue;
    const place = ([x, y]: Point): Place => ({ x: within(x / gray.width), y: within(y / gray.height) });
    const [a, b, c, d] = quad;
    return [place(a), place(b), place(c), place(d)];
  }
  return null;
}

/** Returns the nearest share from 0 to 1. */
export function within(share: number): number {
  return Math.min(Math.max(share, 0), 1);
}

/** Scales a picture down by averaging pixels, to at most `SEARCHED` on its longer side. */
function shrink({ data, width, height }: Picture): Gray {
  const step = Math.max(1, Math.ceil(Math.max(width, height) / SEARCHED));
  const columns = Math.max(1, Math.floor(width / step));
  const rows = Math.max(1, Math.floor(height / step));
  const small = new Uint8Array(columns * rows);
  for (let y = 0; y < rows; y += 1)
    for (let x = 0; x < columns; x += 1) {
      let sum = 0;
      for (let down = 0; down < step; down += 1)
        for (let right = 0; right < step; right += 1) {
          const at = ((y * step + down) * width + x * step + right) * 4;
          sum += 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0);
        }
      small[y * columns + x] = Math.round(sum / (step * step));
    }
  return { data: small, width: columns, height: rows };
}

/** Blurs the picture, to remove text and grain. */
function blur(gray: Gray): Gray {
  const { width, height } = gray;
  const across = alongLines(gray.data, width, height);
  return { data: turn(alongLines(turn(across, width, height), height, width), height, width), width, height };
}

const BLUR = 2;

function alongLines(data: Uint8Array, width: number, height: number): Uint8Array {
  const blurred = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = Math.max(0, x - BLUR);
      const to = Math.min(width - 1, x + BLUR);
      let sum = 0;
      for (let at = from; at <= to; at += 1) sum += data[y * width + at] ?? 0;
      blurred[y * width + x] = Math.round(sum / (to - from + 1));
    }
  return blurred;
}

function turn(data: Uint8Array, width: number, height: number): Uint8Array {
  const turned = new Uint8Array(data.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + y] = data[y * width + x] ?? 0;
  return turned;
}

/** Returns the gray that best divides a picture into dark and bright (Otsu's method). */
function dividingGray({ data }: Gray): number {
  const counts = Array.from({ length: 256 }, () => 0);
  for (const gray of data) counts[gray] = (counts[gray] ?? 0) + 1;
  const total = counts.reduce((sum, count, gray) => sum + count * gray, 0);
  let [best, bestSpread, dark, darkTotal] = [0, -1, 0, 0];
  for (const [gray, count] of counts.entries()) {
    dark += count;
    darkTotal += count * gray;
    const bright = data.length - dark;
    if (dark === 0 || bright === 0) continue;
    const apart = (total - darkTotal) / bright - darkTotal / dark;
    const spread = dark * bright * apart * apart;
    if (spread > bestSpread) [best, bestSpread] = [gray, spread];
  }
  return best;
}

function sheetAbove(gray: Gray, middle: number): Quad | null {
  const { width, height } = gray;
  const { pixels, isIn } = largestAbove(gray, middle);
  if (pixels < AREA_MIN * FILLED * width * height || bordersTouched(isIn, gray) > 2) return null;
  const outline = outlineOf(isIn, gray);
  const quad = largestQuad(hullOf(outline));
  const exact = quad && alignedTo(outline, quad);
  return exact && isSheet(exact, pixels, width * height) ? exact : null;
}

/** Finds the largest connected area of pixels that are brighter than the threshold. */
function largestAbove({ data, width, height }: Gray, middle: number): { pixels: number; isIn: Uint8Array } {
  const areas = new Int32Array(data.length);
  const open: number[] = [];
  let [count, largest, pixels] = [0, 0, 0];
  for (let start = 0; start < data.length; start += 1) {
    if (areas[start] !== 0 || (data[start] ?? 0) <= middle) continue;
    count += 1;
    let size = 0;
    areas[start] = count;
    open.push(start);
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      size += 1;
      const x = at % width;
      const near = [
        x > 0 ? at - 1 : -1,
        x < width - 1 ? at + 1 : -1,
        at - width,
        at < width * (height - 1) ? at + width : -1,
      ];
      for (const next of near) {
        if (next < 0 || areas[next] !== 0 || (data[next] ?? 0) <= middle) continue;
        areas[next] = count;
        open.push(next);
      }
    }
    if (size > pixels) [largest, pixels] = [count, size];
  }
  return { pixels, isIn: Uint8Array.from(areas, (area) => (area === largest && pixels > 0 ? 1 : 0)) };
}

function bordersTouched(isIn: Uint8Array, { width, height }: Gray): number {
  const row = (y: number) => isIn.subarray(y * width, (y + 1) * width).includes(1);
  const column = (x: number) => Array.from({ length: height }, (_, y) => isIn[y * width + x]).includes(1);
  return [row(0), row(height - 1), column(0), column(width - 1)].filter(Boolean).length;
}

/** Returns the first and last pixel edges of an area in each row and column. */
function outlineOf(isIn: Uint8Array, { width, height }: Gray): Point[] {
  const points: Point[] = [];
  for (let y = 0; y < height; y += 1) {
    const row = isIn.subarray(y * width, (y + 1) * width);
    const first = row.indexOf(1);
    if (first >= 0) points.push([first, y + 0.5], [row.lastIndexOf(1) + 1, y + 0.5]);
  }
  for (let x = 0; x < width; x += 1) {
    let [first, last] = [-1, -1];
    for (let y = 0; y < height; y += 1)
      if (isIn[y * width + x] === 1) [first, last] = [first < 0 ? y : first, y];
    if (first >= 0) points.push([x + 0.5, first], [x + 0.5, last + 1]);
  }
  return points;
}

/** Returns twice the area of a triangle; positive if its corners are clockwise on the screen. */
function turnOf([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}

/** Returns the convex hull of points, clockwise. */
function hullOf(points: readonly Point[]): Point[] {
  const sorted = points.toSorted(([ax, ay], [bx, by]) => ax - bx || ay - by);
  const half = (all: readonly Point[]) => {
    const chain: Point[] = [];
    for (const point of all) {
      for (;;) {
        const [before, last] = [chain.at(-2), chain.at(-1)];
        if (!before || !last || turnOf(before, last, point) > 0) break;
        chain.pop();
      }
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

/** Returns the quadrilateral with the largest area whose corners are points of the hull. */
function largestQuad(hull: readonly Point[]): Quad | null {
  let best: Quad | null = null;
  let bestArea = 0;
  // Finds the farthest corner on one side of a diagonal.
  const farthest = (from: number, to: number) => {
    let [at, area] = [from, 0];
    for (let each = from + 1; each < to; each += 1) {
      const here = turnOf(pointAt(hull, from), pointAt(hull, each), pointAt(hull, to));
      if (Math.abs(here) > area) [at, area] = [each, Math.abs(here)];
    }
    return { at, area };
  };
  for (let from = 0; from < hull.length; from += 1)
    for (let to = from + 2; to < hull.length; to += 1) {
      const one = farthest(from, to);
      const other = farthest(to, from + hull.length);
      if (one.area === 0 || other.area === 0 || one.area + other.area <= bestArea) continue;
      bestArea = one.area + other.area;
      best = [pointAt(hull, from), pointAt(hull, one.at), pointAt(hull, to), pointAt(hull, other.at)];
    }
  return best && fromTopLeft(best);
}

function pointAt(points: readonly Point[], at: number): Point {
  return points[at % points.length] ?? [0, 0];
}

/** Rotates the corners, so that the one nearest to the top left comes first. */
function fromTopLeft(quad: Quad): Quad {
  const sums = quad.map(([x, y]) => x + y);
  const first = sums.indexOf(Math.min(...sums));
  return [pointAt(quad, first), pointAt(quad, first + 1), pointAt(quad, first + 2), pointAt(quad, first + 3)];
}

/** A line through a point, in a direction of length 1. */
interface Line {
  readonly through: Point;
  readonly along: Point;
}

/** Moves the sides of a quadrilateral onto nearby edges, because corners can be folded, rounded or behind a finger. */
function alignedTo(outline: readonly Point[], quad: Quad): Quad | null {
  const lines = quad.map((from, at) => lineBeside(outline, from, pointAt(quad, at + 1)));
  const corners = lines.map((line, at) => crossing(lines.at(at - 1) ?? line, line));
  const [a, b, c, d] = corners;
  return a && b && c && d ? [a, b, c, d] : null;
}

/** How many points near a side are tried in pairs. */
const SAMPLES = 24;

/** Returns the line through most outline points near a side. */
function lineBeside(outline: readonly Point[], from: Point, to: Point): Line {
  const side = lineThrough(from, to);
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  const near = outline.filter((point) => {
    const share = alongLine(side, point) / length;
    return share > 0 && share < 1 && awayFrom(side, point) <= length * 0.1;
  });
  const samples = near.filter((_, at) => at % Math.ceil(near.length / SAMPLES) === 0);
  let best = onLine(near, side);
  for (const [at, one] of samples.entries())
    for (const other of samples.slice(at + 1)) {
      if (Math.hypot(other[0] - one[0], other[1] - one[1]) < length * 0.3) continue;
      const found = onLine(near, lineThrough(one, other));
      if (found.length > best.length) best = found;
    }
  return best.length < 10 ? side : fitLine(best);
}

function lineThrough(from: Point, to: Point): Line {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  return { through: from, along: [(to[0] - from[0]) / length, (to[1] - from[1]) / length] };
}

function alongLine({ through, along }: Line, [x, y]: Point): number {
  return (x - through[0]) * along[0] + (y - through[1]) * along[1];
}

function awayFrom({ through, along }: Line, [x, y]: Point): number {
  return Math.abs((x - through[0]) * along[1] - (y - through[1]) * along[0]);
}

function onLine(points: readonly Point[], line: Line): Point[] {
  return points.filter((point) => awayFrom(line, point) <= 1.5);
}

/** Returns the line with the smallest sum of squared distances. */
function fitLine(points: readonly Point[]): Line {
  const through: Point = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const spread = (by: (x: number, y: number) => number) =>
    mean(points.map(([x, y]) => by(x - through[0], y - through[1])));
  const angle =
    Math.atan2(
      2 * spread((x, y) => x * y),
      spread((x, y) => x * x - y * y),
    ) / 2;
  return { through, along: [Math.cos(angle), Math.sin(angle)] };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function crossing({ through: [ax, ay], along: [ux, uy] }: Line, other: Line): Point | null {
  const { through, along } = other;
  const across = ux * along[1] - uy * along[0];
  if (Math.abs(across) < SINE_PARALLEL) return null;
  const far = ((through[0] - ax) * along[1] - (through[1] - ay) * along[0]) / across;
  return [ax + ux * far, ay + uy * far];
}

/**
 * Returns whether a quadrilateral looks like a sheet.
 * @param pixels how many of `all` pixels in the picture are paper
 */
function isSheet(quad: Quad, pixels: number, all: number): boolean {
  const [a, b, c, d] = quad;
  const area = (turnOf(a, b, c) + turnOf(a, c, d)) / 2;
  if (area < AREA_MIN * all || pixels < FILLED * area) return false;
  const lengths = quad.map(([x, y], at) => {
    const [nextX, nextY] = pointAt(quad, at + 1);
    return Math.hypot(nextX - x, nextY - y);
  });
  const [top = 0, right = 0, bottom = 0, left = 0] = lengths;
  const [across, down] = [top + bottom, left + right];
  const proportion = Math.max(across, down) / Math.min(across, down);
  if (proportion < PROPORTION.min || proportion > PROPORTION.max) return false;
  return quad.every((corner, at) => {
    const before = pointAt(quad, at + 3);
    const after = pointAt(quad, at + 1);
    const sine = turnOf(corner, after, before) / (lengths[at] ?? 1) / (lengths[(at + 3) % 4] ?? 1);
    return sine >= SINE_MIN;
  });
}
