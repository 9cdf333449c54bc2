import type { MirrorDatabase } from '../../db/database.ts';
import type { FileRow } from '../../db/rows.ts';

/**
 * Changes a file's row unless the person has taken the file off the queue: REMOVED is never overwritten. Answers
 * whether it took.
 */
export async function changeFile(
  db: MirrorDatabase,
  uuid: string,
  change: Partial<Omit<FileRow, 'uuid'>>,
): Promise<boolean> {
  const changed = await db.files
    .where({ uuid })
    .and((row) => row.status !== 'REMOVED')
    .modify(change);
  return changed > 0;
}
