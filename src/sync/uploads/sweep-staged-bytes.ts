import type { MirrorDatabase } from '../../db/database.ts';

/** Bytes whose file has no row yet may be of a file that is being staged: they are left for this long, milliseconds. */
const STAGING_MOST_MS = 24 * 60 * 60 * 1000;

/** Lets go of staged bytes that no file and no row of the tray needs: what a worker left that ended while staging. */
export async function sweepStagedBytes(db: MirrorDatabase, now: number): Promise<void> {
  await db.transaction('rw', db.files, db.fileBytes, db.rejected, async () => {
    const needed = new Set([
      ...(await db.files.toCollection().primaryKeys()),
      ...(await db.rejected.toCollection().primaryKeys()),
    ]);
    const staged = await db.fileBytes.toCollection().primaryKeys();
    await db.fileBytes.bulkDelete(
      staged.filter((uuid) => !needed.has(uuid) && madeAt(uuid) < now - STAGING_MOST_MS),
    );
  });
}

/** The time in a UUIDv7, epoch milliseconds. */
function madeAt(uuid: string): number {
  return Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16);
}
