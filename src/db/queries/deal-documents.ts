import { documentStatus, type DocumentStatus } from '../../contract/rules/document-status.ts';
import { signingTypeOf } from '../../contract/rules/signing-type.ts';
import type { SigningType } from '../../contract/rules/upload-checks.ts';
import { conversionFacts } from '../conversion-facts.ts';
import type { MirrorDatabase } from '../database.ts';
import { inUploadOrder } from '../document-paths.ts';
import { equal } from '../equal.ts';
import type { DocumentRow, ItemRow } from '../rows.ts';

/** A document of a deal with what its screen says of it. */
export interface DealDocument {
  row: DocumentRow;
  /** Core spec 4. */
  status: DocumentStatus;
  /** The item on the checklist whose current document it is; null while it is in the queue, or has been replaced. */
  item: ItemRow | null;
  /** As the item has it, once there is one. */
  signingType: SigningType;
  /** An edit of it is not yet on the server. */
  unsaved: boolean;
}

/** The documents of a deal in upload order. */
export async function dealDocuments(db: MirrorDatabase, transaction: string): Promise<DealDocument[]> {
  const [documents, items, edits] = await db.transaction('r', db.documents, db.items, db.outbox, () =>
    Promise.all([
      db.documents.where({ transaction }).toArray(),
      db.items.where({ transaction }).toArray(),
      db.outbox.where({ lane: transaction }).toArray(),
    ]),
  );
  const itemOf = new Map(items.map((item) => [item.document, item]));
  const unsaved = new Set(edits.filter(({ state }) => state !== 'acked').flatMap(({ touches }) => touches));
  return documents
    .map((row) => asDealDocument(row, itemOf.get(row.uuid) ?? null, unsaved))
    .toSorted((one, other) => inUploadOrder(one.row, other.row));
}

/**
 * The same query for whoever asks it again and again: a document of which nothing has changed is the very one of last
 * time, so that only what has changed is rendered anew.
 */
export function dealDocumentsView(db: MirrorDatabase, transaction: string): () => Promise<DealDocument[]> {
  let last = new Map<string, DealDocument>();
  return async () => {
    const documents = (await dealDocuments(db, transaction)).map((document) => {
      const known = last.get(document.row.uuid);
      return known && equal(known, document) ? known : document;
    });
    last = new Map(documents.map((document) => [document.row.uuid, document]));
    return documents;
  };
}

/** One document, wherever it stands; null = the mirror has none of that id in the deal. */
export async function dealDocument(
  db: MirrorDatabase,
  transaction: string,
  uuid: string,
): Promise<DealDocument | null> {
  return db.transaction('r', db.documents, db.items, async () => {
    const row = await db.documents.get(uuid);
    if (row?.transaction !== transaction) return null;
    const item = row.itemId === null ? undefined : await db.items.get(row.itemId);
    return asDealDocument(row, item?.document === uuid ? item : null, new Set());
  });
}

function asDealDocument(row: DocumentRow, item: ItemRow | null, unsaved: ReadonlySet<string>): DealDocument {
  return {
    row,
    status: documentStatus(conversionFacts(row)),
    item,
    signingType: item ? signingTypeOf(item) : row.signingType,
    unsaved: unsaved.has(row.uuid) || (item !== null && unsaved.has(item.uuid)),
  };
}
