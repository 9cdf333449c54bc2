// Shared by the server and the process that places seals. It has no imports at run time.

/** What has to be appended to the PDF, in the process's folder. */
export const PLACED = 'update';
