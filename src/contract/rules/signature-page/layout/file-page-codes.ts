import type { CodeBox } from './sheet.ts';

/*
 * Places the short code on a page of a file (docs/product/packets.md, "Pages of files"). A code never covers anything, so it
 * goes in blank corners. Lengths are points from the top left of the page as it is shown.
 */

/** 16 mm, as on generated pages. */
const SIZE = (16 * 72) / 25.4;
/** Printers cannot print closer to the edge. */
const INSET = 18;
/** The white space around a code, and the height of the two lines of text below it. */
const QUIET = 6;
export const CODE_TEXT_SIZE = 6.5;
const CODE_TEXT_LEADING = 7;
const TEXT_HEIGHT = 2 * CODE_TEXT_LEADING + 2;

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the corners that can hold a code with its quiet zone and text. A page that is too small has none. */
export function codeCorners({ width, height }: { width: number; height: number }): Box[] {
  const [wide, high] = [SIZE + 2 * QUIET, SIZE + TEXT_HEIGHT + 2 * QUIET];
  if (width < 2 * (INSET + wide) || height < 2 * (INSET + high)) return [];
  const [left, right] = [INSET - QUIET, width - INSET - wide + QUIET];
  const [top, bottom] = [INSET - QUIET, height - INSET - high + QUIET];
  const at = (x: number, y: number): Box => ({ x, y, width: wide, height: high });
  return [at(right, top), at(left, bottom), at(left, top), at(right, bottom)];
}

/**
 * Returns at most two codes, in opposite blank corners if possible, because a pen stroke can spoil one.
 * @param blank for each of `codeCorners`, whether nothing is printed there
 */
export function fileCodes(
  code: string,
  page: { width: number; height: number },
  blank: readonly boolean[],
): CodeBox[] {
  const corners = codeCorners(page);
  const pairs = [
    [0, 1],
    [2, 3],
  ].map((pair) => pair.filter((at) => blank[at]));
  const free = pairs.flat();
  const chosen = pairs.find(({ length }) => length === 2) ?? free.slice(0, 2);
  return chosen.flatMap((at) => {
    const corner = corners[at];
    return corner ? [{ text: code, x: corner.x + QUIET, y: corner.y + QUIET, size: SIZE }] : [];
  });
}

/** Returns the position of a code's text: two lines, centered below it. */
export function codeTextLines({
  text,
  x,
  y,
  size,
}: CodeBox): { text: string; center: number; top: number }[] {
  const half = Math.ceil((text.length + 3) / 2);
  return [text.slice(0, half), text.slice(half)].map((line, at) => ({
    text: line,
    center: x + size / 2,
    top: y + size + 3 + at * CODE_TEXT_LEADING,
  }));
}
