import { checkFile, documentName, type FileCheck } from '../../../contract/rules/documents/check-file.ts';
import {
  HEAD_BYTES,
  mayBeDocument,
  NOT_A_DOCUMENT_MESSAGE,
} from '../../../contract/rules/documents/document-head.ts';
import {
  checkReturnedFile,
  checkReturnedHead,
  returnedFileName,
} from '../../../contract/rules/documents/check-returned-file.ts';
import { announceWork } from '../../../db/change-sets.ts';
import type { MirrorDatabase } from '../../../db/database.ts';
import { dealFiles, type DealFiles } from '../../../db/files/deal-files.ts';
import { deleteSentBytes } from '../../../db/files/sent-bytes.ts';
import { enqueueFile } from '../../../db/files/enqueue-file.ts';
import { stagingLock } from '../../../db/queries/documents/staging.ts';
import { LockedError } from '../../../db/lock/locked-error.ts';
import { asStaged, stagedBytes } from '../../../db/lock/staged-bytes.ts';
import type { FileBytesRow, FileRow } from '../../../db/rows.ts';
import { reservePlaces } from '../../../db/files/upload-order.ts';
import { newUuid } from '../../../db/uuid.ts';
import { isViewOnly, VIEW_ONLY_SENTENCE } from '../../../db/outbox/view-only.ts';
import { asQueuedAgain, isRetryable } from '../retry-upload.ts';
import { sha256 } from './sha256.ts';

/**
 * The maximum number of files that are copied and queued together. Each commit waits for the disk and notifies all
 * subscribers.
 */
const GROUP_FILES = 16;

/** The maximum number of bytes that are copied at once, for more than one file. */
const GROUP_BYTES = 4 * 1024 * 1024;

/**
 * Adds files to a deal's upload queue. A file is queued when its bytes and its row are on disk. A file of a wrong type or
 * size gets a failed row without bytes. Files for which there is no room are reported, and those that were staged before
 * stay. The files of one call stay together, in their order, and before those of a later call.
 *
 * A file with the content of an evicted one takes its place; a file whose content is in the deal already waits for the user
 * to decide whether to upload it anyway (SPEC: UP11, UP12, UP19).
 */
export async function stageFiles(db: MirrorDatabase, to: StagedFor, files: FileSupply): Promise<Staged> {
  return navigator.locks.request(stagingLock(db.userId), { mode: 'shared' }, async () =>
    stageAll(db, to, files),
  );
}

/** The deal, or `NO_DEAL`; the item that the file should become a version of, if any; and whether it has signed pages. */
type StagedFor = Pick<FileRow, 'transaction' | 'versionOf' | 'returned' | 'expectedSignatory'>;

/** The source of the files, a few at a time. An array is one, too. */
interface FileSupply {
  readonly length: number;
  slice(from: number, to: number): readonly File[] | Promise<readonly File[]>;
}

interface Staged {
  /** Files that go to the server, or wait for the user's decision. */
  staged: number;
  refused: Refused[];
}

/** A file that is not on the device, and why. */
export interface Refused {
  name: string;
  reason: string;
}

async function stageAll(db: MirrorDatabase, to: StagedFor, files: FileSupply): Promise<Staged> {
  if (isViewOnly(await db.transactions.get(to.transaction))) {
    const all = await files.slice(0, files.length);
    return { staged: 0, refused: all.map(({ name }) => ({ name, reason: VIEW_ONLY_SENTENCE })) };
  }
  const first = await db.transaction('rw', db.files, db.documents, db.meta, async () =>
    reservePlaces(db, to.transaction, files.length),
  );
  const outcomes: Staged[] = [];
  for (let from = 0; from < files.length; from += GROUP_FILES) {
    const taken = await files.slice(from, from + GROUP_FILES);
    const incoming = taken.map((file, index) => ({
      file,
      row: newRow(to, file, first + from + index),
    }));
    for (const group of groupsOf(incoming)) outcomes.push(await stageGroup(db, group));
  }
  return sumOf(outcomes);
}

/** A new file, and its row. */
interface Incoming {
  file: File;
  row: FileRow;
}

function newRow(to: StagedFor, file: File, uploadOrder: number): FileRow {
  const { transaction, versionOf, returned, expectedSignatory } = to;
  return {
    uuid: newUuid(),
    transaction,
    ...(versionOf !== undefined && { versionOf }),
    ...(returned && { returned }),
    ...(expectedSignatory !== undefined && { expectedSignatory }),
    fileName: file.name,
    name: returned ? returnedFileName(file.name) : documentName(file.name),
    signingType: 'to_be_signed',
    mediaType: file.type,
    size: file.size,
    status: 'QUEUED',
    uploadOrder,
    addedAt: new Date().toISOString(),
    sentBytes: 0,
  };
}

/** In their order; a large file is copied alone. */
function groupsOf(incoming: readonly Incoming[]): Incoming[][] {
  const groups: Incoming[][] = [];
  let bytes = Infinity;
  for (const each of incoming) {
    bytes += each.file.size;
    const group = groups.at(-1);
    if (group && bytes <= GROUP_BYTES) group.push(each);
    else {
      groups.push([each]);
      bytes = each.file.size;
    }
  }
  return groups;
}

function sumOf(outcomes: readonly Staged[]): Staged {
  return {
    staged: outcomes.reduce((sum, { staged }) => sum + staged, 0),
    refused: outcomes.flatMap(({ refused }) => refused),
  };
}

