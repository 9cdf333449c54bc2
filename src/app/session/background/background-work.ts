import type { MirrorDatabase } from '../../../db/database.ts';
import { useOfflineFetching } from './use-offline-fetching.ts';
import { useUploads } from './use-uploads.ts';

// Components without output: they are loaded lazily, so that the first screen doesn't wait for them.

/** Takes care of uploads on every page. */
export function UploadWork({ db }: { db: MirrorDatabase }) {
  useUploads(db);
  return null;
}

/** Downloads offline deals on every page. */
export function OfflineWork({ db }: { db: MirrorDatabase }) {
  useOfflineFetching(db);
  return null;
}
