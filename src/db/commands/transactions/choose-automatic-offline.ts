import { AUTOMATIC_KEY } from '../../offline/automatic-offline.ts';
import { announceWork } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { deleteUnneeded, offlineDealRecords, noteReleased } from '../../offline/offline-deals.ts';

/**
 * Turns automatic offline copies on this device on or off. Turning them off removes existing ones with their files
 * immediately. When they are on, the sync worker chooses deals when it next pulls the deal list.
 */
export async function chooseAutomaticOffline(db: MirrorDatabase, on: boolean): Promise<void> {
  await db.transaction('rw', db.meta, async () => {
    await db.meta.put({ key: AUTOMATIC_KEY, value: on });
    if (on) return;
    for (const { deal, automatic } of await offlineDealRecords(db))
      if (automatic) await noteReleased(db, deal);
  });
  if (on) announceWork(db.userId);
  else await deleteUnneeded(db);
}
