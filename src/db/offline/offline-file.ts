import type { MirrorDatabase } from '../database.ts';
import { offlineCacheName, offlineCaches } from './file-caches.ts';
import { openFileCache } from '../lock/file-cache.ts';

/** A thumbnail or PDF of an offline deal; undefined = it is not here. */
export async function offlineFile(db: MirrorDatabase, path: string): Promise<Response | undefined> {
  for (const { name, deal } of await offlineCaches(db.userId)) {
    if (name !== offlineCacheName(db.userId, deal, path)) continue;
    const kept = await (await openFileCache(db, name)).match(path);
    if (kept) return kept;
  }
  return undefined;
}
