import { announceWork } from '../../db/change-sets.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import type { FileRow } from '../../db/rows.ts';

/** Failures of files whose bytes are on the device. */
const retryable: ReadonlySet<FileRow['status']> = new Set([
  'FAILED_FETCHING_PRESIGNED_URL',
  'FAILED_UPLOADING_FILE_TO_STORE',
  'FAILED_CREATING_DOCUMENT',
]);

/**
 * Queues a failed file anew, from the start: what failed may be the very file at the store, or the name that the create
 * was sent with.
 */
export async function retryUpload(db: MirrorDatabase, uuid: string): Promise<void> {
  await queueAnew(db, uuid);
  announceWork(db.userId);
}

/** The same without waking anybody, as in the caller's transaction. */
export async function queueAnew(db: MirrorDatabase, uuid: string): Promise<void> {
  await db.files.where({ uuid }).and(isRetryable).modify({
    status: 'QUEUED',
    sentBytes: 0,
    uploadedFileKey: undefined,
    createdWith: undefined,
    resent: undefined,
    lastError: undefined,
    errorMessage: undefined,
  });
}

/** Whether it failed where a new try may help, given its bytes. */
export function isRetryable({ status }: FileRow): boolean {
  return retryable.has(status);
}
