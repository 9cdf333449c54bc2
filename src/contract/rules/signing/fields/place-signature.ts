/** The share of its field that a signature may fill, and how much of its height goes below the line. */
const FILL = 0.95;
const BELOW = 0.12;
/** From the left end of the line, in points. */
const INDENT = 4;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns the position of a drawn signature in its field: on the line, from the left, as large as fits. */
export function placeSignature(
  field: Box,
  drawn: { readonly width: number; readonly height: number },
): { x: number; y: number; scale: number } {
  const width = (field.width - INDENT) * FILL;
  const scale = Math.min((field.height * FILL) / drawn.height, width / drawn.width);
  const height = drawn.height * scale;
  return { x: field.x + INDENT, y: field.y + field.height - height * (1 - BELOW), scale };
}
