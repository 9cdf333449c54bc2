import type { DocumentRow } from '../rows.ts';

/** Returns the paths of what the app shows of a document, its PDF first; empty if it is not converted yet, or could not be. */
export function documentPaths({ pdfUrl, conversionFinishedAt, thumbnails }: DocumentRow): string[] {
  if (pdfUrl === null || conversionFinishedAt === null) return [];
  return [pdfUrl, ...(thumbnails?.['png-144'] ?? [])];
}

/** Compares documents of a deal by the order of their upload. */
export function inUploadOrder(one: DocumentRow, other: DocumentRow): number {
  return one.uploadOrder - other.uploadOrder || (one.uuid < other.uuid ? -1 : 1);
}
