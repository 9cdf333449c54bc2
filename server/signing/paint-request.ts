// Shared by the server and the process that paints pages of files. It has no imports at run time.
import type { PacketSheet } from '../../src/contract/rules/signing/packets/packet-sheet.ts';
import type { Drawing, PdfFacts, Placed } from './paint-pdf.ts';

export interface PaintRequest {
  /** The date as a number. */
  readonly facts: Omit<PdfFacts, 'date'> & { readonly date: number };
  readonly pages: readonly PageToPaint[];
  /** Each drawing is listed once, because a signature is on many pages. */
  readonly drawings: readonly Drawing[];
  /** The number of PDFs in the process's folder. */
  readonly numPdfs: number;
}

export interface PageToPaint {
  readonly sheet: PacketSheet;
  /** The positions of its drawings, by number. */
  readonly ink: readonly (Placed & { readonly drawing: number })[];
  /** The page underneath the sheet, by the number of its PDF. */
  readonly under: { readonly pdf: number; readonly page: number } | null;
}

/** The painted PDF, in the process's folder. */
export const PAINTED = 'painted.pdf';
