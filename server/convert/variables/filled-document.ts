// Shared by the server and the process that fills in fields. It has no imports at run time.

/** The Word file with values, in the process's folder. */
export const FILLED = 'filled.docx';

/** The blank that is printed for a field without a value. It is shorter than any line that counts as a signature line. */
export const BLANK = '_'.repeat(8);

export interface FilledFacts {
  /** The number of different fields in the file. */
  numVariables: number;
}
