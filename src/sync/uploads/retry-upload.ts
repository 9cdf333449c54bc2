import { canRetry } from '../../contract/rules/upload-status.ts';
import { announceWork } from '../../db/change-sets.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import type { FileRow } from '../../db/rows.ts';
import { BYTES_GONE } from './bytes-gone.ts';

/**
 * Queues a failed file anew, from the start: what failed may be the very file at the store, or the name that the create
 * was sent with. One whose bytes the browser has evicted says so instead, and takes them when they are added again.
 */
export async function retryUpload(db: MirrorDatabase, uuid: string): Promise<void> {
  await db.transaction('rw', db.files, db.fileBytes, async () => {
    const isThere = (await db.fileBytes.where({ uuid }).count()) > 0;
    if (isThere) await queueAnew(db, uuid);
    else await db.files.where({ uuid }).and(isRetryable).modify(BYTES_GONE);
  });
  announceWork(db.userId);
}

/** The same without waking anybody, as in the caller's transaction. */
export async function queueAnew(db: MirrorDatabase, uuid: string): Promise<void> {
  const isCreateRefused = ({ status }: FileRow) => status === 'FAILED_CREATING_DOCUMENT';
  await db.files.where({ uuid }).and(isCreateRefused).modify({ afresh: true });
  await db.files.where({ uuid }).and(isRetryable).modify({
    status: 'QUEUED',
    sentBytes: 0,
    uploadedFileKey: undefined,
    createdWith: undefined,
    resent: undefined,
    refused: undefined,
    evicted: undefined,
    lastError: undefined,
    errorMessage: undefined,
  });
}

/** Whether it failed where a new try may help, given its bytes. */
export function isRetryable({ status }: FileRow): boolean {
  return canRetry(status);
}
