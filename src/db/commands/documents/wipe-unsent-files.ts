import { announceWork } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { fileStatus, isOnlyHere } from '../../queries/documents/file-standing.ts';

/**
 * Deletes these files from the device, rows and bytes, if the server does not have them; an upload under way stops. A
 * file whose create was being sent may have become a document: that stays on the server.
 */
export async function wipeUnsentFiles(db: MirrorDatabase, uuids: readonly string[]): Promise<void> {
  await db.transaction('rw', db.files, db.fileBytes, async () => {
    const rows = await db.files.bulkGet([...uuids]);
    const here = rows.flatMap((row) => (row && isOnlyHere(row) ? [row.uuid] : []));
    // Bytes that the browser could not read may still be there.
    const unread = (await db.files.toArray()).filter((row) => fileStatus(row) === 'not_here');
    await db.files.bulkDelete(here);
    await db.fileBytes.bulkDelete([...here, ...unread.map(({ uuid }) => uuid)]);
  });
  announceWork(db.userId);
}
