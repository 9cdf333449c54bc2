import { canRetry, isSentByDevice } from '../../../contract/rules/documents/upload-status.ts';
import type { MirrorDatabase } from '../../database.ts';
import { NO_DEAL, type FileRow } from '../../rows.ts';

/**
 * The state of an unfinished file. `under_way`: it continues automatically. Others wait for the user: `failed`, to retry it;
 * `undecided`, because its deal has its content already; `unfiled`, to choose its deal; `not_here`, to add it again, because
 * the browser has evicted its bytes, or to have a DMS asked for it again. `leaving`: it was removed from the queue, and the
 * server may have its document, which still has to be deleted.
 */
export type FileStatus = 'under_way' | 'failed' | 'undecided' | 'unfiled' | 'not_here' | 'leaving';

/**
 * Null if nothing is left to do for the file: the server has it, or downloads it; it was removed from the queue
 * before it could become a document; or it was never accepted, including files without a deal.
 */
export function fileStatus({
  status,
  duplicateOf,
  transaction,
  evicted = false,
  createdWith,
  dms,
}: FileRow): FileStatus | null {
  if (status === 'REMOVED') return createdWith ? 'leaving' : null;
  const failed = canRetry(status);
  if (!failed && !isSentByDevice(status)) return null;
  if (evicted || dms !== undefined) return 'not_here';
  if (transaction === NO_DEAL) return 'unfiled';
  if (failed) return 'failed';
  return duplicateOf === undefined ? 'under_way' : 'undecided';
}

/** Returns whether its bytes are only on this device, where they could be lost. */
export function isOnlyHere(file: FileRow): boolean {
  const standing = fileStatus(file);
  return standing !== null && standing !== 'not_here' && standing !== 'leaving';
}

/** The files of any deal that are only on this device. */
export async function filesHere(db: MirrorDatabase): Promise<FileRow[]> {
  return (await db.files.toArray()).filter(isOnlyHere);
}

/** The upload engine's work: files to send, and documents to delete of files that were removed from the queue. */
export async function uploadWork(db: MirrorDatabase): Promise<{ sends: boolean; removes: boolean }> {
  const standings = (await db.files.toArray()).map(fileStatus);
  return { sends: standings.includes('under_way'), removes: standings.includes('leaving') };
}

/** The files of any deal that this device has to send, or is sending. */
export async function filesUnderWay(db: MirrorDatabase): Promise<FileRow[]> {
  return (await db.files.toArray()).filter((row) => fileStatus(row) === 'under_way');
}

/** A file in the queue of its deal that waits for the user. */
export interface WaitingFile {
  file: FileRow;
  /** Its name. */
  deal: string;
}

/** The files that wait for the user in the queues of the deals on this device. */
export async function filesWaiting(db: MirrorDatabase): Promise<WaitingFile[]> {
  const waiting = (await db.files.toArray()).filter((row) =>
    ['failed', 'not_here', 'undecided'].includes(fileStatus(row) ?? ''),
  );
  const deals = await db.transactions.bulkGet(waiting.map((row) => row.transaction));
  return waiting.flatMap((file, index) => (deals[index] ? { file, deal: deals[index].name } : []));
}

/**
 * The results of uploads: how many have reached the server, how many wait for a retry by the user, and how many wait
 * for the user's decision.
 */
export interface UploadsEnded {
  sent: number;
  failed: number;
  undecided: number;
}

/** The results of uploaded files. Files that the user has removed from the queue or deleted don't count. */
export async function uploadsEnded(db: MirrorDatabase, uuids: readonly string[]): Promise<UploadsEnded> {
  return db.transaction('r', db.files, db.documents, db.executedDocuments, async () => {
    const files = await db.files.bulkGet([...uuids]);
    const documents = await db.documents.bulkGet([...uuids]);
    const returned = await db.executedDocuments.bulkGet([...uuids]);
    const isSent = (index: number) =>
      files[index]
        ? files[index].status === 'SUCCESS_CREATING_DOCUMENT'
        : (documents[index] ?? returned[index]) !== undefined;
    const standings = files.map((row) => (row ? fileStatus(row) : null));
    return {
      sent: uuids.filter((_uuid, index) => isSent(index)).length,
      failed: standings.filter((each) => each === 'failed' || each === 'not_here').length,
      undecided: standings.filter((each) => each === 'undecided').length,
    };
  });
}
