import { announceChanges, announceWork, type ChangeSet } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import { foldedTables } from '../fold.ts';
import { mutateIn } from '../mutate.ts';
import { noteSettled } from '../settled-edits.ts';
import { newUuid } from '../uuid.ts';
import { deleteDocumentDefinition } from './delete-document.ts';

/**
 * Takes rows off the upload queue. A file that is not on the server yet is marked REMOVED, which hides it (upload
 * spec 4); the upload engine stops it, and deletes the document if its create was already under way.
 */
export async function removeFromQueue(
  db: MirrorDatabase,
  { transaction, uuids }: { transaction: string; uuids: readonly string[] },
): Promise<void> {
  const tables = [...foldedTables(db), db.files, db.fileBytes, db.notices];
  const sets = await db.transaction('rw', tables, async () => {
    const made: ChangeSet[] = [];
    for (const uuid of uuids) {
      if (await db.documents.get(uuid)) {
        await db.files.delete(uuid);
        await db.fileBytes.delete(uuid);
        made.push(await mutateIn(db, deleteDocumentDefinition, { transaction, uuid }));
      } else {
        await db.files.update(uuid, { status: 'REMOVED' });
      }
    }
    await noteSettled(db, uuids, new Date());
    await db.notices.add({
      id: newUuid(),
      at: new Date().toISOString(),
      level: 'success',
      message: removedMessage(uuids.length),
    });
    return made;
  });
  announceChanges(db.userId, sets);
  announceWork(db.userId);
}

function removedMessage(count: number): string {
  if (count === 1) return 'Document has been removed from the Upload Queue.';
  return `${count} documents have been deleted from the Upload Queue.`;
}
