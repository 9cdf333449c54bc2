import { announceWork } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { deleteUnneeded, noteKept, noteRemoved } from '../../offline/offline-deals.ts';

/** Has all of a deal come to this device, and stay: its content, and the pages of its documents. */
export async function keepOffline(db: MirrorDatabase, deal: string): Promise<void> {
  await noteKept(db, deal, Date.now());
  announceWork(db.userId);
}

/** Lets go of it again. The deal itself stays as it is. */
export async function releaseDeal(db: MirrorDatabase, deal: string): Promise<void> {
  // Whoever fetches looks after each file whether the deal is still kept: what they bring after this they take away again.
  await noteRemoved(db, deal);
  await deleteUnneeded(db);
}
