import {
  documentLabel,
  inVersionOrder,
  placeOfVersion,
  versionStatus,
  type VersionPlace,
  type VersionStatus,
} from '../../../contract/rules/documents/document-names.ts';
import { documentStatus, type DocumentStatus } from '../../../contract/rules/documents/document-status.ts';
import { signingTypeOf } from '../../../contract/rules/documents/signing-type.ts';
import type { SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import { conversionFacts } from '../../files/conversion-facts.ts';
import type { MirrorDatabase } from '../../database.ts';
import { executedDocument } from '../../files/executed-document.ts';
import { inUploadOrder } from '../../files/document-paths.ts';
import { equal } from '../../equal.ts';
import type { DocumentRow, FileRow, ItemRow } from '../../rows.ts';

/** A document of a deal, with the fields that its screen shows. */
export interface DealDocument {
  row: DocumentRow;
  /** Its name for users: its item's name, even for a version that is not the current one. */
  name: string;
  /** See docs/product/documents.md, "Status". */
  status: DocumentStatus;
  /** The item on the checklist whose current document it is; null while it is in the queue. */
  item: ItemRow | null;
  /** The item that it is a version of, current or not. */
  belongsTo: ItemRow | null;
  /** How many versions the item has, including this one; 0 without an item. */
  versions: number;
  /** The item's signing type, once there is one. */
  signingType: SigningType;
  /** Whether an edit of it is not on the server yet. */
  unsaved: boolean;
}

/** The documents of a deal in upload order, except versions that are not current. */
export async function dealDocuments(db: MirrorDatabase, transaction: string): Promise<DealDocument[]> {
  const [documents, items, edits] = await db.transaction('r', db.documents, db.items, db.outbox, () =>
    Promise.all([
      db.documents.where({ transaction }).toArray(),
      db.items.where({ transaction }).toArray(),
      db.outbox.where({ lane: transaction }).toArray(),
    ]),
  );
  const itemOf = new Map(items.map((item) => [item.uuid, item]));
  const versions = new Map<string, number>();
  for (const { itemId } of documents)
    if (itemId !== null) versions.set(itemId, (versions.get(itemId) ?? 0) + 1);
  const unsaved = new Set(edits.filter(({ state }) => state !== 'acked').flatMap(({ touches }) => touches));
  return documents
    .flatMap((row) => {
      if (row.itemId === null) return asDealDocument(row, null, 0, unsaved);
      const item = itemOf.get(row.itemId);
      // For an item that is deleted here while the server hasn't sent its other files.
      if (!item || (item.document !== null && item.document !== row.uuid)) return [];
      return asDealDocument(row, item, versions.get(row.itemId) ?? 1, unsaved);
    })
    .toSorted((one, other) => inUploadOrder(one.row, other.row));
}

/**
 * The same query for repeated calls. An unchanged document is identical to the last one, so that only changed ones are
 * rendered again.
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

/** A document with its position among the versions of its item. */
export interface ViewedDocument extends DealDocument {
  /** Null while it has no item. */
  version: VersionPlace | null;
  /** The version that replaced it; null unless it is superseded. */
  current: { uuid: string; number: number } | null;
}

/** The executed document of the item that has this document; null = this device has none. */
export async function viewedExecutedDocument(
  db: MirrorDatabase,
  transaction: string,
  uuid: string,
): Promise<ViewedDocument | null> {
  const document = await viewedDocument(db, transaction, uuid);
  const executed = document?.belongsTo && executedDocument(document.belongsTo, document.row);
  if (!document || !executed) return null;
  return {
    ...document,
    row: executed,
    status: 'CONVERSION_COMPLETE',
    item: null,
    version: null,
    current: null,
  };
}

/** A document in any state; null = the mirror has none with that id in the deal. */
export async function viewedDocument(
  db: MirrorDatabase,
  transaction: string,
  uuid: string,
): Promise<ViewedDocument | null> {
  return db.transaction('r', db.documents, db.items, async () => {
    const row = await db.documents.get(uuid);
    if (row?.transaction !== transaction) return null;
    const item = row.itemId === null ? undefined : await db.items.get(row.itemId);
    if (!item) {
      return { ...asDealDocument(row, null, 0, new Set()), version: null, current: null };
    }
    const versions = await db.documents.where({ itemId: item.uuid }).toArray();
    const version = placeOfVersion(uuid, item, versions);
    const replacing = version?.superseded && item.document;
    const place = replacing ? placeOfVersion(replacing, item, versions) : null;
    const document = asDealDocument(row, item, versions.length, new Set());
    return {
      ...document,
      version,
      current: replacing && place ? { uuid: replacing, number: place.number } : null,
    };
  });
}

/** One of the files that an item has or had. */
export interface ItemVersion {
  row: DocumentRow;
  /** 1 for the first uploaded one. */
  number: number;
  standing: VersionStatus;
  /** See docs/product/documents.md, "Status". */
  status: DocumentStatus;
}

/** All versions of an item, latest first, and its files that are still being uploaded. */
export interface ItemVersions {
  versions: ItemVersion[];
  onTheWay: FileRow[];
}

export async function itemVersions(
  db: MirrorDatabase,
  { uuid, transaction }: { uuid: string; transaction: string },
): Promise<ItemVersions> {
  return db.transaction('r', db.documents, db.items, db.files, async () => {
    const item = await db.items.get(uuid);
    const rows = await db.documents.where({ itemId: uuid }).toArray();
    const files = await db.files.where({ transaction }).toArray();
    const come = new Set(rows.map((row) => row.uuid));
    const versions = inVersionOrder(rows)
      .map((row, index): ItemVersion => ({
        row,
        number: index + 1,
        standing: versionStatus(row.uuid, item),
        status: documentStatus(conversionFacts(row)),
      }))
      .toReversed();
    const onTheWay = files.filter(
      (file) => file.versionOf === uuid && file.status !== 'REMOVED' && !come.has(file.uuid),
    );
    return { versions, onTheWay };
  });
}

/** The items of a deal that can have another version, by name. */
export async function itemsByName(db: MirrorDatabase, transaction: string): Promise<ItemRow[]> {
  const items = await db.items.where({ transaction }).toArray();
  return items.toSorted((one, other) => one.name.localeCompare(other.name, undefined, { numeric: true }));
}

function asDealDocument(
  row: DocumentRow,
  belongsTo: ItemRow | null,
  versions: number,
  unsaved: ReadonlySet<string>,
): DealDocument {
  const item = belongsTo?.document === row.uuid ? belongsTo : null;
  return {
    row,
    name: documentLabel(row, belongsTo),
    status: documentStatus(conversionFacts(row)),
    item,
    belongsTo,
    versions: item ? versions : 0,
    signingType: item ? signingTypeOf(item) : row.signingType,
    unsaved: unsaved.has(row.uuid) || (item !== null && unsaved.has(item.uuid)),
  };
}
