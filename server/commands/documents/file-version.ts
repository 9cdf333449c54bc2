import { assignmentCollection } from '../../../src/contract/collections/assignments.ts';
import { signingFlags } from '../../../src/contract/rules/documents/signing-type.ts';
import { wentOut } from '../../../src/contract/rules/signing/assignments/assignment-status.ts';
import { invalid } from '../../refusal.ts';
import { selectRows, type RowOf } from '../../store/deals/collection-rows.ts';
import {
  bindPagesToFirstFile,
  signaturesOfOtherVersions,
  signaturesOfVersion,
} from '../../store/deals/packets/signed-versions.ts';
import type { DealWrite } from '../../store/deals/deal-write.ts';
import { itemById, liveItem, type ItemWithPlace } from '../../store/deals/items.ts';
import { clearForNewFile } from '../closing/clear-confirmations.ts';
import { assertNoneWentOut } from '../signing/sent-assignments.ts';
import { deletePagesOfFile } from '../signing/signature-pages.ts';
import { assertConverted } from '../checklist/add-documents-to-checklist.ts';

/**
 * Files a queued document as a version of an item (docs/product/documents.md, "Versions"). If the item has no file,
 * it becomes the current version at once; otherwise it waits as `pending_version_document`.
 * @throws {Refusal} `not_found` for the item; `invalid` if the document is not converted, or belongs to another item
 */
export async function fileVersion(
  scope: DealWrite,
  document: RowOf<'documents'>,
  itemId: string,
): Promise<void> {
  const item = await itemById(scope.tx, scope.deal.uuid, itemId);
  if (document.item_id !== null) {
    throw invalid(`${document.name} is already on the checklist as another document.`, 'item_id');
  }
  assertConverted(document, 'item_id');
  if (item.document !== null) {
    await setOfItem(scope, item, { pending_version_document: document.uuid });
    return;
  }
  await setFirst(scope, item, document);
}

/** An item's first file determines its signing type, unless one was set before. */
async function setFirst(
  scope: DealWrite,
  item: ItemWithPlace,
  document: Pick<RowOf<'documents'>, 'uuid' | 'signing_type'>,
): Promise<void> {
  const says = !item.for_signing && !item.fully_executed;
  const files = {
    document: document.uuid,
    // Files that are still being converted were uploaded earlier than this one.
    ...(item.pending_conversion_document !== null && { pending_conversion_document: null }),
  };
  await setOfItem(scope, item, files, says ? signingOf(document) : {});
}

/** The queue's signing type, as an item stores it (docs/product/documents.md, "Signing type"). */
function signingOf({ signing_type: type }: Pick<RowOf<'documents'>, 'signing_type'>): {
  for_signing: boolean;
  fully_executed: boolean;
} {
  const { forSigning, fullyExecuted } = signingFlags(type);
  return { for_signing: forSigning, fully_executed: fullyExecuted };
}

/**
 * Moves a version from its item back to the upload queue. If it was the current one, the item is to be drafted again.
 */
export async function takeVersionBack(
  scope: DealWrite,
  { uuid, item_id: itemId }: RowOf<'documents'>,
): Promise<void> {
  if (itemId === null) return;
  await assertNotSignedVersion(scope, uuid, 'This file can’t be moved back to the upload queue');
  const item = await itemById(scope.tx, scope.deal.uuid, itemId);
  await deletePagesOfFile(scope, uuid, 'This file can’t be moved back to the upload queue');
  await setOfItem(scope, item, {
    ...(item.document === uuid && { document: null }),
    ...(item.pending_version_document === uuid && { pending_version_document: null }),
    ...(item.pending_conversion_document === uuid && { pending_conversion_document: null }),
  });
}

/**
 * Records that a document was created as a version of an item: it becomes the current one once it is converted. If the item has
 * no file, it is current at once, which tells users more than an empty item.
 */
export async function awaitVersion(
  scope: DealWrite,
  item: ItemWithPlace,
  document: Pick<RowOf<'documents'>, 'uuid' | 'signing_type'>,
): Promise<void> {
  if (item.document === null) await setFirst(scope, item, document);
  else await setOfItem(scope, item, { pending_conversion_document: document.uuid });
}

