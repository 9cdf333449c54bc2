// Shared by the server and the process that joins PDFs. It has no imports at run time.

/** Pages of one of the PDFs, from 1; all of its pages if `from` and `to` are absent. */
export interface PageRange {
  /** The index of the PDF, from 0. */
  readonly file: number;
  readonly from?: number;
  readonly to?: number;
}

/** The joined PDF, in the process's folder. */
export const JOINED = 'joined.pdf';
