/** How many bytes at the beginning of a file identify it: PDF readers allow that much before the header. */
export const HEAD_BYTES = 1024;

/** The message for a file that is named like a document but starts differently. The server uses the same sentence. */
export const NOT_A_DOCUMENT_MESSAGE =
  'This file isn’t a PDF or Word document, despite its name. Save it as a PDF, then upload that.';

/** The first bytes of Word documents: those of compound files and zips. */
const WORD_STARTS = ['\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1', 'PK\u0003\u0004'];

/**
 * Returns whether a file with this beginning may be a PDF or a Word document, whatever its name. The server looks more
 * closely (server/convert/readers/sniff.ts), and accepts no file for which this is false.
 */
export function mayBeDocument(head: Uint8Array): boolean {
  const text = String.fromCharCode(...head.subarray(0, HEAD_BYTES));
  return text.includes('%PDF-') || WORD_STARTS.some((start) => text.startsWith(start));
}
