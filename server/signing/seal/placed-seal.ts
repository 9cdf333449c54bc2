// Shared by the server and the process that places seals. It has no imports at run time.

/** The PDF with a place for its signature, in the process's folder. */
export const PLACED = 'placed.pdf';
