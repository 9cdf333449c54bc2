import type { Corners, Picture, Place } from './find-sheet.ts';

/** The ratio of a sheet's longer side to its shorter side: Letter, A4, Legal. */
const PROPORTIONS = [11 / 8.5, 297 / 210, 14 / 8.5];

/** The focal length of a phone's camera, in diagonals of the picture: 26 mm as 35 mm equivalent. */
const CAMERA = 0.6;

/** Returns whether these can be the corners of a sheet: clockwise, convex, and not too close together. */
export function canStraighten(corners: Corners): boolean {
  return corners.every((corner, at) => {
    const [after, next] = [cornerAt(corners, at + 1), cornerAt(corners, at + 2)];
    return (after.x - corner.x) * (next.y - corner.y) - (after.y - corner.y) * (next.x - corner.x) > 0.01;
  });
}

/**
 * Returns the size in which a sheet is drawn straight, with the proportions of the nearest format.
 * @param size of the picture that the corners are in, in pixels
 * @param longest the most pixels on the longer side, which never has more than in the picture
 */
export function sizeOfSheet(
  corners: Corners,
  { width, height }: { readonly width: number; readonly height: number },
  longest: number,
): { width: number; height: number } {
  const sides = corners.map(({ x, y }, at) => {
    const next = cornerAt(corners, at + 1);
    return Math.hypot((next.x - x) * width, (next.y - y) * height);
  });
  const long = Math.max(1, Math.round(Math.min(longest, Math.max(...sides))));
  const shape = proportionOf(corners, width, height);
  const upright = Math.max(shape, 1 / shape);
  const apart = (proportion: number) => Math.abs(Math.log(proportion / upright));
  const nearest = PROPORTIONS.reduce((best, each) => (apart(each) < apart(best) ? each : best));
  const short = Math.max(1, Math.round(long / nearest));
  return shape > 1 ? { width: long, height: short } : { width: short, height: long };
}

/**
 * Returns the ratio of the sheet's width to its height, computed from the perspective (Zhang and He, “Whiteboard scanning and
 * image enhancement”).
 */
function proportionOf(corners: Corners, width: number, height: number): number {
  const focus = CAMERA * Math.hypot(width, height);
  const [a, b, c, d] = corners.map(({ x, y }): Vector => [
    (x - 0.5) * (width / focus),
    (y - 0.5) * (height / focus),
    1,
  ]);
  if (!a || !b || !c || !d) return 1;
  const right = minus(times(b, triple(a, c, d) / triple(b, c, d)), a);
  const down = minus(times(d, triple(a, c, b) / triple(d, c, b)), a);
  return Math.hypot(...right) / Math.hypot(...down);
}

type Vector = readonly [number, number, number];

function times([x, y, z]: Vector, by: number): Vector {
  return [x * by, y * by, z * by];
}

function minus([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ax - bx, ay - by, az - bz];
}

function triple([ax, ay, az]: Vector, [bx, by, bz]: Vector, [cx, cy, cz]: Vector): number {
  return (ay * bz - az * by) * cx + (az * bx - ax * bz) * cy + (ax * by - ay * bx) * cz;
}

/** Returns the sheet between four corners of a picture in this size, as if photographed from straight above. */
export function straightenSheet(
  { data, width, height }: Picture,
  corners: Corners,
  size: { readonly width: number; readonly height: number },
): { data: Uint8ClampedArray<ArrayBuffer>; width: number; height: number } {
  const placeOf = placesBetween(corners);
  const straight = new Uint8ClampedArray(size.width * size.height * 4);
  let to = 0;
  for (let row = 0; row < size.height; row += 1)
    for (let column = 0; column < size.width; column += 1) {
      const place = placeOf((column + 0.5) / size.width, (row + 0.5) / size.height);
      const x = Math.min(Math.max(place.x * width - 0.5, 0), width - 1);
      const y = Math.min(Math.max(place.y * height - 0.5, 0), height - 1);
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const [right, down] = [x - left, y - top];
      const from = (top * width + left) * 4;
      const next = left < width - 1 ? 4 : 0;
      const below = top < height - 1 ? width * 4 : 0;
      for (let color = 0; color < 3; color += 1) {
        const at = from + color;
        const above = (data[at] ?? 0) * (1 - right) + (data[at + next] ?? 0) * right;
        const under = (data[at + below] ?? 0) * (1 - right) + (data[at + below + next] ?? 0) * right;
        straight[to + color] = above * (1 - down) + under * down;
      }
      straight[to + 3] = 255;
      to += 4;
    }
  return { data: straight, ...size };
}

/**
 * Returns a function from fractions of the sheet's width and height to a position in the picture: the projection of a square
 * onto four corners (Heckbert, “Fundamentals of texture mapping”).
 */
function placesBetween([a, b, c, d]: Corners): (across: number, down: number) => Place {
  const [sumX, sumY] = [a.x - b.x + c.x - d.x, a.y - b.y + c.y - d.y];
  const [rightX, rightY] = [b.x - c.x, b.y - c.y];
  const [downX, downY] = [d.x - c.x, d.y - c.y];
  const area = rightX * downY - downX * rightY;
  const g = (sumX * downY - downX * sumY) / area;
  const h = (rightX * sumY - sumX * rightY) / area;
  const [acrossX, acrossY] = [b.x - a.x + g * b.x, b.y - a.y + g * b.y];
  const [alongX, alongY] = [d.x - a.x + h * d.x, d.y - a.y + h * d.y];
  return (across, down) => {
    const far = g * across + h * down + 1;
    return {
      x: (acrossX * across + alongX * down + a.x) / far,
      y: (acrossY * across + alongY * down + a.y) / far,
    };
  };
}

function cornerAt(corners: Corners, at: number): Place {
  return corners[at % 4] ?? corners[0];
}
