import { canRetry } from '../../contract/rules/documents/upload-status.ts';
import { announceWork } from '../../db/change-sets.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { dealFiles } from '../../db/files/deal-files.ts';
import { enqueueFile } from '../../db/files/enqueue-file.ts';
import type { FileRow } from '../../db/rows.ts';
import { BYTES_GONE } from './staging/bytes-gone.ts';

/**
 * Queues a failed file again, from the start, because the cause may be the file at the store, or the name that the create was
 * sent with. A file whose bytes the browser has evicted says so instead, and uses them when they are added again.
 */
export async function retryUpload(db: MirrorDatabase, uuid: string): Promise<void> {
  await db.transaction('rw', db.files, db.fileBytes, db.documents, async () => {
    const file = await db.files.get(uuid);
    if (!file || !isRetryable(file)) return;
    const isThere = file.dms !== undefined || (await db.fileBytes.where({ uuid }).count()) > 0;
    if (isThere) await enqueueFile(db, await dealFiles(db, file.transaction), asQueuedAgain(file));
    else await db.files.where({ uuid }).modify(BYTES_GONE);
  });
  announceWork(db.userId);
}

/** Restarts a failed file. The server fetches a file that was picked in a DMS once more. */
export function asQueuedAgain(file: FileRow): FileRow {
  const { uploadedFileKey: _key, createdWith: _with, resent: _resent, refused: _refused, ...others } = file;
  const {
    evicted: _evicted,
    lastError: _lastError,
    errorMessage: _message,
    dmsAsked: _asked,
    ...kept
  } = others;
  return {
    ...kept,
    status: file.dms === undefined ? 'QUEUED' : 'SELECTED_FROM_DMS',
    sentBytes: 0,
    ...(file.status === 'FAILED_CREATING_DOCUMENT' && { afresh: true }),
  };
}

/** Returns whether it failed in a way that a retry may fix, given its bytes. */
export function isRetryable({ status }: FileRow): boolean {
  return canRetry(status);
}
