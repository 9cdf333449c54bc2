import { announceWork } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import { newUuid } from '../uuid.ts';
import { deleteDocument } from './delete-document.ts';

/**
 * Takes rows off the upload queue. A file that is not on the server yet is marked REMOVED, which hides it (upload
 * spec 4); the upload engine stops it, and deletes the document if its create was already under way.
 */
export async function removeFromQueue(
  db: MirrorDatabase,
  { transaction, uuids }: { transaction: string; uuids: readonly string[] },
): Promise<void> {
  for (const uuid of uuids) {
    const isDocument = await db.transaction('rw', db.files, db.documents, async () => {
      await db.files.update(uuid, { status: 'REMOVED' });
      return (await db.documents.get(uuid)) !== undefined;
    });
    if (isDocument) await deleteDocument(db, { transaction, uuid });
  }
  announceWork(db.userId);
  await db.notices.add({
    id: newUuid(),
    at: new Date().toISOString(),
    level: 'success',
    message: removedMessage(uuids.length),
  });
}

function removedMessage(count: number): string {
  if (count === 1) return 'Document has been removed from the Upload Queue.';
  return `${count} documents have been deleted from the Upload Queue.`;
}
