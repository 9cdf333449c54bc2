import type { Sheet } from '../signature-page/sheet.ts';

/** The page of a file under what a sheet adds to it. */
export interface CopiedBackground {
  /** Its picture as a data URL. */
  readonly picture: string;
  readonly text: string;
  /** Turns points of the page as it is shown, from its bottom left, into those of the page in its PDF. */
  readonly matrix: readonly [number, number, number, number, number, number];
}

/** A page of a packet. On a page of a file, the sheet has only what is added to it: the code, and where people sign. */
export interface PacketSheet extends Sheet {
  readonly copied?: CopiedBackground;
}
