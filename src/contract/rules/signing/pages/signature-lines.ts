/*
 * Finds the signature lines on a page of a file (docs/product/packets.md, "Pages of files"): a row of underscores, or the
 * space after "By:". Lengths are points from the top left of the page as it is shown.
 */

/** A piece of text on one line. A row of underscores is a separate piece. */
export interface TextPiece {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type LineBox = Omit<TextPiece, 'text'>;

/** The person who signs, and the entity that they sign for. */
export interface LineSigner {
  readonly id: string;
  readonly names: readonly string[];
}

/** A shorter row of underscores isn't a signature line. */
const LEAST_WIDTH = 72;
/** The space after "By:" if no line is printed as text. */
const OPEN_WIDTH = 180;
/** The height of a signature. */
const HEIGHT = 30;
/** The distance of a label from its line, and of a name above or below it. */
const LABEL_GAP = 24;
const NAME_BELOW = 64;
const NAME_ABOVE = 110;

const SIGNS = /^(by|signature|signed|sign here|sign|x)\s*[:.]?$/i;
const ENDS_IN_SIGNS = /(^|\s)(by|signature|signed)\s*:$/i;
const LABEL = /:\s*$/;

/** Returns where each signer signs. Signers without an unambiguous line are left out. */
export function findSignatureLines(
  pieces: readonly TextPiece[],
  signers: readonly LineSigner[],
  page: { width: number },
): Map<string, LineBox> {
  const lines = linesToSign(pieces, page.width);
  const found = new Map<string, LineBox>();
  const scored = signers
    .flatMap((signer) => lines.map((line) => ({ signer, line, score: closeness(line, signer, pieces) })))
    .toSorted((one, other) => other.score - one.score);
  const taken = new Set<LineBox>();
  const isOnly = signers.length === 1 && lines.length === 1;
  for (const { signer, line, score } of scored) {
    if (score === 0 && !isOnly) break;
    if (found.has(signer.id) || taken.has(line)) continue;
    found.set(signer.id, line);
    taken.add(line);
  }
  return found;
}

function linesToSign(pieces: readonly TextPiece[], pageWidth: number): LineBox[] {
  const printed = pieces.filter(({ text, width }) => /^_+$/.test(text) && width >= LEAST_WIDTH);
  const lines = printed.filter((line) => {
    const label = labelOf(line, pieces);
    return label === null || SIGNS.test(label) || ENDS_IN_SIGNS.test(label) || !LABEL.test(label);
  });
  const open = pieces.filter(
    (piece) =>
      SIGNS.test(piece.text.trim()) &&
      piece.text.includes(':') &&
      !pieces.some((other) => other !== piece && other.x > piece.x && isBeside(piece, other)),
  );
  return [
    ...lines.map(({ x, y, width, height }) => above(x, y + height, width)),
    ...open.map(({ x, y, width, height }) => {
      const left = x + width + 4;
      return above(left, y + height, Math.min(OPEN_WIDTH, pageWidth - left - 18));
    }),
  ].filter(({ width }) => width >= LEAST_WIDTH);
}

function above(x: number, bottom: number, width: number): LineBox {
  const y = Math.max(0, bottom - HEIGHT);
  return { x, y, width, height: bottom - y };
}

/** The text to the left of a line. */
function labelOf(line: TextPiece, pieces: readonly TextPiece[]): string | null {
  const labels = pieces
    .filter((piece) => piece !== line && isBeside(piece, line) && piece.x < line.x)
    .filter(({ x, width }) => line.x - (x + width) < LABEL_GAP)
    .toSorted((one, other) => other.x - one.x);
  return labels[0]?.text.trim() ?? null;
}

function isBeside(one: TextPiece, other: TextPiece): boolean {
  const middle = other.y + other.height;
  return middle > one.y && middle < one.y + one.height + 6;
}

/** The confidence that a signer signs on a line; 0 = none. */
function closeness(line: LineBox, { names }: LineSigner, pieces: readonly TextPiece[]): number {
  const bottom = line.y + line.height;
  let score = 0;
  for (const { text, x, y, width } of pieces) {
    if (x > line.x + line.width || x + width < line.x - 60) continue;
    const read = simplified(text);
    if (!names.some((name) => name !== '' && read.includes(simplified(name)))) continue;
    const down = y - bottom;
    if (down > -4 && down < NAME_BELOW) score += 3 - down / NAME_BELOW;
    const up = line.y - y;
    if (up > -line.height && up < NAME_ABOVE) score += 2 - up / (NAME_ABOVE + line.height);
  }
  return score;
}

function simplified(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
