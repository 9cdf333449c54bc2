// Runs in the processes that read scans and split sheets.

/** Pixels darker than this are print or ink. */
const DARK = 150;
/** A blank page may have a few specks, and holes and shadows at its edges. */
const BLANK_SHARE = 0.0002;
const EDGE = 0.05;

/** Returns whether a page is blank. */
export function isEmpty(
  { data, width, height }: { data: Uint8Array | Uint8ClampedArray; width: number; height: number },
  channels: 3 | 4,
): boolean {
  const [left, top] = [Math.floor(width * EDGE), Math.floor(height * EDGE)];
  let dark = 0;
  for (let y = top; y < height - top; y += 1)
    for (let x = left; x < width - left; x += 1)
      if ((data[(y * width + x) * channels + 1] ?? 255) < DARK) dark += 1;
  return dark < BLANK_SHARE * width * height;
}
