import type { ErrorCode } from '../../contract/errors.ts';
import { announceChanges, announceWork } from '../../db/change-sets.ts';
import { deleteDocumentDefinition, offlineMessage } from '../../db/commands/documents/delete-document.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { foldedTables } from '../../db/outbox/fold.ts';
import { mutateIn } from '../../db/outbox/mutate.ts';
import { newUuid } from '../../db/uuid.ts';
import { deleteSent } from './sent-file.ts';
import { createKey, type Uploaded, type UploadHost } from './upload-file.ts';
import { assertUploads, type Uploader } from './uploader.ts';

/**
 * Drops a file that the user removed from the queue. If its document is certainly on the server, an ordinary edit deletes it.
 * If the device can't tell whether the create has arrived, the server is asked to delete it under the create's own
 * Idempotency-Key:
 *
 * - not found: the key is used up, and a create that arrives later is refused, whenever that is
 * - key in use: the create was answered first, and what it created, if anything, is deleted under another key
 *
 * The server keeps a document that somebody has added to the checklist in the meantime, and the user is notified. Only a file
 * that was added as a version of an item is on the checklist from the start, and is deleted there.
 */
export async function removeFile(host: UploadHost, uuid: string): Promise<Uploaded> {
  const { db } = host;
  const asked = await forget(host, uuid);
  if (asked === null) return { outcome: 'done', heard: false };
  const first = await askToDelete(host, uuid, asked);
  const isAnswered = first.kind === 'rejected' && first.code === 'invalid';
  const answer = isAnswered ? await askToDelete(host, uuid, { ...asked, key: newUuid() }) : first;
  // Anything else that is refused will not be done later either.
  if (answer.kind !== 'ok' && answer.kind !== 'not_modified' && answer.kind !== 'rejected')
    return { outcome: 'held', uuid, setback: answer, atStore: false };
  const isKept = answer.kind === 'rejected' && answer.code === ('on_checklist' satisfies ErrorCode);
  await db.transaction('rw', db.files, db.fileBytes, db.notices, db.meta, async () => {
    await assertUploads(host);
    await drop(db, uuid);
    if (isKept) await notifyKept(db);
  });
  return { outcome: 'done', heard: true };
}

/** How to ask the server to delete a document: under which Idempotency-Key, and whether only while it is in the queue. */
interface AskedDeletion {
  returned: true | undefined;
  key: string;
  inQueue: boolean;
}

async function askToDelete({ transport }: UploadHost, uuid: string, { returned, ...how }: AskedDeletion) {
  return deleteSent(transport, { uuid, returned }, how);
}

async function notifyKept(db: MirrorDatabase): Promise<void> {
  const at = new Date().toISOString();
  await db.notices.add({ id: newUuid(), at, level: 'info', message: offlineMessage(1) });
}

/** Deletes the row and the bytes, unless the server must be asked first. Returns how to ask it. */
async function forget(uploader: Uploader, uuid: string): Promise<AskedDeletion | null> {
  const { db } = uploader;
  const tables = [...foldedTables(db), db.files, db.fileBytes, db.notices];
  const { asked, sets } = await db.transaction('rw', tables, async () => {
    await assertUploads(uploader);
    const file = await db.files.get(uuid);
    if (!file) return { asked: null, sets: [] };
    const { transaction, createdTick, createdWith, versionOf, returned } = file;
    const document = await db.documents.get(uuid);
    const inQueue = versionOf === undefined;
    const there = createdTick !== undefined || document !== undefined;
    if (createdWith && !there)
      return { asked: { returned, key: createKey(uuid, createdWith), inQueue }, sets: [] };
    // Only the server deletes a returned file.
    if (returned && there) return { asked: { returned, key: newUuid(), inQueue }, sets: [] };
    await drop(db, uuid);
    if (inQueue && document?.inQueue === false) {
      await notifyKept(db);
      return { asked: null, sets: [] };
    }
    const args = { transaction, uuid, inQueue };
    return { asked: null, sets: there ? [await mutateIn(db, deleteDocumentDefinition, args)] : [] };
  });
  announceChanges(db.userId, sets);
  if (sets.length > 0) announceWork(db.userId);
  return asked;
}

async function drop(db: MirrorDatabase, uuid: string): Promise<void> {
  await db.files.delete(uuid);
  await db.fileBytes.delete(uuid);
}
