/** Prefix of uploads that are not documents yet. */
export const INCOMING = 'incoming/';

/** The key to which a browser posts a file. It names the deal and the document, so that a create can require it. */
export function incomingKey(deal: string, document: string): string {
  return `${incomingFolder(deal)}${document}`;
}

/** Prefix of a deal's uploads that are not documents yet. */
export function incomingFolder(deal: string): string {
  return `${INCOMING}${deal}/`;
}

/** Prefix of the archives of purged deals. */
export const ARCHIVES = 'archives/';

/** The prefix of a deal's archives. There are several if an approval was withdrawn and another one given. */
export function archiveFolder(deal: string): string {
  return `${ARCHIVES}${deal}/`;
}

/** The key of an approval's archive, so that a late job of an earlier approval does not overwrite it. */
export function archiveKey(deal: string, approvedAt: Date): string {
  return `${archiveFolder(deal)}${approvedAt.getTime()}.zip`;
}

/** The address of that archive, for people who can see the deal. */
export function archivePath(deal: string): string {
  return `/api/archives/${deal}/files.zip`;
}

/** The address of an item's executed document, for people who can see its deal. */
export function executedPath(item: string, sha256: string): string {
  return `/api/executed/${item}/${sha256}/pdf`;
}

/** Prefix of reports, which stay for a week. */
export const REPORTS = 'reports/';

export function reportKey(report: string, type: ReportType = 'xlsx'): string {
  return `${REPORTS}${report}.${type}`;
}

export type ReportType = 'xlsx' | 'csv' | 'pdf';

/** Prefix of downloads, which stay for a week. */
export const DOWNLOADS = 'downloads/';

export function downloadKey(download: string): string {
  return `${DOWNLOADS}${download}`;
}

/** Prefix of PDFs of signature pages, which stay for a day. */
export const PAGE_PDFS = 'page-pdfs/';

export function pagePdfKey(sha256: string): string {
  return `${PAGE_PDFS}${sha256}`;
}

/** Prefixes of documents' content: their files, the PDFs made from them, and pictures of the pages. */
export const FILES = 'files/';
export const PDFS = 'pdf/';
export const PICTURES = 'png-144/';

/** Contains the id of the installation that the store belongs to (installation.ts). */
export const INSTALLATION = 'installation/id';

/** All prefixes of deal objects. */
export const ALL_PREFIXES = [FILES, PDFS, PICTURES, ARCHIVES, REPORTS, DOWNLOADS, PAGE_PDFS, INCOMING];

/** The permanent key of a file's bytes. */
export function fileKey(sha256: string): string {
  return `${FILES}${sha256}`;
}

/** Returns the hash in the key of a file, a PDF or a page's picture: its second part. */
export function contentOf(key: string): string {
  return key.split('/')[1] ?? '';
}

/** Returns the keys under which content may be stored: as an uploaded file, and as a PDF. Its pictures belong to either. */
export function contentKeys(content: string): string[] {
  return [fileKey(content), pdfKey(content)];
}

/**
 * The key of the PDF made from a Word file, by its own hash, because each conversion of a file makes a different PDF.
 */
export function pdfKey(sha256: string): string {
  return `${PDFS}${sha256}`;
}

/**
 * The hash in a PDF's key, which is also in the keys of its pictures and in the addresses of both. For documents converted
 * before PDFs were named by their own hash, it is the Word file's hash, and the same rule still applies.
 */
export function pdfHash(pdfFileKey: string): string {
  return pdfFileKey.slice(pdfFileKey.lastIndexOf('/') + 1);
}

/** Prefix of the pictures of a PDF's pages, 144 px wide. */
export function thumbnailFolder(pdfFileKey: string): string {
  return `${PICTURES}${pdfHash(pdfFileKey)}/`;
}

/** The key of a page's picture. Pages count from 1. */
export function thumbnailKey(pdfFileKey: string, page: number): string {
  return `${thumbnailFolder(pdfFileKey)}${page}.png`;
}
