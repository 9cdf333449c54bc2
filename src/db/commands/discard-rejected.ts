import type { MirrorDatabase } from '../database.ts';

/** Lets go of an edit that the server refused, and of those that depended on it. */
export async function discardRejected(db: MirrorDatabase, id: string): Promise<void> {
  await db.transaction('rw', db.rejected, async () => {
    await db.rejected.filter((row) => row.because === id).delete();
    await db.rejected.delete(id);
  });
}
