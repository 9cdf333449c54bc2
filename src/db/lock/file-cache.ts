import type { MirrorDatabase } from '../database.ts';
import { openPersonCache } from '../offline/person-cache.ts';
import { deviceLock } from './device-lock.ts';
import { findKey, keepingNow } from './held-key.ts';
import { LockedError } from './locked-error.ts';

/** The header of a sealed file that identifies its lock. */
export const SEALED_HEADER = 'x-counterpart-sealed';

/**
 * One of a user's file caches. If the device has a lock, stored files are sealed and opened on reading: while it is
 * locked, nothing can be read or deleted (SPEC: LOCK4).
 */
export interface FileCache {
  match(asked: URL | Request | string): Promise<Response | undefined>;
  /** @throws {LockedError} */
  put(asked: URL | string, response: Response): Promise<void>;
  keys(): Promise<readonly Request[]>;
  delete(asked: URL | Request | string): Promise<boolean>;
}

/** After a sign-out, nothing is read from a cache or stored there. */
const NO_CACHE: FileCache = {
  match: async () => undefined,
  put: async () => undefined,
  keys: async () => [],
  delete: async () => false,
};

export async function openFileCache(db: MirrorDatabase, name: string): Promise<FileCache> {
  const cache = await openPersonCache(db.userId, name);
  if (!cache) return NO_CACHE;
  return {
    keys: async () => cache.keys(),
    delete: async (asked) => cache.delete(asked),
    async match(asked) {
      const kept = await cache.match(asked);
      const sealedBy = kept?.headers.get(SEALED_HEADER);
      if (!kept || sealedBy == null) return kept;
      const lock = await deviceLock(db);
      const key = lock?.id === sealedBy && (await findKey(db.userId, lock));
      if (!key) return undefined;
      const { openResponse } = await import('./sealed-responses.ts');
      return openResponse(key, filePath(asked), kept);
    },
    async put(asked, response) {
      const keeping = await keepingNow(db);
      if (keeping.form === 'locked') throw new LockedError();
      if (keeping.form === 'plain') await cache.put(asked, response);
      else {
        const { sealResponse } = await import('./sealed-responses.ts');
        await cache.put(asked, sealResponse(keeping, filePath(asked), response));
      }
      // The lock may have been set or removed in the meantime. Everything here then has the new form, and this file can be
      // downloaded again.
      const lock = await deviceLock(db);
      const sealedBy = lock?.state === 'on' ? lock.id : undefined;
      if (sealedBy !== (keeping.form === 'sealed' ? keeping.lock : undefined)) await cache.delete(asked);
    },
  };
}

/** Returns the path of one of our files, which identifies it. */
export function filePath(asked: URL | Request | string): string {
  const address = asked instanceof Request ? asked.url : asked;
  return new URL(address, 'https://counterpart.invalid').pathname;
}