/** Stores all of them or, if that fails, each separately, because a file that can't be stored must not keep the others out. */
async function stageGroup(db: MirrorDatabase, group: readonly Incoming[]): Promise<Staged> {
  try {
    const staged = await keepGroup(db, group);
    announceWork(db.userId);
    return { staged, refused: [] };
  } catch (error) {
    // On a full disk, copies of files that the server has make room (SPEC: LOST5).
    if (isDiskFull(error) && (await deleteSentBytes(db)) > 0) return stageGroup(db, group);
    const [only, ...others] = group;
    if (only && others.length === 0)
      return {
        staged: 0,
        refused: [{ name: only.file.name, reason: await stagingFailure(error, only.file) }],
      };
  }
  const outcomes: Staged[] = [];
  for (const each of group) outcomes.push(await stageGroup(db, [each]));
  return sumOf(outcomes);
}

/** Returns the number of queued files, not counting those that were refused. */
async function keepGroup(db: MirrorDatabase, group: readonly Incoming[]): Promise<number> {
  const taken: Incoming[] = [];
  const refused: FileRow[] = [];
  for (const { file, row } of group) {
    const check = await (row.returned ? checkReturned(file) : checkContent(file));
    if (check.ok) taken.push({ file, row });
    else refused.push({ ...row, status: check.status, errorMessage: check.message });
  }
  // Bytes first, then the rows, because a row whose bytes are not on disk must never be seen.
  try {
    const staged: FileBytesRow[] = [];
    for (const { file, row } of taken)
      staged.push(await asStaged(db, row.uuid, new Blob([file], { type: file.type }), sha256));
    await db.fileBytes.bulkPut(staged);
    const kept: Kept[] = [];
    for (const [index, { file, row }] of taken.entries()) {
      const stored = await stagedBytes(db, row.uuid);
      const hash = stored?.size === file.size ? await sha256(stored) : null;
      const { sealed } = staged[index] ?? {};
      if (hash === null || (sealed && sealed.sha256 !== hash))
        throw new Error('The stored file is incomplete.');
      kept.push({ ...row, sha256: hash });
    }
    await queue(db, kept, refused);
    return taken.length;
  } catch (error) {
    // What cannot be deleted now is swept later (SPEC: LEAD7).
    await db.fileBytes.bulkDelete(taken.map(({ row }) => row.uuid)).catch(() => undefined);
    // A browser reads the file when it stores it, and doesn't say why that failed.
    for (const { file } of taken) await readHead(file);
    throw error;
  }
}

/**
 * Returns whether it may enter the queue, judged also by its first bytes, because a file that only has a document's name need
 * not go to the server.
 */
async function checkContent(file: File): Promise<FileCheck> {
  const check = checkFile(file);
  if (!check.ok) return check;
  if (mayBeDocument(await readHead(file))) return check;
  return { ok: false, status: 'FAILED_DROP', message: NOT_A_DOCUMENT_MESSAGE };
}

/** The same for a file of signed pages, which may also be a picture. */
async function checkReturned(file: File): Promise<FileCheck> {
  const check = checkReturnedFile(file);
  return check.ok ? checkReturnedHead(await readHead(file)) : check;
}

/** The file no longer exists, was changed since it was picked, or can't be read. */
class UnreadableFileError extends Error {}

/** @throws {UnreadableFileError} */
async function readHead(file: File): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  } catch (cause) {
    throw new UnreadableFileError('The file could not be read.', { cause });
  }
}

/** A file whose bytes are on this device's disk. */
type Kept = FileRow & { sha256: string };

/** Queues files, all of one deal, in one transaction. */
async function queue(db: MirrorDatabase, kept: readonly Kept[], refused: readonly FileRow[]): Promise<void> {
  await db.transaction('rw', db.files, db.fileBytes, db.documents, async () => {
    await db.files.bulkAdd([...refused]);
    const transaction = kept[0]?.transaction;
    if (transaction === undefined) return;
    const deal = await dealFiles(db, transaction);
    for (const row of kept) {
      const evicted = await evictedFile(db, deal, row);
      const staged = await db.fileBytes.get(row.uuid);
      if (evicted && staged) {
        const { versionOf, expectedSignatory } = row;
        await db.fileBytes.put({ ...staged, uuid: evicted.uuid });
        await db.fileBytes.delete(row.uuid);
        await enqueueFile(db, deal, { ...asQueuedAgain(evicted), versionOf, expectedSignatory });
      } else await enqueueFile(db, deal, row);
    }
  });
}

/** The file with the same content whose bytes the browser no longer has, or null. */
async function evictedFile(
  db: MirrorDatabase,
  { files }: DealFiles,
  { sha256: of, returned }: FileRow,
): Promise<FileRow | null> {
  for (const row of files) {
    if (row.sha256 !== of || row.returned !== returned || !isRetryable(row)) continue;
    if (row.evicted || (await db.fileBytes.where({ uuid: row.uuid }).count()) === 0) return row;
  }
  return null;
}

function isDiskFull(error: unknown): boolean {
  return error instanceof Error && /quota/i.test(`${error.name} ${error.message}`);
}

async function stagingFailure(error: unknown, { size }: File): Promise<string> {
  if (error instanceof UnreadableFileError) return 'The file couldn’t be read. Add it again.';
  if (error instanceof LockedError)
    return 'This device is locked. Unlock Counterpart, then add the file again.';
  if (!isDiskFull(error)) return 'The file couldn’t be saved on this device. Add it again.';
  const missing = await missingRoom(size);
  // The browser's estimate of free space may be wrong; the file size is not.
  const lack = missing > 0 ? `${inMegabytes(missing)} more needed` : `the file needs ${inMegabytes(size)}`;
  return `This device doesn’t have enough space (${lack}). Free up some space, then add the file again.`;
}

/** Returns the number of missing bytes; none if the browser doesn't report it, or reports that there is enough space. */
async function missingRoom(size: number): Promise<number> {
  if (!('storage' in navigator)) return 0;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return quota > 0 ? size - (quota - usage) : 0;
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / (1024 * 1024))} MB`;
}
