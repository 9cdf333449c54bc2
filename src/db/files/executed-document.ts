import type { DocumentRow, ItemRow } from '../rows.ts';

/**
 * Returns an item's executed document in the form of the document that it was made from, under the item's id, or null if there is
 * none. It has no pictures of its pages.
 */
export function executedDocument(item: ItemRow, document: DocumentRow | undefined): DocumentRow | null {
  const { executedPdfUrl: url, executedNumPages: numPages, executedSize: size } = item;
  if (!document || url === null) return null;
  return {
    ...document,
    uuid: item.uuid,
    pdfUrl: url,
    fileUrl: url,
    fileName: `${item.name}.pdf`,
    thumbnails: null,
    numPages,
    size: size ?? document.size,
  };
}

/** Returns the executed documents of a deal. */
export function executedDocuments(
  items: readonly ItemRow[],
  documents: readonly DocumentRow[],
): DocumentRow[] {
  const byId = new Map(documents.map((document) => [document.uuid, document]));
  return items.flatMap((item) => executedDocument(item, byId.get(item.document ?? '')) ?? []);
}
