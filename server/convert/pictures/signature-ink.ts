/** The ink in a picture: its pixels (RGBA) on a transparent background, and its position. */
interface FoundInk {
  readonly pixels: Uint8Array;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How dark a pixel is, relative to the paper around it, where ink begins and where it covers the paper. */
const BEGINS = 0.85;
const COVERS = 0.5;
/** Single pixels are dust. */
const FEWEST_IN_LINE = 2;
/** Ink that is smaller than this in both directions isn't a signature. In pixels. */
const SMALLEST = 16;

/**
 * Finds dark ink on lighter paper, whose brightness may differ from place to place.
 * @param rgb the picture
 * @param paper its brightness, blurred until only the paper shows
 * @returns null if nothing is dark enough
 */
export function findInk(
  rgb: Uint8Array,
  paper: Uint8Array,
  { width, height }: { width: number; height: number },
): FoundInk | null {
  const pixels = new Uint8Array(width * height * 4);
  const columns = new Uint32Array(width);
  const rows = new Uint32Array(height);
  for (let at = 0; at < width * height; at += 1) {
    const [red, green, blue] = [rgb[at * 3] ?? 0, rgb[at * 3 + 1] ?? 0, rgb[at * 3 + 2] ?? 0];
    const share = (0.299 * red + 0.587 * green + 0.114 * blue) / Math.max(1, paper[at] ?? 0);
    const cover = Math.min(1, Math.max(0, (BEGINS - share) / (BEGINS - COVERS)));
    pixels[at * 4] = red;
    pixels[at * 4 + 1] = green;
    pixels[at * 4 + 2] = blue;
    pixels[at * 4 + 3] = Math.round(cover * 255);
    if (cover < 0.5) continue;
    const [column, row] = [at % width, Math.floor(at / width)];
    columns[column] = (columns[column] ?? 0) + 1;
    rows[row] = (rows[row] ?? 0) + 1;
  }
  const [left, right] = extentOf(columns);
  const [top, bottom] = extentOf(rows);
  const [inkWidth, inkHeight] = [right - left, bottom - top];
  if (Math.min(inkWidth, inkHeight) === 0 || Math.max(inkWidth, inkHeight) < SMALLEST) return null;
  return { pixels, left, top, width: inkWidth, height: inkHeight };
}

/** Returns where ink begins and ends. */
function extentOf(counts: Uint32Array): [number, number] {
  const first = counts.findIndex((count) => count >= FEWEST_IN_LINE);
  return first < 0 ? [0, 0] : [first, counts.findLastIndex((count) => count >= FEWEST_IN_LINE) + 1];
}
