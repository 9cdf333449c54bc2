import type { FileRow } from '../../db/rows.ts';
import { assertUploads, type Uploader } from './uploader.ts';

/**
 * Changes a file's row unless the person has taken the file off the queue: REMOVED is never overwritten. Answers
 * whether it took.
 * @throws {DutyLostError} where another worker has the uploads
 */
export async function changeFile(
  uploader: Uploader,
  uuid: string,
  change: Partial<Omit<FileRow, 'uuid'>>,
): Promise<boolean> {
  const { db } = uploader;
  return db.transaction('rw', db.files, db.meta, async () => {
    await assertUploads(uploader);
    const changed = await db.files
      .where({ uuid })
      .and((row) => row.status !== 'REMOVED')
      .modify(change);
    return changed > 0;
  });
}
