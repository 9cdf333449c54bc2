import { byOrder } from '../../../contract/rules/checklist/order.ts';
import { countsAsSignature } from '../../../contract/rules/signing/assignment-status.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { CollectionRow } from '../../rows.ts';

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
