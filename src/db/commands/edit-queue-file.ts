import type { SigningType } from '../../contract/rules/upload-checks.ts';
import type { MirrorDatabase } from '../database.ts';
import { updateDocument } from './update-document.ts';

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
  const held = await db.transaction('rw', db.files, db.documents, async () => {
    if (await db.documents.get(uuid)) return false;
    return (await db.files.update(uuid, edits)) === 1;
  });
  if (!held) await updateDocument(db, { transaction, uuid, edits });
}
