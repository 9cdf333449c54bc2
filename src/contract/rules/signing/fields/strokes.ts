/** The pad that signatures are drawn on, in its own units. It has the same shape on every device. */
export const PAD = { width: 1200, height: 400 } as const;

/** An elaborate signature has about twenty strokes and a thousand points. */
export const STROKES_MAX = 100;
export const POINTS_MAX = 3000;

export const TOO_MUCH = 'This drawing has too many lines. Clear it and draw a simpler one.';

/** A point of a stroke: its position on the pad, and its time in milliseconds since the stroke began. */
export type StrokePoint = readonly [x: number, y: number, ms: number];
export type Stroke = readonly StrokePoint[];

/** The width of the pen, by its speed: fast strokes are thinner. Speed in units per millisecond. */
const PEN = { widest: 13, thinnest: 6, slowing: 1.6 };
/** The share of the previous point's width, so that the width changes gradually. */
const STEADINESS = 0.75;
/** The distance between the points of a smoothed stroke. */
const STEP = 6;
/** The line turns a corner where its direction changes by more than this, in radians. */
const CORNER = 0.5;
/** A drawing that is smaller than this in both directions is accidental. */
const SMALLEST = 60;
/** Small drawings stay small on the page: their box is at least this high. */
const LOWEST_BOX = 160;

/** Returns what is wrong with a drawing, in a sentence; null if it can be used. */
export function strokesProblem(strokes: readonly Stroke[], what: 'signature' | 'initials'): string | null {
  const points = strokes.flat();
  if (strokes.length > STROKES_MAX || points.length > POINTS_MAX) return TOO_MUCH;
  if (points.length === 0) return `Draw your ${what}.`;
  const { left, top, right, bottom } = boundsOf(points.map(([x, y]) => ({ x, y, width: 0 })));
  return Math.max(right - left, bottom - top) < SMALLEST ? `Draw your ${what} larger.` : null;
}

/**
 * Returns a drawing as a filled SVG path, from the top left of a box around it. The room shows exactly what the server puts
 * on the page, so both use this function.
 */
export function drawStrokes(strokes: readonly Stroke[]): { outline: string; width: number; height: number } {
  const inked = strokes.map(inkOf);
  const { left, top, right, bottom } = boundsOf(inked.flat());
  const height = Math.max(bottom - top, LOWEST_BOX);
  const place = { x: 0 - left, y: height - bottom };
  return {
    outline: inked.map((each) => outlineOf(each, place)).join(''),
    width: Math.max(right - left, 1),
    height,
  };
}

/** Returns one stroke as a filled SVG path, at its position on the pad. */
export function outlineOfStroke(stroke: Stroke): string {
  return outlineOf(inkOf(stroke), { x: 0, y: 0 });
}

interface Ink {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

function boundsOf(ink: readonly Ink[]): { left: number; top: number; right: number; bottom: number } {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width } of ink) {
    left = Math.min(left, x - width / 2);
    top = Math.min(top, y - width / 2);
    right = Math.max(right, x + width / 2);
    bottom = Math.max(bottom, y + width / 2);
  }
  return { left, top, right, bottom };
}

/** Smooths a stroke: its curve passes through the midpoints between its points, and each point bends it. */
function inkOf(stroke: Stroke): Ink[] {
  const points = withWidths(stroke);
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return [];
  const ink = [first];
  let from = first;
  points.slice(1).forEach((point, index) => {
    const bend = points[index] ?? first;
    const to = middleOf(bend, point);
    curve(ink, from, bend, to);
    from = to;
  });
  curve(ink, from, last, last);
  return ink;
}

function withWidths(stroke: Stroke): Ink[] {
  const { widest, thinnest, slowing } = PEN;
  let width = (widest + thinnest) / 2;
  return stroke.map(([x, y, ms], index) => {
    const before = stroke[index - 1];
    if (before) {
      const speed = Math.hypot(x - before[0], y - before[1]) / Math.max(1, ms - before[2]);
      const wanted = thinnest + (widest - thinnest) / (1 + speed / slowing);
      width = STEADINESS * width + (1 - STEADINESS) * wanted;
    }
    return { x, y, width };
  });
}

function curve(ink: Ink[], from: Ink, bend: Ink, to: Ink): void {
  const length = distance(from, bend) + distance(bend, to);
  const steps = Math.ceil(length / STEP);
  for (let step = 1; step <= steps; step += 1) {
    const at = step / steps;
    ink.push(between(between(from, bend, at), between(bend, to, at), at));
  }
}

/**
 * The edges of a stroke with round ends. It is cut at corners, and every part runs clockwise: where parts overlap, the path stays
 * filled.
 */
function outlineOf(ink: readonly Ink[], by: { x: number; y: number }): string {
  const [first] = ink;
  if (!first) return '';
  if (ink.length === 1) return dot({ ...first, x: first.x + by.x, y: first.y + by.y });
  const parts: Ink[][] = [[]];
  ink.forEach((point, index) => {
    parts.at(-1)?.push(point);
    const [before, after] = [ink[index - 1], ink[index + 1]];
    if (before && after && turn(before, point, after) > CORNER) parts.push([point]);
  });
  return parts.map((part) => ribbon(part, by)).join('');
}

function ribbon(part: readonly Ink[], by: { x: number; y: number }): string {
  const upper: string[] = [];
  const lower: string[] = [];
  part.forEach((point, index) => {
    const before = part[index - 1] ?? point;
    const after = part[index + 1] ?? point;
    const length = distance(before, after) || 1;
    const radius = point.width / 2;
    const [dx, dy] = [((after.x - before.x) / length) * radius, ((after.y - before.y) / length) * radius];
    upper.push(`${round(point.x + by.x + dy)} ${round(point.y + by.y - dx)}`);
    lower.push(`${round(point.x + by.x - dy)} ${round(point.y + by.y + dx)}`);
  });
  const [first] = part;
  const last = part.at(-1);
  if (!first || !last || part.length < 2) return '';
  const [start] = upper;
  const back = lower.toReversed();
  return `M${upper.join('L')}${cap(last)}${back.join('L')}${cap(first)}${start}Z`;
}

function cap({ width }: Ink): string {
  return `A${round(width / 2)} ${round(width / 2)} 0 0 1 `;
}

function dot(point: Ink): string {
  const { x, y } = point;
  const radius = point.width * 0.7;
  const arc = `A${round(radius)} ${round(radius)} 0 0 1 `;
  const [left, right] = [`${round(x - radius)} ${round(y)}`, `${round(x + radius)} ${round(y)}`];
  return `M${left}${arc}${right}${arc}${left}Z`;
}

function turn(before: Ink, at: Ink, after: Ink): number {
  const angle = Math.atan2(after.y - at.y, after.x - at.x) - Math.atan2(at.y - before.y, at.x - before.x);
  return Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle)));
}

function between(one: Ink, other: Ink, at: number): Ink {
  return {
    x: one.x + (other.x - one.x) * at,
    y: one.y + (other.y - one.y) * at,
    width: one.width + (other.width - one.width) * at,
  };
}

function middleOf(one: Ink, other: Ink): Ink {
  return between(one, other, 0.5);
}

function distance(one: Ink, other: Ink): number {
  return Math.hypot(other.x - one.x, other.y - one.y);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
