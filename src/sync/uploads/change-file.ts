import { isUnderWay, mayFollow } from '../../contract/rules/documents/upload-status.ts';
import type { FileRow } from '../../db/rows.ts';
import { assertUploads, type Uploader } from './uploader.ts';

/**
 * Changes the row of a file that is being uploaded. A file that has ended in the meantime stays as it is: REMOVED by the
 * user, on the server, or failed. Returns whether it changed.
 * @throws {LeaseLostError} if another worker has the uploads; `Error` for a status that may not follow
 */
export async function changeFile(
  uploader: Uploader,
  uuid: string,
  change: Partial<Omit<FileRow, 'uuid'>>,
): Promise<boolean> {
  const { db } = uploader;
  return db.transaction('rw', db.files, db.meta, async () => {
    await assertUploads(uploader);
    const row = await db.files.get(uuid);
    if (!row || !isUnderWay(row.status)) return false;
    const { status = row.status } = change;
    if (!mayFollow(row.status, status)) throw new Error(`${row.status} can’t be followed by ${status}.`);
    await db.files.where({ uuid }).modify(change);
    return true;
  });
}
