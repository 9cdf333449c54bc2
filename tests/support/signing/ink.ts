import type { Sheet } from '../../../src/contract/rules/signature-page/layout/sheet.ts';

/** A picture of a sheet. 0 is black, 255 white. */
export interface Picture {
  readonly gray: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

/** A rectangle, in points. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Darker pixels are ink. */
const INK = 128;

/**
 * Returns how far apart the edges of the ink in an area are in two pictures, in points. `scale`: pixels per point.
 * @throws if the area is empty in one of them
 */
export function inkApart(one: Picture, other: Picture, area: Box, scale: number): number {
  const [here, there] = [inkIn(one, area, scale), inkIn(other, area, scale)];
  if (!here || !there) throw new Error(`The ${here ? 'second' : 'first'} picture has nothing in an area.`);
  return Math.max(
    Math.abs(here.left - there.left),
    Math.abs(here.top - there.top),
    Math.abs(here.right - there.right),
    Math.abs(here.bottom - there.bottom),
  );
}

/** Returns the bounds of the ink in an area, in points; null without ink. */
function inkIn(
  { gray, columns, rows }: Picture,
  { left, top, right, bottom }: Box,
  scale: number,
): Box | null {
  const found = { left: Infinity, top: Infinity, right: 0, bottom: 0 };
  const edge = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value * scale)));
  for (let row = edge(top, rows); row < edge(bottom, rows); row += 1) {
    for (let column = edge(left, columns); column < edge(right, columns); column += 1) {
      if ((gray[row * columns + column] ?? 255) >= INK) continue;
      found.left = Math.min(found.left, column / scale);
      found.top = Math.min(found.top, row / scale);
      found.right = Math.max(found.right, (column + 1) / scale);
      found.bottom = Math.max(found.bottom, (row + 1) / scale);
    }
  }
  return found.right > 0 ? found : null;
}

/** Returns the area of each text run, line and code of a sheet, with a small margin. */
export function areasOf({ runs, rules, codes }: Sheet): (Box & { what: string })[] {
  return [
    ...runs
      .filter(({ text }) => text.trim() !== '')
      .map(({ x, y, width, size, text }) => ({
        what: text,
        left: x - 1,
        top: y - size,
        right: x + width + 1,
        bottom: y + size * 0.3,
      })),
    ...rules.map(({ x, y, width }) => ({
      what: 'line',
      left: x - 2,
      top: y - 1.5,
      right: x + width + 2,
      bottom: y + 1.5,
    })),
    ...codes.map(({ x, y, size, text }) => ({
      what: text,
      left: x - 2,
      top: y - 2,
      right: x + size + 2,
      bottom: y + size + 1,
    })),
  ];
}
