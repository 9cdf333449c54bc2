import type { MirrorDatabase } from '../../database.ts';
import { NO_DEAL, type FileRow } from '../../rows.ts';

/** Files from outside the app that need the user to choose their deal, in order of arrival. */
export async function unfiledFiles(db: MirrorDatabase): Promise<FileRow[]> {
  const files = await db.files.where({ transaction: NO_DEAL }).sortBy('uploadOrder');
  return files.filter((row) => row.status !== 'REMOVED');
}
