import { mayKeepFiles } from '../device-database.ts';

/**
 * Opens one of a user's caches, and creates it if it does not exist. Returns null once they have signed out, or once an admin
 * has ended their access (SPEC: KEEP5).
 *
 * Both first mark the account and then delete the caches. This function first opens the cache and then reads the mark. If the
 * mark is not set yet, the deletion is still to come and covers this cache. If it is set, the cache is deleted here. So no
 * order of the two leaves a cache behind, and neither waits for the other. Every cache of a person must be opened here.
 */
export async function openPersonCache(userId: string, name: string): Promise<Cache | null> {
  const cache = await caches.open(name);
  if (await mayKeepFiles(userId)) return cache;
  await caches.delete(name);
  return null;
}

/** Opens a cache of files that are the same for all users of this device. It outlives sign-outs. */
export async function openSharedCache(
  name: 'counterpart-viewer' | 'counterpart-beside' | 'counterpart-page-fonts' | `workbox-precache${string}`,
): Promise<Cache> {
  return caches.open(name);
}
