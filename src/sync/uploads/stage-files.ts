import { checkFile, documentName, type FileCheck } from '../../contract/rules/check-file.ts';
import { HEAD_BYTES, mayBeDocument, NOT_A_DOCUMENT_MESSAGE } from '../../contract/rules/document-head.ts';
import { announceWork } from '../../db/change-sets.ts';
import { duplicateIn } from '../../db/duplicate-in.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { stagingLock } from '../../db/queries/staging.ts';
import type { FileRow } from '../../db/rows.ts';
import { reservePlaces } from '../../db/upload-order.ts';
import { newUuid } from '../../db/uuid.ts';
import { isRetryable, queueAnew } from './retry-upload.ts';
import { sha256 } from './sha256.ts';

/**
 * Puts files into a deal's upload queue. A file is queued when its bytes and its row are on disk; one of a wrong type or
 * size gets a failed row without bytes. Files for which there is no room are named, those staged before stay. What comes in
 * one call stays together, in its order, and before what comes in a later one.
 *
 * One whose content a file had that the browser has evicted takes that file's place; one whose content is in the deal
 * already waits for the person to say whether it is to be uploaded all the same (SPEC: UP11, UP12).
 */
export async function stageFiles(
  db: MirrorDatabase,
  transaction: string,
  files: readonly File[],
): Promise<Staged> {
  return navigator.locks.request(stagingLock(db.userId), { mode: 'shared' }, async () =>
    stageAll(db, transaction, files),
  );
}

interface Staged {
  /** Files that go to the server, or wait for the person to say so. */
  staged: number;
  refused: Refused[];
}

/** A file that is not on the device, and why. */
export interface Refused {
  name: string;
  reason: string;
}

async function stageAll(db: MirrorDatabase, transaction: string, files: readonly File[]): Promise<Staged> {
  const refused: Refused[] = [];
  let staged = 0;
  let uploadOrder = await db.transaction('rw', db.files, db.documents, db.meta, async () =>
    reservePlaces(db, transaction, files.length),
  );
  for (const file of files) {
    try {
      if (await stageFile(db, transaction, file, uploadOrder)) staged += 1;
      uploadOrder += 1;
      announceWork(db.userId);
    } catch (error) {
      refused.push({ name: file.name, reason: await stagingFailure(error, file) });
    }
  }
  return { staged, refused };
}

/** Answers whether it is queued, and not refused for what it is. */
async function stageFile(
  db: MirrorDatabase,
  transaction: string,
  file: File,
  uploadOrder: number,
): Promise<boolean> {
  const row: FileRow = {
    uuid: newUuid(),
    transaction,
    fileName: file.name,
    name: documentName(file.name),
    signingType: 'to_be_signed',
    mediaType: file.type,
    size: file.size,
    status: 'QUEUED',
    uploadOrder,
    addedAt: new Date().toISOString(),
    sentBytes: 0,
  };
  const check = await checkContent(file);
  if (!check.ok) {
    await db.files.add({ ...row, status: check.status, errorMessage: check.message });
    return false;
  }
  // Bytes first, the row second: a row whose bytes are not on disk must never be seen.
  try {
    await db.fileBytes.add({ uuid: row.uuid, bytes: new Blob([file], { type: file.type }) });
    const stored = await db.fileBytes.get(row.uuid);
    if (!stored || stored.bytes.size !== file.size) throw new Error('The file was not kept whole.');
    await queue(db, { ...row, sha256: await sha256(stored.bytes) }, stored.bytes);
    return true;
  } catch (error) {
    // What cannot be deleted now is swept when the uploads start anew.
    await db.fileBytes.delete(row.uuid).catch(() => undefined);
    // A browser reads the file when it stores it, and says of a failure no more than that there was one.
    await readHead(file);
    throw error;
  }
}

/** Whether it may enter the queue, also by how it begins: what only bears a document's name need not go to the server. */
async function checkContent(file: File): Promise<FileCheck> {
  const check = checkFile(file);
  if (!check.ok) return check;
  if (mayBeDocument(await readHead(file))) return check;
  return { ok: false, status: 'FAILED_DROP', message: NOT_A_DOCUMENT_MESSAGE };
}

/** The file is there no more, was changed since it was picked, or may not be read. */
class UnreadableFileError extends Error {}

/** @throws {UnreadableFileError} */
async function readHead(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  } catch (cause) {
    throw new UnreadableFileError('The file could not be read.', { cause });
  }
}

async function queue(db: MirrorDatabase, row: FileRow & { sha256: string }, bytes: Blob): Promise<void> {
  await db.transaction('rw', db.files, db.fileBytes, db.documents, async () => {
    const evicted = await evictedFile(db, row);
    if (evicted === null) return db.files.add({ ...row, ...(await duplicateIn(db, row.transaction, row)) });
    await db.fileBytes.add({ uuid: evicted, bytes });
    await db.fileBytes.delete(row.uuid);
    await queueAnew(db, evicted);
    // The deal may have come by it since, from a colleague.
    const { duplicateOf } = await duplicateIn(db, row.transaction, { ...row, uuid: evicted });
    return db.files.where({ uuid: evicted }).modify({ duplicateOf });
  });
}

/** The file of the same content whose bytes the browser no longer has; null where there is none. */
async function evictedFile(db: MirrorDatabase, { transaction, sha256: of }: FileRow): Promise<string | null> {
  const files = await db.files.where({ transaction }).toArray();
  for (const row of files) {
    if (row.sha256 !== of || !isRetryable(row)) continue;
    if ((await db.fileBytes.where({ uuid: row.uuid }).count()) === 0) return row.uuid;
  }
  return null;
}

async function stagingFailure(error: unknown, { size }: File): Promise<string> {
  if (error instanceof UnreadableFileError) return 'The file could not be read. Add it again.';
  if (!(error instanceof Error) || !/quota/i.test(`${error.name} ${error.message}`))
    return 'The file could not be kept on this device. Add it again.';
  const missing = await missingRoom(size);
  // What the browser thinks of its room may be wrong, the size of the file is not.
  const lack =
    missing > 0 ? `${inMegabytes(missing)} more are needed` : `the file needs ${inMegabytes(size)}`;
  return `There is not enough room: ${lack} on this device. Free some space and add the file again.`;
}

/** How many bytes the file lacks; none where the browser does not tell, or thinks that there is room enough. */
async function missingRoom(size: number): Promise<number> {
  if (!('storage' in navigator)) return 0;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return quota > 0 ? size - (quota - usage) : 0;
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / (1024 * 1024))} MB`;
}
