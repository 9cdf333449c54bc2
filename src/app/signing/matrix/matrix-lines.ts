import type { ChecklistRow } from '../../../db/views/checklist-rows.ts';

/** A line of the matrix: a document, or the header above some. */
export interface MatrixLine {
  kind: 'header' | 'document';
  /** The item of a document, or the element of a header. */
  uuid: string;
  number: string;
  name: string;
  /** 1 = top level. */
  depth: number;
  /** Whether the document is marked as to be signed. */
  isMarked: boolean;
}

/**
 * Returns the documents to be signed in checklist order, under those headers that have some.
 * @param isShown whether to show an item that isn't marked as to be signed, because it has signatures or the user wants to see all
 */
export function linesOf(rows: readonly ChecklistRow[], isShown: (item: string) => boolean): MatrixLine[] {
  const lines: MatrixLine[] = [];
  /** Headers on the way down, not shown until a document comes. */
  let waiting: MatrixLine[] = [];
  for (const { entry, number, depth } of rows) {
    const { kind, name, item } = entry;
    if (kind === 'header') {
      waiting = waiting.filter((header) => header.depth < depth);
      waiting.push({ kind: 'header', uuid: entry.uuid, number, name, depth, isMarked: false });
    } else {
      // A document beside a header ends what the header covers.
      waiting = waiting.filter((header) => header.depth < depth);
    }
    if (!item || !(item.forSigning || isShown(item.uuid))) continue;
    const isMarked = item.forSigning;
    lines.push(...waiting, { kind: 'document', uuid: item.uuid, number, name, depth, isMarked });
    waiting = [];
  }
  return lines;
}
