import { announceWork } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import { dealFiles, twinIn } from '../deal-files.ts';
import { NO_DEAL } from '../rows.ts';
import { reservePlaces } from '../upload-order.ts';

/** Puts what was opened with or shared to the app into a deal's upload queue, in the order in which it came. */
export async function fileUnderDeal(db: MirrorDatabase, transaction: string): Promise<void> {
  await db.transaction('rw', db.files, db.documents, db.meta, async () => {
    const all = await db.files.where({ transaction: NO_DEAL }).sortBy('uploadOrder');
    const unfiled = all.filter(({ status }) => status !== 'REMOVED');
    let uploadOrder = await reservePlaces(db, transaction, unfiled.length);
    for (const row of unfiled) {
      const { duplicateOf: _, ...kept } = row;
      const duplicate = twinIn(await dealFiles(db, transaction), row);
      await db.files.put({ ...kept, transaction, uploadOrder, ...duplicate });
      uploadOrder += 1;
    }
  });
  announceWork(db.userId);
}
