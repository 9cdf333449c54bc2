/** A check mark in a square of 1 by 1. */
export const CHECK_MARK = 'M.06.56L.2.42L.4.62L.8.12L.94.25L.42.9Z';

/** Returns the position of a check mark in its field: centered, as large as fits. */
export function placeCheckMark({
  x,
  y,
  width,
  height,
}: {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}): { x: number; y: number; scale: number } {
  const scale = Math.min(width, height);
  return { x: x + (width - scale) / 2, y: y + (height - scale) / 2, scale };
}
