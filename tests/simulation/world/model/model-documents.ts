import type { Document } from '../../../../src/contract/entities/documents/document.ts';
import type {
  ItemEdits,
  itemsFromDocumentsAnswerSchema,
} from '../../../../src/contract/entities/checklist/item.ts';
import type * as z from 'zod';
import { TOP } from '../../../../src/contract/rules/checklist/child-lists.ts';
import { signingFlags } from '../../../../src/contract/rules/documents/signing-type.ts';
import { newItem, type StoredItem } from './model-deal.ts';
import { changedFields, Refusal, type DealWrite } from './model-write.ts';

/** The files that an item names. */
type Files = Pick<StoredItem, 'document' | 'pending_version_document'>;

/** Creates the document of an uploaded file. `converted`: it already is a PDF with pictures. */
export function createDocument(write: DealWrite, uuid: string, name: string, converted: boolean): void {
  const { deal, by } = write;
  const key = `incoming/${deal.row.uuid}/${uuid}`;
  const row: Document = {
    uuid,
    transaction: deal.row.uuid,
    item_id: null,
    in_queue: true,
    name,
    signing_type: 'to_be_signed',
    upload_order: deal.documents.size,
    num_pages: null,
    has_variables: false,
    metadata: { dms: null, dms_id: null, dms_processed_at: null },
    uploaded_file_key: key,
    pdf_file_key: null,
    file_url: `/api/files/${uuid}/5e1f/original`,
    pdf_url: null,
    file_name: `${name}.docx`,
    size: 1000,
    sha256: '5e1f',
    thumbnails: null,
    conversion_requested_at: by.at,
    conversion_finished_at: null,
    conversion_status: 'processing',
    thumbnails_finished_at: null,
    error_message: null,
    created_at: by.at,
    created_by: by.user,
    ...write.stamp(),
  };
  deal.documents.set(uuid, converted ? { ...row, ...convertedBy(by.at, uuid) } : row);
  deal.creators.set(uuid, by.user);
  write.log('documents', uuid);
}

/** Completes all conversions (as server/jobs/). These changes have no author. */
export function convertDocuments(write: DealWrite): void {
  for (const row of write.deal.documents.values()) {
    if (row.conversion_status !== 'processing') continue;
    const converted = convertedBy(write.by.at, row.uuid);
    write.deal.documents.set(row.uuid, { ...row, ...converted, ...write.stamp(), modified_by: null });
    write.log('documents', row.uuid);
  }
}

function convertedBy(at: string, uuid: string): Partial<Document> {
  const pdf = `/api/files/${uuid}/7d0c`;
  return {
    num_pages: 1,
    pdf_file_key: `pdf/${uuid}`,
    pdf_url: `${pdf}/pdf`,
    thumbnails: { 'png-144': [`${pdf}/png-144/1.png`] },
    conversion_finished_at: at,
    conversion_status: 'complete',
    thumbnails_finished_at: at,
  };
}

/**
 * Renames a document, sets how it is signed, or files it under an item (as
 * server/commands/documents/update-document.ts).
 */
export function updateDocument(
  write: DealWrite,
  uuid: string,
  edits: Partial<Pick<Document, 'name' | 'signing_type' | 'item_id'>>,
): void {
  const row = documentOf(write, uuid);
  const fields = changedFields(row, edits, ['name', 'signing_type', 'item_id']);
  write.assertUnchanged(uuid, fields, row);
  if (fields.length === 0) return;
  const { name = row.name, signing_type = row.signing_type, item_id = row.item_id } = edits;
  const filed = fields.includes('item_id');
  if (filed && item_id === null) takeVersionBack(write, row);
  if (filed && item_id !== null) fileVersion(write, row, item_id);
  const in_queue = filed ? item_id === null : row.in_queue;
  write.deal.documents.set(uuid, { ...row, name, signing_type, item_id, in_queue, ...write.stamp() });
  write.log('documents', uuid, filed ? [...fields, 'in_queue'] : fields);
}

function fileVersion(write: DealWrite, document: Document, itemId: string): void {
  const item = itemOf(write, itemId);
  if (document.item_id !== null) throw new Refusal('invalid', 'It is on the checklist already.');
  assertConverted(document);
  if (item.document !== null) return setFiles(write, item, { pending_version_document: document.uuid });
  const { forSigning: for_signing, fullyExecuted: fully_executed } = signingFlags(document.signing_type);
  const says = !item.for_signing && !item.fully_executed;
  setFiles(write, item, { document: document.uuid }, says ? { for_signing, fully_executed } : {});
}

function takeVersionBack(write: DealWrite, { uuid, item_id: itemId }: Document): void {
  if (itemId !== null) withoutVersion(write, itemOf(write, itemId), uuid);
}

function withoutVersion(write: DealWrite, item: StoredItem, document: string): void {
  setFiles(write, item, {
    ...(item.document === document && { document: null }),
    ...(item.pending_version_document === document && { pending_version_document: null }),
  });
}

function setFiles(write: DealWrite, item: StoredItem, files: Partial<Files>, says: ItemEdits = {}): void {
  if (Object.keys(files).length === 0) return;
  write.deal.items.set(item.uuid, { ...item, ...files, ...says, ...write.stamp() });
  write.log('items', item.uuid, Object.keys(files));
}

