import { countsAsSignature, wentOut } from '../../../contract/rules/signing/assignment-status.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { DocumentRow, ItemRow } from '../../rows.ts';

/** A document, its current version, and another one that may take its place. */
export interface ReplacedDocument {
  item: ItemRow;
  before: DocumentRow | null;
  after: DocumentRow;
}

/** Returns what a version of a document would replace; null if it isn't here. */
export async function replacedDocumentOf(
  db: MirrorDatabase,
  transaction: string,
  document: string,
): Promise<ReplacedDocument | null> {
  return db.transaction('r', [db.documents, db.items], async () => {
    const after = await db.documents.get(document);
    if (after?.transaction !== transaction || after.itemId === null) return null;
    const item = await db.items.get(after.itemId);
    if (!item) return null;
    const before = item.document === null ? undefined : await db.documents.get(item.document);
    return { item, before: before ?? null, after };
  });
}

/** Returns whether a document has signatures that were given or are out. Then its version is replaced only after a review. */
export async function hasSignaturesOut(db: MirrorDatabase, item: string): Promise<boolean> {
  const rows = await db.assignments.where({ item }).toArray();
  return rows.some(({ status }) => countsAsSignature(status) && wentOut(status));
}
