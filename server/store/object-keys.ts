/** Below it lies what was uploaded and is not a document yet. */
export const INCOMING = 'incoming/';

/** Where a browser posts a file: a key that names the deal and the document, so that a create can demand it. */
export function incomingKey(deal: string, document: string): string {
  return `${INCOMING}${deal}/${document}`;
}

/** Where the bytes lie for good. */
export function fileKey(sha256: string): string {
  return `files/${sha256}`;
}

/** The PDF made of a Word file. */
export function pdfKey(sha256: string): string {
  return `pdf/${sha256}`;
}

/** A page's picture, 144 px wide; pages count from 1. */
export function thumbnailKey(sha256: string, page: number): string {
  return `png-144/${sha256}/${page}.png`;
}
