import type { Grid, SignaturePageDesign } from '../../../entities/signing/signature-page-design.ts';
import type { PageFonts } from './page-fonts.ts';
import { moved } from './rows.ts';
import { setText, type Notes } from './set-text.ts';
import { PAPERS, type CodeBox, type Paper, type TextRun } from './sheet.ts';

const MARGINS = { narrow: 36, regular: 72, wide: 108 } as const;
const GRID_COLUMNS = 12;
const POINTS_PER_MILLIMETER = 72 / 25.4;

const CODE_SIZE = 16 * POINTS_PER_MILLIMETER;
/** Printers cannot print closer to the edge. Points. */
const CODE_INSET = 18;
/** The white space that a reader needs around a code: four of its modules. */
const QUIET = 8;
const CODE_TEXT_SIZE = 6.5;
const CODE_TEXT_LEADING = 7;

/** The space between a block and the block to its right. */
const GUTTER = 18;
/** A narrower column has no room for a signature. */
const LEAST_COLUMN = 108;

/** The size of a sheet, and the area for its content. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Also reserves room for the codes on sheets without them, so that a preview looks the same as the sheet that is signed. */
export function frameOf(paper: Paper, margins: SignaturePageDesign['margins']): Frame {
  const { width, height } = PAPERS[paper];
  const margin = MARGINS[margins];
  // Codes that don't fit beside the content go above and below it.
  const inTheWay = CODE_INSET + CODE_SIZE + QUIET > margin;
  const vertical = inTheWay ? CODE_INSET + CODE_SIZE + QUIET + 2 * CODE_TEXT_LEADING : margin;
  return { width, height, left: margin, right: width - margin, top: vertical, bottom: height - vertical };
}

/** Returns the column of a block, from its place on the grid. */
export function columnOf({ x, w }: Grid, frame: Frame): { left: number; width: number } {
  const column = (frame.right - frame.left) / GRID_COLUMNS;
  const last = Math.min(GRID_COLUMNS, x + w);
  const gutter = last < GRID_COLUMNS ? GUTTER : 0;
  const width = Math.max(LEAST_COLUMN, (last - x) * column - gutter);
  return { left: Math.min(frame.left + x * column, frame.right - width), width };
}

/** Returns a code in two opposite corners, because a pen stroke can spoil one, with its text below each. */
export function cornerCodes(
  code: string,
  frame: Frame,
  design: SignaturePageDesign,
  fonts: PageFonts,
  notes: Notes,
): { codes: CodeBox[]; runs: TextRun[] } {
  const textHeight = 2 * CODE_TEXT_LEADING + 1;
  const codes = [
    { text: code, x: frame.width - CODE_INSET - CODE_SIZE, y: CODE_INSET, size: CODE_SIZE },
    { text: code, x: CODE_INSET, y: frame.height - CODE_INSET - textHeight - CODE_SIZE, size: CODE_SIZE },
  ];
  const half = Math.ceil((code.length + 3) / 2);
  const style = { font: design.font, size: CODE_TEXT_SIZE, bold: false, italic: false, underline: false };
  const lines = [code.slice(0, half), code.slice(half)];
  const runs = codes.flatMap(({ x, y }) =>
    lines.flatMap((text, at) => {
      const [row] = setText([{ text, style }], 2 * CODE_SIZE, 'left', fonts, notes);
      if (!row) return [];
      const left = x + (CODE_SIZE - row.width) / 2;
      return moved(row.runs, left, y + CODE_SIZE + 3 + at * CODE_TEXT_LEADING);
    }),
  );
  return { codes, runs };
}