/**
 * Handles the end of a pending version's conversion. If another one has replaced it meanwhile, it becomes an earlier version.
 */
export async function endWaitForVersion(
  scope: DealWrite,
  { uuid, item_id: itemId }: Pick<RowOf<'documents'>, 'uuid' | 'item_id'>,
): Promise<void> {
  if (itemId === null) return;
  const item = await liveItem(scope.tx, scope.deal.uuid, itemId);
  if (item?.pending_conversion_document !== uuid) return;
  const isSigned = await isSignedForOther(scope, item, uuid);
  // A user reviews what changes first.
  const place = isSigned ? { pending_version_document: uuid } : { document: uuid };
  await setOfItem(scope, item, { ...place, pending_conversion_document: null });
}

/** @throws {Refusal} `invalid` if the document is not a version of the item */
export async function assertVersionOf(
  { tx, deal }: DealWrite,
  { uuid, name }: { uuid: string; name: string },
  document: string,
): Promise<void> {
  const version = await tx
    .selectFrom('documents')
    .select('uuid')
    .where('uuid', '=', document)
    .where('transaction', '=', deal.uuid)
    .where('item_id', '=', uuid)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!version) throw invalid(`That file is not a version of ${name}, or has been deleted.`, 'document');
}

/**
 * Lets a version that others have signed, or have for signature, be replaced only after a review of what changes.
 * @throws {Refusal} `invalid`
 */
export async function assertNotSigned(
  scope: DealWrite,
  item: { uuid: string; name: string; document: string | null },
  document: string,
): Promise<void> {
  if (!(await isSignedForOther(scope, item, document))) return;
  throw invalid(
    `“${item.name}” is signed or out for signature. Review the changes before you make another version current.`,
    'document',
  );
}

/**
 * Keeps a version that somebody has signed, or has for signature, with its document.
 * @param what the beginning of the sentence, such as "This file can’t be deleted"
 * @throws {Refusal} `invalid`, naming the document and the packets
 */
export async function assertNotSignedVersion(
  scope: DealWrite,
  document: string,
  what: string,
): Promise<void> {
  const uuid = await signaturesOfVersion(scope.tx, scope.deal.uuid, document);
  if (uuid.length > 0) await assertNoneWentOut(scope, { uuid }, what);
}

/** Returns whether signatures that were given or are out belong to a version other than this one. */
async function isSignedForOther(
  { tx, deal }: DealWrite,
  item: { uuid: string; document: string | null },
  document: string,
): Promise<boolean> {
  if (item.document === null || item.document === document) return false;
  const rows = await selectRows(tx, assignmentCollection, {
    deal: deal.uuid,
    naming: { field: 'item', rows: [item.uuid] },
  });
  const signed = rows.filter(({ status }) => wentOut(status)).map(({ uuid }) => uuid);
  return (await signaturesOfOtherVersions(tx, deal.uuid, signed, document)).length > 0;
}

/**
 * Call it before a document gets its first file or another version. Pages that were printed without a file stay with the first one, and
 * open releases must be confirmed again.
 */
export async function prepareForVersion(
  scope: DealWrite,
  { uuid: item, name }: Pick<ItemWithPlace, 'uuid' | 'name'>,
  document: string,
): Promise<void> {
  await bindPagesToFirstFile(scope.tx, item);
  await clearForNewFile(scope, { item, name, document });
}

async function setOfItem(
  scope: DealWrite,
  { uuid, name }: Pick<ItemWithPlace, 'uuid' | 'name'>,
  files: Partial<
    Record<'document' | 'pending_version_document' | 'pending_conversion_document', string | null>
  >,
  signing: { for_signing?: boolean; fully_executed?: boolean } = {},
): Promise<void> {
  if (Object.keys(files).length === 0) return;
  if (typeof files.document === 'string') await prepareForVersion(scope, { uuid, name }, files.document);
  await scope.tx
    .updateTable('items')
    .set({ ...files, ...signing, ...scope.stamp })
    .where('uuid', '=', uuid)
    .execute();
  const values = Object.fromEntries(Object.entries(files).map(([field, file]) => [field, file !== null]));
  scope.put('items', uuid, { fields: Object.keys(files), name, values });
}
