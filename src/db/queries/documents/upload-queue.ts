import { documentLabel } from '../../../contract/rules/documents/document-names.ts';
import { documentStatus } from '../../../contract/rules/documents/document-status.ts';
import type { SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import {
  isUnderWay,
  UPLOAD_STATUSES,
  uploadPercent,
  type UploadStatus,
} from '../../../contract/rules/documents/upload-status.ts';
import type { MirrorDatabase } from '../../database.ts';
import { equal } from '../../equal.ts';
import { conversionFacts } from '../../files/conversion-facts.ts';
import type { DocumentRow, FileRow } from '../../rows.ts';

/** A row of the drawer: a file being uploaded, or a document of the server's queue. */
export interface QueueEntry {
  uuid: string;
  name: string;
  fileName: string;
  signingType: SigningType;
  status: UploadStatus;
  /**
   * 0–100, by the position in the chain (docs/product/upload-queue.md, "Statuses"), with finer steps while bytes are being
   * sent.
   */
  percent: number;
  /** It is on the server, so closing the window loses nothing (docs/product/upload-queue.md, "Statuses"). */
  saved: boolean;
  failed: boolean;
  /** It is being uploaded, and doesn't need the user. */
  underWay: boolean;
  /** The name under which the deal already has its content, so that the user has to decide; null = the deal doesn't have it. */
  duplicateOf: string | null;
  /** The deal no longer has that content, but the file still waits. */
  twinGone: boolean;
  /** The browser no longer has its bytes, so a retry needs them from the user. */
  evicted: boolean;
  /** For the tooltip of a failed row; null = the fallback sentence. */
  errorMessage: string | null;
  /** Why the last try failed, if it is retried automatically. */
  setback: string | null;
  /** The name of the checklist item that it should become a version of; null = none, or it was deleted. */
  versionOf: string | null;
  /** Uploaded by another participant. */
  byAnother: boolean;
  numPages: number | null;
  uploadOrder: number;
  thumbnailUrl: string | null;
  /** The hash of the bytes on the server, which the uploader has compared with the file's; null = none yet. */
  sha256: string | null;
}

/**
 * The upload queue of one deal, in upload order (docs/product/upload-queue.md, "Where it shows"). A file with a document is
 * shown as that document or, if the document is already on the checklist, not at all. Only the documents in `among` and those
 * of the files are read.
 */
export async function uploadQueue(
  db: MirrorDatabase,
  transaction: string,
  among: Iterable<string>,
): Promise<QueueEntry[]> {
  // From one snapshot. Otherwise, there could be a moment with neither the file nor its document.
  const tables = [db.files, db.documents, db.items];
  const [files, documents, items, twins] = await db.transaction('r', tables, async () => {
    const found = await db.files
      .where({ transaction })
      .filter(({ returned }) => !returned)
      .toArray();
    const ids = new Set([...found.map((row) => row.uuid), ...among]);
    const wanted = found.flatMap(({ versionOf }) => versionOf ?? []);
    const [rows, versioned] = await Promise.all([db.documents.bulkGet([...ids]), db.items.bulkGet(wanted)]);
    return [found, rows, versioned, await twinNames(db, transaction, found)];
  });
  const itemNames = new Map(items.flatMap((row) => (row ? [[row.uuid, row.name]] : [])));
  const come = documents.filter((row) => row !== undefined);
  const there = new Set(come.map((row) => row.uuid));
  const removed = new Set(files.filter((row) => row.status === 'REMOVED').map((row) => row.uuid));
  const entries = [
    ...come.filter((row) => row.inQueue && !removed.has(row.uuid)).map((row) => fromDocument(row, db.userId)),
    ...files
      .filter((row) => !removed.has(row.uuid) && !there.has(row.uuid))
      .map((row) => fromFile(row, itemNames, twins)),
  ];
  return entries.toSorted((a, b) => a.uploadOrder - b.uploadOrder || (a.uuid < b.uuid ? -1 : 1));
}

/**
 * The same query for repeated calls, many times a second during uploads. `queued` are the documents of the queue according to
 * the checklist's view, so that a deal's thousands of documents needn't be read. An unchanged entry is identical to the last
 * one, so that only changed ones are rendered again.
 */
export function uploadQueueView(
  db: MirrorDatabase,
  transaction: string,
): (queued: readonly string[]) => Promise<QueueEntry[]> {
  let last = new Map<string, QueueEntry>();
  return async (queued) => {
    // Documents that were shown are also read, because a file disappears when its document arrives, which the view may not
    // know yet.
    const among = [...last.keys(), ...queued];
    const entries = (await uploadQueue(db, transaction, among)).map((entry) => {
      const known = last.get(entry.uuid);
      return known && equal(known, entry) ? known : entry;
    });
    last = new Map(entries.map((entry) => [entry.uuid, entry]));
    return entries;
  };
}

/** The items, by SHA-256, whose files have the content of undecided ones. Users know them by the item's name. */
async function twinNames(
  db: MirrorDatabase,
  transaction: string,
  files: readonly FileRow[],
): Promise<ReadonlyMap<string, string>> {
  const undecided = new Set(
    files.flatMap((row) => (row.duplicateOf === undefined ? [] : (row.sha256 ?? []))),
  );
  if (undecided.size === 0) return new Map();
  const twins = await db.documents
    .where({ transaction })
    .filter(({ sha256, itemId }) => itemId !== null && undecided.has(sha256))
    .toArray();
  const items = await db.items.bulkGet(twins.map(({ itemId }) => itemId ?? ''));
  return new Map(twins.map((row, index) => [row.sha256, documentLabel(row, items[index])]));
}

function fromFile(
  row: FileRow,
  itemNames: ReadonlyMap<string, string>,
  twins: ReadonlyMap<string, string>,
): QueueEntry {
  return {
    uuid: row.uuid,
    name: row.name,
    fileName: row.fileName,
    signingType: row.signingType,
    status: row.status,
    percent: uploadPercent(row.status, row.size > 0 ? row.sentBytes / row.size : 0),
    saved: UPLOAD_STATUSES[row.status].saved,
    failed: UPLOAD_STATUSES[row.status].failed,
    underWay: isUnderWay(row.status) && row.duplicateOf === undefined,
    duplicateOf: row.duplicateOf === undefined ? null : (twins.get(row.sha256 ?? '') ?? row.duplicateOf),
    twinGone: row.twinGone ?? false,
    evicted: row.evicted ?? false,
    errorMessage: row.errorMessage ?? null,
    setback: row.status === 'QUEUED' ? (row.lastError ?? null) : null,
    versionOf: itemNames.get(row.versionOf ?? '') ?? null,
    byAnother: false,
    numPages: null,
    uploadOrder: row.uploadOrder,
    thumbnailUrl: null,
    sha256: (row.status === 'SUCCESS_CREATING_DOCUMENT' ? row.sha256 : undefined) ?? null,
  };
}

function fromDocument(row: DocumentRow, userId: string): QueueEntry {
  const status = documentStatus(conversionFacts(row));
  return {
    uuid: row.uuid,
    name: row.name,
    fileName: row.fileName,
    signingType: row.signingType,
    status,
    percent: uploadPercent(status, 0),
    saved: true,
    failed: UPLOAD_STATUSES[status].failed,
    underWay: false,
    duplicateOf: null,
    twinGone: false,
    evicted: false,
    errorMessage: row.errorMessage,
    setback: row.conversionStatus === 'processing' ? (row.waitingReason ?? null) : null,
    versionOf: null,
    byAnother: row.createdBy !== userId,
    numPages: row.numPages,
    uploadOrder: row.uploadOrder,
    thumbnailUrl: row.thumbnails?.['png-144']?.[0] ?? null,
    sha256: row.sha256,
  };
}
