/** Below it lies what was uploaded and is not a document yet. */
export const INCOMING = 'incoming/';

/** Where a browser posts a file: a key that names the deal and the document, so that a create can demand it. */
export function incomingKey(deal: string, document: string): string {
  return `${incomingFolder(deal)}${document}`;
}

/** Below it lies what was uploaded to a deal and is not a document yet. */
export function incomingFolder(deal: string): string {
  return `${INCOMING}${deal}/`;
}

/** Below it lie the archives of purged deals. */
export const ARCHIVES = 'archives/';

/** Below it lie the archives of a deal: more than one, where an approval was withdrawn and another one given. */
export function archiveFolder(deal: string): string {
  return `${ARCHIVES}${deal}/`;
}

/** Where the archive lies that an approval leads to: that of an earlier one is not written over it by a job that comes late. */
export function archiveKey(deal: string, approvedAt: Date): string {
  return `${archiveFolder(deal)}${approvedAt.getTime()}.zip`;
}

/** The address of that archive, for who sees the deal. */
export function archivePath(deal: string): string {
  return `/api/archives/${deal}/files.zip`;
}

/** Below it lie reports, for a week. */
export const REPORTS = 'reports/';

export function reportKey(report: string): string {
  return `${REPORTS}${report}.xlsx`;
}

/** Below it lie PDFs of signature pages, for a day. */
export const PAGE_PDFS = 'page-pdfs/';

export function pagePdfKey(sha256: string): string {
  return `${PAGE_PDFS}${sha256}`;
}

/** Below these lies what documents are made of: their files, PDFs that were made of them, and pictures of the pages. */
export const FILES = 'files/';
export const PDFS = 'pdf/';
export const PICTURES = 'png-144/';

/** Holds the id of the installation that the store belongs to (installation.ts). */
export const INSTALLATION = 'installation/id';

/** All prefixes of deal objects. */
export const ALL_PREFIXES = [FILES, PDFS, PICTURES, ARCHIVES, REPORTS, PAGE_PDFS, INCOMING];

/** Where the bytes lie for good. */
export function fileKey(sha256: string): string {
  return `${FILES}${sha256}`;
}

/** The hash that names a file, a PDF or a page's picture at the store: the second part of its key. */
export function contentOf(key: string): string {
  return key.split('/')[1] ?? '';
}

/** Under which keys a content may lie: as a file that was uploaded, and as a PDF that was made. Its pictures are of either. */
export function contentKeys(content: string): string[] {
  return [fileKey(content), pdfKey(content)];
}

/** The PDF made of a Word file, by its own hash: of one file each conversion makes another PDF. */
export function pdfKey(sha256: string): string {
  return `${PDFS}${sha256}`;
}

/**
 * The hash in a PDF's key, which is also in the key of its pictures and in the addresses of both. For documents converted before
 * PDFs were named by their own hash it is the Word file's, and all of it is found by the same rule.
 */
export function pdfHash(pdfFileKey: string): string {
  return pdfFileKey.slice(pdfFileKey.lastIndexOf('/') + 1);
}

/** Below it lie the pictures of a PDF's pages, 144 px wide. */
export function thumbnailFolder(pdfFileKey: string): string {
  return `${PICTURES}${pdfHash(pdfFileKey)}/`;
}

/** A page's picture; pages count from 1. */
export function thumbnailKey(pdfFileKey: string, page: number): string {
  return `${thumbnailFolder(pdfFileKey)}${page}.png`;
}
