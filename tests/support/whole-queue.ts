import type { MirrorDatabase } from '../../src/db/database.ts';
import { uploadQueue, type QueueEntry } from '../../src/db/queries/documents/upload-queue.ts';

/** A deal's upload queue, all of its documents looked at. */
export async function wholeQueue(db: MirrorDatabase, transaction: string): Promise<QueueEntry[]> {
  return uploadQueue(db, transaction, await db.documents.where({ transaction }).primaryKeys());
}
