import type { SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import { announceChanges, announceWork, type ChangeSet } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { foldedTables } from '../../outbox/fold.ts';
import { mutateIn } from '../../outbox/mutate.ts';
import { handOverFileIn } from './hand-over-file.ts';
import { updateDocumentDefinition } from './update-document.ts';

/**
 * Changes the name or the signing type of rows of the upload queue, all of them or none. Until the file's document exists,
 * the edit is held in the file's row, and then applied to the document (docs/product/upload-queue.md, "Statuses"). The upload
 * reads the row when it creates the document, and transfers later changes.
 */
export async function editQueueFiles(
  db: MirrorDatabase,
  edit: { transaction: string; uuids: readonly string[]; name?: string; signingType?: SigningType },
): Promise<void> {
  const { transaction, uuids, ...edits } = edit;
  const sets = await db.transaction('rw', [...foldedTables(db), db.files], async () => {
    const made: (ChangeSet | null)[] = [];
    for (const uuid of uuids) {
      const held = await db.files
        .where({ uuid })
        .and((row) => row.status !== 'REMOVED')
        .modify(edits);
      // If the document already exists, this edit goes to it together with earlier held ones, in order.
      if (held > 0) made.push(await handOverFileIn(db, uuid));
      else made.push(await mutateIn(db, updateDocumentDefinition, { transaction, uuid, edits }));
    }
    return made.filter((set) => set !== null);
  });
  if (sets.length === 0) return;
  announceChanges(db.userId, sets);
  announceWork(db.userId);
}
