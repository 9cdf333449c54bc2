import type { MirrorDatabase } from '../../db/database.ts';
import { useKeeping } from './use-offline-fetching.ts';
import { useUploads } from './use-uploads.ts';

/** What the page does for files on their way, whichever page is shown. It shows nothing, and the first screen does not wait for it. */
export function UploadDuties({ db }: { db: MirrorDatabase }) {
  useUploads(db);
  return null;
}

/** The same for the deals that are kept on this device. */
export function KeepingDuties({ db }: { db: MirrorDatabase }) {
  useKeeping(db);
  return null;
}
