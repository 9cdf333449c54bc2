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
  await db.files
    .where({ uuid })
    .and((row) => retryable.has(row.status))
    .modify({
      status: 'QUEUED',
      sentBytes: 0,
      uploadedFileKey: undefined,
      createdWith: undefined,
      resent: undefined,
      lastError: undefined,
      errorMessage: undefined,
    });
  announceWork(db.userId);
}
