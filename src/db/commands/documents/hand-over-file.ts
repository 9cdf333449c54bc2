import { announceChanges, announceWork, type ChangeSet } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import { foldedTables } from '../../outbox/fold.ts';
import { mutateIn } from '../../outbox/mutate.ts';
import { updateDocumentDefinition } from './update-document.ts';

/** Replaces a queued file with its document, which is now in the mirror, and applies the user's edits in the meantime. */
export async function handOverFile(db: MirrorDatabase, uuid: string): Promise<void> {
  const set = await db.transaction('rw', [...foldedTables(db), db.files], async () =>
    handOverFileIn(db, uuid),
  );
  if (!set) return;
  announceChanges(db.userId, [set]);
  announceWork(db.userId);
}

/**
 * The same inside a transaction over the folded tables and `files`: edits after the create was sent are transferred,
 * and the file's row is deleted unless its upload still has to end.
 */
export async function handOverFileIn(db: MirrorDatabase, uuid: string): Promise<ChangeSet | null> {
  const [file, document] = [await db.files.get(uuid), await db.documents.get(uuid)];
  if (!file || !document || file.status === 'REMOVED') return null;
  const { name, signingType, transaction } = file;
  const createdWith = file.createdWith ?? { name: document.name, signingType: document.signingType };
  const sent = { name: createdWith.name, signingType: createdWith.signingType };
  const edits = {
    ...(name !== sent.name ? { name } : {}),
    ...(signingType !== sent.signingType ? { signingType } : {}),
  };
  if (file.status === 'SUCCESS_CREATING_DOCUMENT') await db.files.delete(uuid);
  else await db.files.update(uuid, { ...sent, createdWith });
  if (Object.keys(edits).length === 0) return null;
  return mutateIn(db, updateDocumentDefinition, { transaction, uuid, edits });
}
