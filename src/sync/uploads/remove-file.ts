import { announceChanges, announceWork } from '../../db/change-sets.ts';
import { deleteDocumentDefinition } from '../../db/commands/delete-document.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { foldedTables } from '../../db/fold.ts';
import { mutateIn } from '../../db/mutate.ts';
import { newUuid } from '../../db/uuid.ts';
import { createKey, type Uploaded, type UploadHost } from './upload-file.ts';
import { assertUploads, type Uploader } from './uploader.ts';

/**
 * Lets go of a file that the person took off the queue. A document that is known to be on the server is deleted by an
 * edit like any other. Where nobody knows whether the create has arrived, the server is asked to delete it under the
 * create's own Idempotency-Key:
 *
 *     not found     the key is used up: a create that arrives later is refused, whenever that is
 *     key in use    the create was answered first: what it made, if anything, is deleted under another key
 */
export async function removeFile(host: UploadHost, uuid: string): Promise<Uploaded> {
  const { db } = host;
  const key = await forget(host, uuid);
  if (key === null) return { outcome: 'done', heard: false };
  const first = await askToDelete(host, uuid, key);
  const isAnswered = first.kind === 'rejected' && first.code === 'invalid';
  const answer = isAnswered ? await askToDelete(host, uuid, newUuid()) : first;
  // Whatever else is refused will not be done later either.
  if (answer.kind !== 'ok' && answer.kind !== 'not_modified' && answer.kind !== 'rejected')
    return { outcome: 'held', uuid, setback: answer, atStore: false };
  await db.transaction('rw', db.files, db.fileBytes, db.meta, async () => {
    await assertUploads(host);
    await drop(db, uuid);
  });
  return { outcome: 'done', heard: true };
}

async function askToDelete({ transport }: UploadHost, id: string, idempotencyKey: string) {
  return transport.ask((api, with_) => api.documents.delete({ id }, with_), { idempotencyKey });
}

/** Drops the row and the bytes, unless the server must be asked first. Answers the key of its create then. */
async function forget(uploader: Uploader, uuid: string): Promise<string | null> {
  const { db } = uploader;
  const asked = await db.transaction('rw', [...foldedTables(db), db.files, db.fileBytes], async () => {
    await assertUploads(uploader);
    const file = await db.files.get(uuid);
    if (!file) return { key: null, sets: [] };
    const there = file.createdTick !== undefined || (await db.documents.get(uuid)) !== undefined;
    if (file.createdWith && !there) return { key: createKey(uuid, file.createdWith), sets: [] };
    await drop(db, uuid);
    const { transaction } = file;
    const sets = there ? [await mutateIn(db, deleteDocumentDefinition, { transaction, uuid })] : [];
    return { key: null, sets };
  });
  announceChanges(db.userId, asked.sets);
  if (asked.sets.length > 0) announceWork(db.userId);
  return asked.key;
}

async function drop(db: MirrorDatabase, uuid: string): Promise<void> {
  await db.files.delete(uuid);
  await db.fileBytes.delete(uuid);
}
