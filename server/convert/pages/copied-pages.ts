import type { TextPiece } from '../../../src/contract/rules/signing/pages/signature-lines.ts';

// Shared by the server and the process that copies pages. It has no imports at run time.

/** A copied page of a file. Lengths are points of the page as it is shown. */
export interface CopiedPage {
  width: number;
  height: number;
  /** Converts points of the page as it is shown, from its bottom left, into the page's own coordinates. */
  matrix: [number, number, number, number, number, number];
  /** For each corner that could hold a code, whether it is blank. */
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
