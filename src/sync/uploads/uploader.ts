import type { MirrorDatabase } from '../../db/database.ts';
import { UPLOADER_KEY } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { LeaseLostError } from '../engine/lease.ts';

/** The right to write the results of uploads. `mark` is compared in each of these transactions. */
export interface Uploader {
  db: MirrorDatabase;
  mark: string;
}

/** Records that a worker is on duty. From now on, writes by others do not count. A recreated mirror has no mark at all. */
export async function beginUploads(db: MirrorDatabase): Promise<Uploader> {
  const mark = newUuid();
  await db.meta.put({ key: UPLOADER_KEY, value: mark });
  return { db, mark };
}

/**
 * Checked inside every transaction that records an upload's result. `meta` is among its tables.
 * @throws {LeaseLostError} if another worker has taken over, which this one may learn late
 */
export async function assertUploads({ db, mark }: Uploader): Promise<void> {
  const row = await db.meta.get(UPLOADER_KEY);
  if (row?.value !== mark) throw new LeaseLostError();
}
