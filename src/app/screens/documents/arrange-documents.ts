import type { DealDocument } from '../../../db/queries/documents/deal-documents.ts';
import type { ChecklistRow } from '../../../db/views/checklist-rows.ts';

/** Where a document is on the checklist. */
export interface DocumentPlace {
  /** The element's uuid. */
  element: string;
  /** For example "Tab 7"; empty if the row has no number. */
  number: string;
  /** The item's name on the checklist. */
  name: string;
}

/** A document with its place; null = not on the checklist. */
export interface PlacedDocument extends DealDocument {
  place: DocumentPlace | null;
}

/** Which documents are shown, by their state; in the order of the menu. */
export const STATUS_FILTERS = ['all', 'ready', 'converting', 'failed', 'queued'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/** Returns the documents in checklist order, then those that are not on it, in upload order. */
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

/** Returns the documents in one state whose name or file name contains the text. */
export function filterDocuments(
  documents: readonly PlacedDocument[],
  text: string,
  filter: StatusFilter,
): PlacedDocument[] {
  const wanted = text.trim().toLowerCase();
  return documents.filter(
    (document) =>
      matchesStatus(document, filter) &&
      (wanted === '' ||
        [document.name, document.row.fileName].some((name) => name.toLowerCase().includes(wanted))),
  );
}

function matchesStatus({ row, status }: PlacedDocument, filter: StatusFilter): boolean {
  switch (filter) {
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
