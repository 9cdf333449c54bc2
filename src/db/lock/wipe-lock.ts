import type { MirrorDatabase } from '../database.ts';
import { forgetAllFiles } from '../offline/file-caches.ts';
import { isOnlyHere } from '../queries/documents/file-standing.ts';
import { deviceLock, forgetLock } from './device-lock.ts';
import { dropKey } from './held-key.ts';

/**
 * Removes the lock at sign-out, with everything that it protects: unsent files, those in the tray, offline files, and
 * the wrapped key (SPEC: LOCK7). Does nothing without a lock.
 */
export async function wipeLock(db: MirrorDatabase): Promise<void> {
  if ((await deviceLock(db)) === null) return;
  await db.transaction('rw', db.files, db.fileBytes, db.rejected, db.meta, async () => {
    await db.files.filter(isOnlyHere).delete();
    await db.rejected.filter(({ name }) => name === 'file.upload').delete();
    await db.fileBytes.clear();
    await forgetLock(db);
  });
  await forgetAllFiles(db.userId);
  dropKey(db.userId);
}
