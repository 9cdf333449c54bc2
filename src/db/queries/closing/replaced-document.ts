import { countsAsSignature, wentOut } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import type { MirrorDatabase } from '../../database.ts';
import type { DocumentRow, ItemRow } from '../../rows.ts';

/** A document, its current version, and another one that may replace it. */
export interface ReplacedDocument {
  item: ItemRow;
  before: DocumentRow | null;
  after: DocumentRow;
  /** Documents that may record how signatories authorized something: the deal's other documents, by name. */
  files: { uuid: string; name: string; isQueued: boolean }[];
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
    return { item, before: before ?? null, after, files: await otherFiles(db, item) };
  });
}

/** The current versions of the other documents, and what waits in the upload queue. */
async function otherFiles(
  db: MirrorDatabase,
  { uuid, transaction }: ItemRow,
): Promise<ReplacedDocument['files']> {
  const items = await db.items.where({ transaction }).toArray();
  const nameOf = new Map(
    items.flatMap((item) =>
      item.document === null || item.uuid === uuid ? [] : [[item.document, item.name]],
    ),
  );
  const documents = await db.documents.where({ transaction }).toArray();
  return documents
    .flatMap((row) => {
      const name = nameOf.get(row.uuid) ?? (row.inQueue ? row.name : null);
      return name === null ? [] : [{ uuid: row.uuid, name, isQueued: row.inQueue }];
    })
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Returns whether a document has signatures that were given or are out. Such a version is replaced only after a review. */
export async function hasSignaturesOut(db: MirrorDatabase, item: string): Promise<boolean> {
  const rows = await db.assignments.where({ item }).toArray();
  return rows.some(({ status }) => countsAsSignature(status) && wentOut(status));
}
