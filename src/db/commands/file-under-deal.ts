import { announceWork } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import { duplicateIn } from '../duplicate-in.ts';
import { NO_DEAL } from '../rows.ts';
import { nextUploadOrder } from '../upload-order.ts';

/** Puts what was opened with or shared to the app into a deal's upload queue, in the order in which it came. */
export async function fileUnderDeal(db: MirrorDatabase, transaction: string): Promise<void> {
  await db.transaction('rw', db.files, db.documents, async () => {
    const unfiled = await db.files.where({ transaction: NO_DEAL }).sortBy('uploadOrder');
    let uploadOrder = await nextUploadOrder(db, transaction);
    for (const row of unfiled.filter(({ status }) => status !== 'REMOVED')) {
      const { duplicateOf: _, ...kept } = row;
      const duplicate = await duplicateIn(db, transaction, row);
      await db.files.put({ ...kept, transaction, uploadOrder, ...duplicate });
      uploadOrder += 1;
    }
  });
  announceWork(db.userId);
}
