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
 *
 * @param together whether the person took off what they had selected, however many that was, and not one row by its button:
 * the spec has words for each
 */
export async function removeFromQueue(
  db: MirrorDatabase,
  {
    transaction,
    uuids,
    together = false,
  }: { transaction: string; uuids: readonly string[]; together?: boolean },
): Promise<void> {
  const tables = [...foldedTables(db), db.files, db.fileBytes, db.notices];
  const sets = await db.transaction('rw', tables, async () => {
    const made: ChangeSet[] = [];
    for (const uuid of uuids) {
      if (await db.documents.get(uuid)) {
        await db.files.delete(uuid);
        await db.fileBytes.delete(uuid);
        made.push(
          await mutateIn(db, deleteDocumentDefinition, { transaction, uuid, together: uuids.length > 1 }),
        );
      } else {
        await db.files.update(uuid, { status: 'REMOVED' });
      }
    }
    await noteSettled(db, uuids, new Date());
    await db.notices.add({
      id: newUuid(),
      at: new Date().toISOString(),
      level: 'success',
      message: together ? deletedMessage(uuids.length) : 'Document has been removed from the Upload Queue.',
    });
    return made;
  });
  announceChanges(db.userId, sets);
  announceWork(db.userId);
}

function deletedMessage(count: number): string {
  const documents = count === 1 ? 'document has' : 'documents have';
  return `${count} ${documents} been deleted from the Upload Queue.`;
}
