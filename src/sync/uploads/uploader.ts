import type { MirrorDatabase } from '../../db/database.ts';
import { UPLOADER_KEY } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { LeaseLostError } from '../engine/lease.ts';

/** The right to write what becomes of uploads: `mark` is compared in each of these transactions. */
export interface Uploader {
  db: MirrorDatabase;
  mark: string;
}

/** A worker is on duty: from now on, writes of others do not count. A recreated mirror has no mark at all. */
export async function beginUploads(db: MirrorDatabase): Promise<Uploader> {
  const mark = newUuid();
  await db.meta.put({ key: UPLOADER_KEY, value: mark });
  return { db, mark };
}

/**
 * Inside every transaction that notes what became of an upload; `meta` is among its tables.
 * @throws {LeaseLostError} where another worker has taken over, which may be known here later than there
 */
export async function assertUploads({ db, mark }: Uploader): Promise<void> {
  const row = await db.meta.get(UPLOADER_KEY);
  if (row?.value !== mark) throw new LeaseLostError();
}
