import type { DealDocument } from '../../../db/queries/documents/deal-documents.ts';
import type { ChecklistRow } from '../../../db/views/checklist-rows.ts';

/** Where a document stands on the checklist. */
export interface DocumentPlace {
  /** The element's uuid. */
  element: string;
  /** "Tab 7", or empty where nothing is numbered so. */
  number: string;
  /** What the checklist calls it. */
  name: string;
}

/** A document with its place; null = it is on no line of the checklist. */
export interface PlacedDocument extends DealDocument {
  place: DocumentPlace | null;
}

/** Which documents are shown, by how they stand. */
export const STANDINGS = {
  all: 'All documents',
  ready: 'Ready',
  converting: 'Being converted',
  failed: 'Failed',
  queued: 'In the upload queue',
} as const;
export type Standing = keyof typeof STANDINGS;

/** In the order of the checklist, what is not on it behind that, as it was uploaded. */
export function arrangeDocuments(
  documents: readonly DealDocument[],
  rows: readonly ChecklistRow[],
): PlacedDocument[] {
  const places = new Map(
    rows.flatMap(({ entry, number }, index) =>
      entry.item
        ? [[entry.item.uuid, { index, element: entry.uuid, number, name: entry.name }] as const]
        : [],
    ),
  );
  return documents
    .map((document) => ({ document, at: document.item ? places.get(document.item.uuid) : undefined }))
    .toSorted((one, other) => (one.at?.index ?? Infinity) - (other.at?.index ?? Infinity) || 0)
    .map(({ document, at }) => ({
      ...document,
      place: at ? { element: at.element, number: at.number, name: at.name } : null,
    }));
}

/** The documents of one standing whose name or file name contains the words. */
export function filterDocuments(
  documents: readonly PlacedDocument[],
  words: string,
  standing: Standing,
): PlacedDocument[] {
  const wanted = words.trim().toLowerCase();
  return documents.filter(
    (document) =>
      (standing === 'all' || standsSo(document, standing)) &&
      (wanted === '' ||
        [document.name, document.row.fileName].some((name) => name.toLowerCase().includes(wanted))),
  );
}

function standsSo({ row, status }: PlacedDocument, standing: Standing): boolean {
  switch (standing) {
    case 'all':
      return true;
    case 'queued':
      return row.inQueue;
    case 'ready':
      return status === 'CONVERSION_COMPLETE';
    case 'failed':
      return status.startsWith('FAILED');
    case 'converting':
      return status !== 'CONVERSION_COMPLETE' && !status.startsWith('FAILED');
  }
}
