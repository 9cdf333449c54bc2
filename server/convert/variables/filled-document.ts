// Shared by the server and the process that fills in fields. Without imports at run time.

/** The Word file with values, in the process's folder. */
export const FILLED = 'filled.docx';

/** What is printed for a field without a value: shorter than any line that is taken for a signature line. */
export const BLANK = '_'.repeat(8);

export interface FilledFacts {
  /** How many fields the file has, however often each key occurs. */
  numVariables: number;
}
