import { announceWork } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { deleteUnneeded, noteKept, noteRemoved } from '../../offline/offline-deals.ts';

/** Downloads all of a deal to this device and keeps it: its content, and the pages of its documents. */
export async function keepOffline(db: MirrorDatabase, deal: string): Promise<void> {
  await noteKept(db, deal, Date.now());
  announceWork(db.userId);
}

/** Removes the offline copy. The deal itself is unchanged. */
export async function releaseDeal(db: MirrorDatabase, deal: string): Promise<void> {
  // The downloading worker checks after each file whether the deal is still kept, and deletes files that it downloads after
  // this.
  await noteRemoved(db, deal);
  await deleteUnneeded(db);
}
