import type { MirrorDatabase } from '../../database.ts';
import { NO_DEAL, type FileRow } from '../../rows.ts';

/** Files that came from outside the app and wait for the person to say for which deal, in the order in which they came. */
export async function unfiledFiles(db: MirrorDatabase): Promise<FileRow[]> {
  const files = await db.files.where({ transaction: NO_DEAL }).sortBy('uploadOrder');
  return files.filter((row) => row.status !== 'REMOVED');
}
