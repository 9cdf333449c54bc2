import type { MirrorDatabase } from '../../database.ts';
import { noteSettled } from '../../outbox/settled-edits.ts';

/** Discards a rejected edit with its dependent edits, or a file with its bytes. */
export async function discardRejected(db: MirrorDatabase, id: string): Promise<void> {
  await db.transaction('rw', db.rejected, db.fileBytes, db.meta, async () => {
    const ids = [id, ...(await db.rejected.filter((row) => row.because === id).primaryKeys())];
    await db.rejected.bulkDelete(ids);
    await db.fileBytes.bulkDelete(ids);
    await noteSettled(db, ids, new Date());
  });
}
