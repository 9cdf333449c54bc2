import { announceChanges, announceWork, type ChangeSet } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import { foldedTables } from '../fold.ts';
import { mutateIn } from '../mutate.ts';
import { noteSettled } from '../settled-edits.ts';
import { newUuid } from '../uuid.ts';
import { deleteDocumentDefinition, removedMessage } from './delete-document.ts';

/**
 * Takes rows off the upload queue. A file that is not on the server yet is marked REMOVED, which hides it (upload
 * spec 4); the upload engine stops it, and deletes the document if its create was already under way.
 *
 * Where documents go with them, it is said how many are gone once the server has answered for the last (SPEC: PUSH9).
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
    const there = await db.documents.bulkGet([...uuids]);
    const documents = uuids.filter((_, index) => there[index]);
    const files = uuids.filter((uuid) => !documents.includes(uuid));
    // One that goes up under another id since it was shown is not taken off.
    const taken = await db.files
      .where('uuid')
      .anyOf(files)
      .modify({ status: 'REMOVED', removedAt: new Date().toISOString(), lastError: undefined });
    const batch = { id: newUuid(), count: documents.length + taken, selected: together };
    for (const uuid of documents) {
      await db.files.delete(uuid);
      await db.fileBytes.delete(uuid);
      const args = { transaction, uuid, together: documents.length > 1 };
      made.push(await mutateIn(db, deleteDocumentDefinition, args, { batch }));
    }
    await noteSettled(db, uuids, new Date());
    if (documents.length === 0 && taken > 0) {
      const at = new Date().toISOString();
      await db.notices.add({ id: newUuid(), at, level: 'success', message: removedMessage(batch) });
    }
    return made;
  });
  announceChanges(db.userId, sets);
  announceWork(db.userId);
}
