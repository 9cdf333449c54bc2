import { announceWork } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';

/**
 * Deletes the files of every deal that are not on the server from the device, rows and bytes; an upload under way stops.
 * What was just being made into a document may have become one: it stays, as the server has it.
 */
export async function wipeUnsentFiles(db: MirrorDatabase): Promise<void> {
  await db.transaction('rw', db.files, db.fileBytes, async () => {
    // Where the person took a file off the queue, the server may still have to be told.
    await db.files
      .filter(({ status }) => status !== 'SUCCESS_CREATING_DOCUMENT' && status !== 'REMOVED')
      .delete();
    await db.fileBytes.clear();
  });
  announceWork(db.userId);
}
