// Shared by the server and the process that joins PDFs. Without imports at run time.

/** Pages of one of the PDFs, from 1; all of them without `from` and `to`. */
export interface PageRange {
  /** Which PDF, from 0. */
  readonly file: number;
  readonly from?: number;
  readonly to?: number;
}

/** The joined PDF, in the process's folder. */
export const JOINED = 'joined.pdf';
