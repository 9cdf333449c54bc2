/** How much of a file's beginning tells what it is, bytes: readers of PDF allow that much before its header. */
export const HEAD_BYTES = 1024;

/** The message for a file that is named like a document but begins differently: the server's own sentence. */
export const NOT_A_DOCUMENT_MESSAGE =
  'This file isn’t a PDF or Word document, despite its name. Save it as a PDF, then upload that.';

/** How Word documents begin: as those compound files, and zips, that they are. */
const WORD_STARTS = ['\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1', 'PK\u0003\u0004'];

/**
 * Whether a file of such a beginning may be a PDF or a Word document, whatever it is called. The server looks closer
 * (server/convert/sniff.ts), and takes none for which this is false.
 */
export function mayBeDocument(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  return text.includes('%PDF-') || WORD_STARTS.some((start) => text.startsWith(start));
}
