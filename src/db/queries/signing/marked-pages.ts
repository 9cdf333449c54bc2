import { byOrder } from '../../../contract/rules/checklist/order.ts';
import { countsAsSignature } from '../../../contract/rules/signing/assignment-status.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { CollectionRow } from '../../rows.ts';
import { rowsView, type RowsView } from '../../views/rows-view.ts';

/** A marked page of a file, with its valid signatures. */
export interface MarkedPage {
  row: CollectionRow<'signaturePages'>;
  assignments: CollectionRow<'assignments'>[];
}

export interface MarkedPages {
  /** The marked pages of one document, by page number. */
  byNumber: ReadonlyMap<number, MarkedPage>;
  /** The page numbers of all signature pages of the item, in order; null for generated ones. */
  numbers: readonly (number | null)[];
}

/** Reads the marked pages of one version of an item, from one snapshot of the mirror. */
export async function markedPages(
  db: MirrorDatabase,
  { item, document }: { item: string; document: string },
): Promise<MarkedPages> {
  const [pages, assignments] = await db.transaction('r', db.signaturePages, db.assignments, async () =>
    Promise.all([db.signaturePages.where({ item }).toArray(), db.assignments.where({ item }).toArray()]),
  );
  const byPage = Map.groupBy(
    assignments.filter(({ status }) => countsAsSignature(status)),
    ({ itemPageUuid }) => itemPageUuid,
  );
  const inOrder = pages.toSorted(byOrder);
  const marked = inOrder.flatMap((row): [number, MarkedPage][] =>
    row.document === document && row.refPageNumber !== null
      ? [[row.refPageNumber, { row, assignments: byPage.get(row.uuid) ?? [] }]]
      : [],
  );
  return { byNumber: new Map(marked), numbers: inOrder.map(({ refPageNumber }) => refPageNumber) };
}

/** How many pages of a document's file are marked for signing, and how many valid signatures are assigned to them. */
export interface MarkedCount {
  readonly pages: number;
  readonly signatures: number;
}

/** The marked pages of a deal's documents, by item. A document without marked pages is left out. */
export type MarkedCounts = ReadonlyMap<string, MarkedCount>;

/** The marked pages of a deal, kept in memory while a screen shows them. */
export function markedCountsView(db: MirrorDatabase, transaction: string): RowsView<MarkedCounts> {
  return rowsView(db, transaction, {
    tables: ['signaturePages', 'assignments'],
    compose: ({ signaturePages, assignments }) =>
      countMarked([...signaturePages.values()], [...assignments.values()]),
  });
}

/** Counts the marked pages of each document. */
export function countMarked(
  pages: readonly Pick<CollectionRow<'signaturePages'>, 'uuid' | 'item' | 'source'>[],
  assignments: readonly Pick<CollectionRow<'assignments'>, 'itemPageUuid' | 'status'>[],
): MarkedCounts {
  const valid = assignments.filter(({ status }) => countsAsSignature(status));
  const byPage = Map.groupBy(valid, ({ itemPageUuid }) => itemPageUuid);
  const marked = pages.filter(({ source }) => source === 'file');
  return new Map(
    Array.from(
      Map.groupBy(marked, ({ item }) => item),
      ([item, own]) => [
        item,
        {
          pages: own.length,
          signatures: own.reduce((sum, { uuid }) => sum + (byPage.get(uuid)?.length ?? 0), 0),
        },
      ],
    ),
  );
}
