import type { TextPiece } from '../../signature-pages/fields/propose-fields.ts';

/**
 * A piece of text as pdf.js returns it. `transform` is a matrix to points of the page in the file, measured from its bottom
 * left.
 */
interface WrittenPiece {
  str: string;
  transform: readonly unknown[];
  width: number;
  height: number;
}

/** The share of a line's height that is below the baseline. */
const DESCENT = 0.2;

/**
 * Returns the box around a piece of text, which may run in any direction.
 * @param view the matrix to the page as displayed, from its top left
 */
export function pieceOf(
  { str, transform, width, height }: WrittenPiece,
  view: readonly unknown[],
): TextPiece {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform.map(Number);
  const [along, up] = [unit(a, b), unit(c, d)];
  const from = { x: e - up.x * height * DESCENT, y: f - up.y * height * DESCENT };
  const to = { x: from.x + along.x * width + up.x * height, y: from.y + along.y * width + up.y * height };
  const [one, other] = [shown(from, view), shown(to, view)];
  return {
    text: str,
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  };
}

/** Converts a point from the file's coordinates to those of the page as displayed. */
export function shown({ x, y }: { x: number; y: number }, view: readonly unknown[]) {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = view.map(Number);
  return { x: x * a + y * c + e, y: x * b + y * d + f };
}

function unit(x: number, y: number): { x: number; y: number } {
  const length = Math.hypot(x, y) || 1;
  return { x: x / length, y: y / length };
}
