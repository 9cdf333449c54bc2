import type { MirrorDatabase } from '../../src/db/database.ts';
import { uploadQueue, type QueueEntry } from '../../src/db/queries/documents/upload-queue.ts';

/** Returns a deal's upload queue, reading all of its documents. */
export async function wholeQueue(db: MirrorDatabase, transaction: string): Promise<QueueEntry[]> {
  return uploadQueue(db, transaction, await db.documents.where({ transaction }).primaryKeys());
}
