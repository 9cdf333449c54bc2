import type { MirrorDatabase } from '../../../db/database.ts';
import { sentFiles } from '../../../db/files/sent-bytes.ts';
import { stagingLock } from '../../../db/queries/documents/staging.ts';

/**
 * Deletes staged bytes that no file and no row of the tray needs, left by a worker that ended while staging, and copies of
 * files that were sent more than 7 days ago. It doesn't run while any worker of the profile stages, because bytes are stored
 * before their row.
 */
export async function sweepStagedBytes(db: MirrorDatabase): Promise<void> {
  await navigator.locks.request(stagingLock(db.userId), { ifAvailable: true }, async (lock) => {
    if (lock) await sweep(db);
  });
}

async function sweep(db: MirrorDatabase): Promise<void> {
  await db.transaction('rw', db.files, db.fileBytes, db.rejected, db.sent, async () => {
    const needed = new Set([
      ...(await db.files.toCollection().primaryKeys()),
      ...(await db.rejected.toCollection().primaryKeys()),
      ...(await sentFiles(db)).map(({ uuid }) => uuid),
    ]);
    const staged = await db.fileBytes.toCollection().primaryKeys();
    await db.fileBytes.bulkDelete(staged.filter((uuid) => !needed.has(uuid)));
  });
}
