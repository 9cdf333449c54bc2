import { announceWork } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';

/** Uploads a file all the same whose content is in its deal already. */
export async function uploadDuplicate(db: MirrorDatabase, uuid: string): Promise<void> {
  await db.files.where({ uuid }).modify({ duplicateOf: undefined });
  announceWork(db.userId);
}
