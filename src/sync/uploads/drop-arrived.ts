import type { MirrorDatabase } from '../../db/database.ts';
import type { FileRow } from '../../db/rows.ts';
import { isRetryable } from './retry-upload.ts';

/**
 * Lets go of failed files whose very document has come by another device: unsent work that was taken in there has the same
 * ids (SPEC: FILE3).
 */
export async function dropArrived(db: MirrorDatabase, files: readonly FileRow[]): Promise<void> {
  const failed = files.filter(isRetryable);
  if (failed.length === 0) return;
  await db.transaction('rw', db.files, db.fileBytes, db.documents, async () => {
    const uuids = failed.map(({ uuid }) => uuid);
    const [rows, documents] = await Promise.all([db.files.bulkGet(uuids), db.documents.bulkGet(uuids)]);
    const arrived = uuids.filter((_uuid, index) => {
      const row = rows[index];
      return row && isRetryable(row) && row.sha256 !== undefined && documents[index]?.sha256 === row.sha256;
    });
    await db.files.bulkDelete(arrived);
    await db.fileBytes.bulkDelete(arrived);
  });
}
