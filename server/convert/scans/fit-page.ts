import type { CodeBox } from '../../../src/contract/rules/signature-page/layout/sheet.ts';
import type { FoundCode, Point } from './scanned-pages.ts';

// Maps points of a blank page to its scan.

/** x' = a·x + b·y + c, y' = d·x + e·y + f. */
export type Fit = readonly [number, number, number, number, number, number];

/**
 * Fits a blank page to its scan by the corners of their codes. The page may be skewed, scaled and moved. With only one code,
 * distant points are off by a few points.
 * @returns null if no code was found with its corners
 */
export function fitPage(
  boxes: readonly CodeBox[],
  found: readonly FoundCode[],
  blank: { width: number; height: number },
  scan: { width: number; height: number },
): { fit: Fit; isExact: boolean } | null {
  const pairs: [CodeBox, readonly Point[]][] = [];
  const used = new Set<CodeBox>();
  for (const { text, corners } of found) {
    if (!corners) continue;
    const center = middle(corners);
    const near = (box: CodeBox) =>
      Math.hypot(
        (box.x + box.size / 2) / blank.width - center.x / scan.width,
        (box.y + box.size / 2) / blank.height - center.y / scan.height,
      );
    const [box] = boxes
      .filter((each) => each.text === text && !used.has(each))
      .toSorted((one, other) => near(one) - near(other));
    if (!box) continue;
    used.add(box);
    pairs.push([box, corners]);
  }
  const fit = fitOfCodes(pairs);
  return fit && { fit, isExact: used.size > 1 };
}

/** Returns the fit of a page from the positions of its codes on the scan; null without codes. */
export function fitOfCodes(pairs: readonly (readonly [CodeBox, readonly Point[]])[]): Fit | null {
  const points = pairs.flatMap(([box, corners]) => {
    const own = cornersOf(box);
    return corners.flatMap((corner, at) => {
      const from = own[at];
      return from ? [[from, corner] as const] : [];
    });
  });
  return points.length === 0 ? null : similarity(points);
}

/** The corners of a code: top left, top right, bottom right and bottom left. */
export function cornersOf({ x, y, size }: CodeBox): Point[] {
  return [
    { x, y },
    { x: x + size, y },
    { x: x + size, y: y + size },
    { x, y: y + size },
  ];
}

export function apply([a, b, c, d, e, f]: Fit, { x, y }: Point): Point {
  return { x: a * x + b * y + c, y: d * x + e * y + f };
}

export function middle(points: readonly Point[]): Point {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}

/**
 * Returns the rotation, scale and move that bring the first points closest to the second ones; null if the first are all the
 * same point.
 */
function similarity(pairs: readonly (readonly [Point, Point])[]): Fit | null {
  const from = middle(pairs.map(([one]) => one));
  const to = middle(pairs.map(([, other]) => other));
  let [dot, cross, size] = [0, 0, 0];
  for (const [one, other] of pairs) {
    const [x, y, u, v] = [one.x - from.x, one.y - from.y, other.x - to.x, other.y - to.y];
    dot += x * u + y * v;
    cross += x * v - y * u;
    size += x * x + y * y;
  }
  if (size === 0) return null;
  const [cos, sin] = [dot / size, cross / size];
  return [cos, -sin, to.x - cos * from.x + sin * from.y, sin, cos, to.y - sin * from.x - cos * from.y];
}
