import { announceWork } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';

/** Uploads a file whose content its deal already has or had. */
export async function uploadDuplicate(db: MirrorDatabase, uuid: string): Promise<void> {
  await db.files.where({ uuid }).modify({ duplicateOf: undefined, twinGone: undefined });
  announceWork(db.userId);
}