/** Checks that a document is a version of the item, so that it can be its current one. */
export function assertVersionOf({ deal }: DealWrite, item: string, document: string): void {
  if (deal.documents.get(document)?.item_id !== item)
    throw new Refusal('invalid', 'That file is not a version of it, or has been deleted.');
}

/**
 * Deletes a file; with `inQueue`, only while it is in the queue. An item that loses its current file is to be
 * drafted again.
 */
export function deleteDocument(write: DealWrite, uuid: string, inQueue = false): void {
  // A repeated deletion succeeds.
  if (!write.deal.documents.has(uuid) && write.deal.bin.has(uuid)) return;
  const row = documentOf(write, uuid);
  if (inQueue && !row.in_queue)
    throw new Refusal('on_checklist', 'It was kept because it is on the checklist.', { current: { ...row } });
  const waited = [...write.deal.items.values()].some((item) => item.pending_version_document === uuid);
  throwAway(write, row, waited);
  for (const item of write.deal.items.values()) withoutVersion(write, item, uuid);
}

/**
 * Marks a file as deleted by this write, which shows what was deleted together. `waited`: it was waiting to
 * become its item's current file.
 */
export function throwAway(write: DealWrite, document: Document, waited = false): void {
  write.deal.bin.set(document.uuid, { document, version: write.version, waited });
  write.deal.documents.delete(document.uuid);
  write.log('documents', document.uuid, [], true);
}

/** Restores a deleted file. It becomes current if its item has no current file (as server/commands/checklist/restore.ts). */
export function restoreDocument(write: DealWrite, uuid: string): void {
  const { deal } = write;
  if (deal.documents.has(uuid)) return;
  const binned = deal.bin.get(uuid);
  const itemId = binned && 'document' in binned ? binned.document.item_id : null;
  const item = itemId === null ? undefined : deal.items.get(itemId);
  // A file of a deleted item is restored with the item.
  if (!binned || !('document' in binned) || (itemId !== null && !item))
    throw new Refusal('not_found', 'There is no file to restore.');
  standAgain(write, binned.document);
  if (item?.document === null) setFiles(write, item, { document: uuid });
  else if (binned.waited && item?.pending_version_document === null)
    setFiles(write, item, { pending_version_document: uuid });
}

/** Restores the files that the same write deleted with an item. */
export function restoreFilesOf(write: DealWrite, item: string, version: number): void {
  for (const binned of write.deal.bin.values()) {
    if (!('document' in binned) || binned.version !== version || binned.document.item_id !== item) continue;
    if (!write.deal.documents.has(binned.document.uuid)) standAgain(write, binned.document);
  }
}

function standAgain(write: DealWrite, document: Document): void {
  write.deal.documents.set(document.uuid, { ...document, ...write.stamp() });
  write.log('documents', document.uuid);
}

/** A request to add a document, and its result. */
type Placed = z.infer<typeof itemsFromDocumentsAnswerSchema>[number];

/**
 * Adds an item at the end of the checklist for each document, and returns the items. A document that has an item keeps it
 * (as server/commands/checklist/add-documents-to-checklist.ts).
 */
export function addDocuments(write: DealWrite, asked: readonly Placed[]): Placed[] {
  const there = asked.filter(({ document_id }) => write.deal.documents.has(document_id));
  // All documents must exist. Everything is checked before anything is written.
  for (const { document_id, item_uuid, element_uuid } of there) {
    const document = documentOf(write, document_id);
    if (document.item_id !== null) continue;
    write.assertFree(element_uuid);
    write.assertFree(item_uuid);
    assertConverted(document);
  }
  return there.map((each) => placeDocument(write, each));
}

function placeDocument(write: DealWrite, asked: Placed): Placed {
  const { deal } = write;
  const { document_id, item_uuid, element_uuid } = asked;
  const document = documentOf(write, document_id);
  if (document.item_id !== null) {
    const standing = [...deal.elements.values()].find(({ item }) => item === document.item_id);
    if (!standing) throw new Refusal('not_found', 'There is no item of this document.');
    return { document_id, item_uuid: document.item_id, element_uuid: standing.uuid };
  }
  const { forSigning: for_signing, fullyExecuted: fully_executed } = signingFlags(document.signing_type);
  deal.items.set(item_uuid, {
    ...newItem(item_uuid, deal.row.uuid, document.name, write.stamp()),
    document: document_id,
    for_signing,
    fully_executed,
  });
  write.log('items', item_uuid);
  write.placeNew(item_uuid, element_uuid, { item: item_uuid }, { parent: TOP });
  const placed = { item_id: item_uuid, in_queue: false };
  deal.documents.set(document_id, { ...document, ...placed, ...write.stamp() });
  write.log('documents', document_id, Object.keys(placed));
  return asked;
}

function documentOf({ deal }: DealWrite, uuid: string): Document {
  const row = deal.documents.get(uuid);
  if (!row) throw new Refusal('not_found', 'There is no such document.');
  return row;
}

function itemOf({ deal }: DealWrite, uuid: string): StoredItem {
  const item = deal.items.get(uuid);
  if (!item) throw new Refusal('not_found', 'There is no such document.');
  return item;
}

function assertConverted({ conversion_status: status }: Document): void {
  if (status !== 'complete') throw new Refusal('invalid', 'It is still being converted.');
}
