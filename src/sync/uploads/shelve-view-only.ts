import { isViewOnly } from '../../db/outbox/view-only.ts';
import type { FileRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { shelveFile } from '../push/shelve-files.ts';
import { assertUploads, type Uploader } from './uploader.ts';

/**
 * Moves the files of view-only deals from the queue to the tray (SPEC: UP21), because the server would refuse each of them.
 * Returns whether there were any.
 */
export async function shelveViewOnly(uploader: Uploader, files: readonly FileRow[]): Promise<boolean> {
  const { db } = uploader;
  const deals = await db.transactions.bulkGet([...new Set(files.map(({ transaction }) => transaction))]);
  const viewOnly = deals.filter((deal) => deal !== undefined).filter(isViewOnly);
  if (viewOnly.length === 0) return false;
  return db.transaction('rw', [db.files, db.fileBytes, db.rejected, db.notices, db.meta], async () => {
    await assertUploads(uploader);
    let shelved = 0;
    for (const deal of viewOnly) {
      const reason = `Your access to “${deal.name}” was changed to view only, so this file wasn’t uploaded.`;
      let count = 0;
      for (const file of await db.files.where({ transaction: deal.uuid }).toArray())
        if (await shelveFile(db, file, { reason, code: 'not_allowed' })) count += 1;
      shelved += count;
      if (count === 0) continue;
      const were = count === 1 ? '1 file was' : `${count} files were`;
      const message = `${were} not uploaded because you can now only view “${deal.name}”. You can save a copy from “Sync status”.`;
      await db.notices.add({
        id: newUuid(),
        at: new Date().toISOString(),
        level: 'error',
        message,
        lasting: true,
      });
    }
    return shelved > 0;
  });
}
