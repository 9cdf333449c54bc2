import type { MirrorDatabase } from '../../db/database.ts';
import { fileCachesOf } from '../../db/offline/file-caches.ts';
import { openPersonCache } from '../../db/offline/person-cache.ts';
import { SEALED_HEADER } from '../../db/lock/file-cache.ts';

/** The form that the lock requires: sealed with its key, or unchanged. */
export interface Form {
  seals: boolean;
  lock: string;
  key: CryptoKey;
}

/** A file on this device in the other form. */
export type FileToTurn =
  | { kind: 'staged'; uuid: string }
  | { kind: 'cached'; cache: string; request: Request };

/**
 * The location of converted staged bytes until they are verified. No row refers to them, so they are swept with other
 * orphans.
 */
export function asideKey(uuid: string): string {
  return `aside/${uuid}`;
}

export async function leftToTurn(db: MirrorDatabase, { seals }: Form): Promise<FileToTurn[]> {
  const rows = await db.fileBytes.toArray();
  // Left behind by an earlier worker.
  const left = rows.map(({ uuid }) => uuid).filter((uuid) => uuid.startsWith(asideKey('')));
  await db.fileBytes.bulkDelete(left);
  const staged = rows.filter(({ uuid, sealed }) => !left.includes(uuid) && (sealed !== undefined) !== seals);
  const files: FileToTurn[] = staged.map(({ uuid }) => ({ kind: 'staged', uuid }));
  for (const name of await fileCachesOf(db.userId)) {
    const cache = await openPersonCache(db.userId, name);
    for (const request of (await cache?.keys()) ?? []) {
      const kept = await cache?.match(request);
      if (kept && kept.headers.has(SEALED_HEADER) !== seals)
        files.push({ kind: 'cached', cache: name, request });
    }
  }
  return files;
}
