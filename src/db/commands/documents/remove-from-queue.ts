import { announceChanges, announceWork, type ChangeSet } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { foldedTables } from '../../outbox/fold.ts';
import { mutateIn } from '../../outbox/mutate.ts';
import { noteSettled } from '../../outbox/settled-edits.ts';
import { newUuid } from '../../uuid.ts';
import { deleteDocumentDefinition, offlineMessage, removedMessage } from './delete-document.ts';

/**
 * Removes rows from the upload queue. A file that is not on the server yet is marked REMOVED, which hides it
 * (docs/product/upload-queue.md, "Statuses"); the upload engine stops it, and deletes the document if its create was already
 * under way. A document that is on the checklist by now, because another tab or user has added it, is kept, and the user is
 * notified; so is one that is added before the deletion reaches the server.
 *
 * If documents are deleted too, the toast reports how many after the server's last response (SPEC: PUSH9).
 *
 * @param together whether the user removed a selection of any size, instead of a single row by its button. The messages
 * differ
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
    const documents = uuids.filter((_, index) => there[index]?.inQueue);
    const files = uuids.filter((_, index) => !there[index]);
    const kept = uuids.length - documents.length - files.length;
    // A file that has continued under a different id since it was shown is not removed.
    const taken = await db.files
      .where('uuid')
      .anyOf(files)
      .modify({ status: 'REMOVED', removedAt: new Date().toISOString(), lastError: undefined });
    const batch = { id: newUuid(), count: documents.length + taken, selected: together };
    for (const uuid of documents) {
      await db.files.delete(uuid);
      await db.fileBytes.delete(uuid);
      const args = { transaction, uuid, together: documents.length > 1, inQueue: true };
      made.push(await mutateIn(db, deleteDocumentDefinition, args, { batch }));
    }
    await noteSettled(db, [...documents, ...files], new Date());
    const at = new Date().toISOString();
    if (documents.length === 0 && taken > 0)
      await db.notices.add({ id: newUuid(), at, level: 'success', message: removedMessage(batch) });
    if (kept > 0) await db.notices.add({ id: newUuid(), at, level: 'info', message: offlineMessage(kept) });
    return made;
  });
  announceChanges(db.userId, sets);
  announceWork(db.userId);
}
