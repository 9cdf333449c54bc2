import { announceWork } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { dealFiles } from '../../files/deal-files.ts';
import { enqueueFile } from '../../files/enqueue-file.ts';
import { NO_DEAL } from '../../rows.ts';
import { reservePlaces } from '../../files/upload-order.ts';
import { isViewOnly, ViewOnlyError } from '../../outbox/view-only.ts';

/** Puts files that were opened with or shared to the app into a deal's upload queue, in order of arrival. */
export async function fileUnderDeal(db: MirrorDatabase, transaction: string): Promise<void> {
  await db.transaction('rw', db.files, db.documents, db.meta, db.transactions, async () => {
    if (isViewOnly(await db.transactions.get(transaction))) throw new ViewOnlyError();
    const all = await db.files.where({ transaction: NO_DEAL }).sortBy('uploadOrder');
    const unfiled = all.filter(({ status }) => status !== 'REMOVED');
    const first = await reservePlaces(db, transaction, unfiled.length);
    const deal = await dealFiles(db, transaction);
    for (const [index, { duplicateOf: _, twinGone: _gone, ...row }] of unfiled.entries())
      await enqueueFile(db, deal, { ...row, transaction, uploadOrder: first + index });
  });
  announceWork(db.userId);
}
