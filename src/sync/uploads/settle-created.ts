import { handOverFile } from '../../db/commands/documents/hand-over-file.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import type { FileRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';

/**
 * Returns the state of a document that the server created: `there` in the mirror; `gone`, because a response that was
 * requested later doesn't contain it; or still `awaited`.
 */
export async function findCreated(
  db: MirrorDatabase,
  { uuid, transaction, createdTick, returned }: FileRow,
): Promise<'there' | 'gone' | 'awaited'> {
  const table = returned ? db.executedDocuments : db.documents;
  return db.transaction('r', table, db.cursors, async () => {
    if (await (returned ? db.executedDocuments.get(uuid) : db.documents.get(uuid))) return 'there';
    const cursor = await db.cursors.get(`${transaction}/changes`);
    return (cursor?.askedTick ?? 0) > (createdTick ?? 0) ? 'gone' : 'awaited';
  });
}

/** Deletes the file's row if its document is there or gone. Reports it if it is gone. */
export async function settleCreated(
  db: MirrorDatabase,
  uuid: string,
  found: 'there' | 'gone',
): Promise<void> {
  if (found === 'there') {
    if ((await db.files.get(uuid))?.returned) await db.files.delete(uuid);
    else await handOverFile(db, uuid);
    return;
  }
  await db.transaction('rw', db.files, db.notices, async () => {
    const file = await db.files.get(uuid);
    if (file?.status !== 'SUCCESS_CREATING_DOCUMENT') return;
    await db.files.delete(uuid);
    await db.notices.add({
      id: newUuid(),
      at: new Date().toISOString(),
      level: 'error',
      message: `“${file.name}” was deleted before it could be shown.`,
    });
  });
}
