import type { NumberedEntry, NumberedRow } from '../../checklist/number-rows.ts';

/** The fields of a checklist place that the matrix needs. */
interface LineEntry extends NumberedEntry {
  name: string;
  item: { uuid: string; forSigning: boolean } | null;
}

/** A line of the matrix: a document, or the header above some documents. */
export interface MatrixLine {
  kind: 'header' | 'document';
  /** The item of a document, or the element of a header. */
  uuid: string;
  number: string;
  name: string;
  /** 1 = top level. */
  depth: number;
  /** Whether the document is marked to be signed. */
  isMarked: boolean;
}

/**
 * Returns the documents to be signed in checklist order, under their headers.
 * @param isShown whether to show an item that isn't marked to be signed, because it has signatures or the user wants
 * to see all
 */
export function linesOf(
  rows: readonly NumberedRow<LineEntry>[],
  isShown: (item: string) => boolean,
): MatrixLine[] {
  const lines: MatrixLine[] = [];
  /** Headers on the way down. They are added once a document follows. */
  let waiting: MatrixLine[] = [];
  for (const { entry, number, depth } of rows) {
    const { kind, name, item } = entry;
    if (kind === 'header') {
      waiting = waiting.filter((header) => header.depth < depth);
      waiting.push({ kind: 'header', uuid: entry.uuid, number, name, depth, isMarked: false });
    } else {
      // A document next to a header ends the header's section.
      waiting = waiting.filter((header) => header.depth < depth);
    }
    if (!item || !(item.forSigning || isShown(item.uuid))) continue;
    const isMarked = item.forSigning;
    lines.push(...waiting, { kind: 'document', uuid: item.uuid, number, name, depth, isMarked });
    waiting = [];
  }
  return lines;
}
