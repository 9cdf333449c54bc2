import type { TextPiece } from '../../../src/contract/rules/signing/pages/signature-lines.ts';

// Shared by the server and the process that copies pages. Without imports at run time.

/** A page of a file as it was copied. Lengths are points of the page as it is shown. */
export interface CopiedPage {
  width: number;
  height: number;
  /** Turns points of the page as it is shown, from its bottom left, into the page's own. */
  matrix: [number, number, number, number, number, number];
  /** For each corner in which a code could be, whether nothing is printed there. */
  isBlank: boolean[];
  text: string;
  pieces: TextPiece[];
}

/** The PDF with the copied pages, in the process's folder. */
export const COPIED = 'copied.pdf';

/** The picture of a copied page, counted from 0. */
export function pictureName(page: number): string {
  return `page-${page}.webp`;
}
