/* The geometry of fields on a page. All lengths are points from the top left of the page. */

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PaperSize {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Point, PaperSize {}

/** A line on the page to write on. */
export interface Line extends Point {
  readonly width: number;
}

/** The minimum size of a field, as a share of the page's width. The server refuses smaller ones. */
const LEAST_SHARE = 0.006;

/** Returns the box moved onto the page, and made smaller if needed. */
export function pulledIn({ x, y, width, height }: Box, paper: PaperSize): Box {
  const wide = between(width, leastOf(paper.width), paper.width);
  const high = between(height, leastOf(paper.height), paper.height);
  return {
    x: between(x, 0, paper.width - wide),
    y: between(y, 0, paper.height - high),
    width: wide,
    height: high,
  };
}

/** Returns the boxes moved together. The move is shortened so that all of them stay on the page. */
export function movedTogether(boxes: readonly Box[], by: Point, paper: PaperSize): Box[] {
  const bounds = boundsOf(boxes);
  if (!bounds) return [];
  const { x, y } = pulledIn({ ...bounds, x: bounds.x + by.x, y: bounds.y + by.y }, paper);
  return boxes.map((box) => ({ ...box, x: box.x + x - bounds.x, y: box.y + y - bounds.y }));
}

/** A corner, by the edges that it moves. */
export interface Corner {
  readonly right: boolean;
  readonly bottom: boolean;
}

/** Returns the box with one corner moved. The box keeps a minimum size, and the corner stays on the page. */
export function resized(box: Box, { right, bottom }: Corner, by: Point, paper: PaperSize): Box {
  const across = stretched(box.x, box.width, right, by.x, paper.width);
  const down = stretched(box.y, box.height, bottom, by.y, paper.height);
  return { x: across.start, width: across.size, y: down.start, height: down.size };
}

function stretched(start: number, size: number, isEnd: boolean, by: number, room: number) {
  const least = leastOf(room);
  if (isEnd) return { start, size: between(size + by, least, room - start) };
  const end = start + size;
  const next = between(start + by, 0, end - least);
  return { start: next, size: end - next };
}

/** What edges snap to: the edges and centers of other fields, and lines. */
export interface Snaps {
  readonly x: readonly number[];
  readonly y: readonly number[];
}

export function snapsOf(others: readonly Box[], lines: readonly Line[]): Snaps {
  return {
    x: [
      ...others.flatMap(({ x, width }) => [x, x + width / 2, x + width]),
      ...lines.flatMap(({ x, width }) => [x, x + width]),
    ],
    y: [...others.flatMap(({ y, height }) => [y, y + height / 2, y + height]), ...lines.map(({ y }) => y)],
  };
}

/** The offset that makes a box or corner snap, and the positions that it snaps to. */
export interface Snapped {
  readonly by: Point;
  readonly x: number | null;
  readonly y: number | null;
}

/** Returns how a moving box snaps by its edges and its center. `reach`: the distance within which it snaps. */
export function snapBox({ x, y, width, height }: Box, snaps: Snaps, reach: number): Snapped {
  return together(
    nearest([x, x + width / 2, x + width], snaps.x, reach),
    nearest([y, y + height, y + height / 2], snaps.y, reach),
  );
}

/** Returns how a moving corner snaps. */
export function snapPoint({ x, y }: Point, snaps: Snaps, reach: number): Snapped {
  return together(nearest([x], snaps.x, reach), nearest([y], snaps.y, reach));
}

type Snap = { readonly by: number; readonly at: number } | null;

function together(x: Snap, y: Snap): Snapped {
  return { by: { x: x?.by ?? 0, y: y?.by ?? 0 }, x: x?.at ?? null, y: y?.at ?? null };
}

function nearest(edges: readonly number[], places: readonly number[], reach: number): Snap {
  let best: Snap = null;
  for (const edge of edges) {
    for (const at of places) {
      const by = at - edge;
      if (Math.abs(by) <= reach && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, at };
    }
  }
  return best;
}

export const ALIGNMENTS = [
  'left',
  'center',
  'right',
  'top',
  'middle',
  'bottom',
  'spread_across',
  'spread_down',
  'same_size',
] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

/** Returns the boxes aligned with each other. "Spread" needs at least three boxes; "same size" uses the size of the first. */
export function aligned(boxes: readonly Box[], how: Alignment): Box[] {
  const bounds = boundsOf(boxes);
  const [first] = boxes;
  if (!bounds || !first) return [];
  const { x, y, width, height } = bounds;
  switch (how) {
    case 'left':
      return boxes.map((box) => ({ ...box, x }));
    case 'center':
      return boxes.map((box) => ({ ...box, x: x + (width - box.width) / 2 }));
    case 'right':
      return boxes.map((box) => ({ ...box, x: x + width - box.width }));
    case 'top':
      return boxes.map((box) => ({ ...box, y }));
    case 'middle':
      return boxes.map((box) => ({ ...box, y: y + (height - box.height) / 2 }));
    case 'bottom':
      return boxes.map((box) => ({ ...box, y: y + height - box.height }));
    case 'spread_across': {
      const places = spread(boxes.map((box) => ({ start: box.x, size: box.width })));
      return boxes.map((box, at) => ({ ...box, x: places[at] ?? box.x }));
    }
    case 'spread_down': {
      const places = spread(boxes.map((box) => ({ start: box.y, size: box.height })));
      return boxes.map((box, at) => ({ ...box, y: places[at] ?? box.y }));
    }
    case 'same_size':
      return boxes.map((box) => ({ ...box, width: first.width, height: first.height }));
  }
}

/** Returns the positions that make all gaps between neighbors the same. The outermost boxes stay in place. */
function spread(spans: readonly { start: number; size: number }[]): number[] {
  const order = spans.map((span, at) => ({ ...span, at })).toSorted((one, other) => one.start - other.start);
  const from = order[0]?.start ?? 0;
  const to = Math.max(...order.map(({ start, size }) => start + size));
  const taken = order.reduce((sum, { size }) => sum + size, 0);
  const gap = (to - from - taken) / Math.max(1, order.length - 1);
  const places: number[] = [];
  let next = from;
  for (const { at, size } of order) {
    places[at] = next;
    next += size + gap;
  }
  return places;
}

/** Returns the smallest box around others; null for an empty list. */
export function boundsOf(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the box between two points. */
export function boxBetween(one: Point, other: Point): Box {
  return {
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

export function overlaps(one: Box, other: Box): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** Returns a box in percent of the page, for CSS. */
export function inPercent({ x, y, width, height }: Box, paper: PaperSize) {
  return {
    left: `${(x / paper.width) * 100}%`,
    top: `${(y / paper.height) * 100}%`,
    width: `${(width / paper.width) * 100}%`,
    height: `${(height / paper.height) * 100}%`,
  };
}

function leastOf(room: number): number {
  return room * LEAST_SHARE;
}

function between(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(least, most));
}
