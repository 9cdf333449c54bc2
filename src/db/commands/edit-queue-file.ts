import type { SigningType } from '../../contract/rules/upload-checks.ts';
import { announceChanges, announceWork } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import { foldedTables } from '../fold.ts';
import { mutateIn } from '../mutate.ts';
import { handOverFileIn } from './hand-over-file.ts';
import { updateDocumentDefinition } from './update-document.ts';

/**
 * Changes the name or signing type of a row of the upload queue. Before its document exists the edit is held in the
 * file's row, and applied once it does (upload spec 4 "Saved state"): the upload reads the row at its create and brings
 * over what changed since.
 */
export async function editQueueFile(
  db: MirrorDatabase,
  edit: { transaction: string; uuid: string; name?: string; signingType?: SigningType },
): Promise<void> {
  const { transaction, uuid, ...edits } = edit;
  const set = await db.transaction('rw', [...foldedTables(db), db.files], async () => {
    const held = await db.files
      .where({ uuid })
      .and((row) => row.status !== 'REMOVED')
      .modify(edits);
    // Where the document is there already, this edit goes to it together with those held before it, in their order.
    if (held > 0) return handOverFileIn(db, uuid);
    return mutateIn(db, updateDocumentDefinition, { transaction, uuid, edits });
  });
  if (!set) return;
  announceChanges(db.userId, [set]);
  announceWork(db.userId);
}
