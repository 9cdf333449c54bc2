import { announceChanges, announceWork } from '../../db/change-sets.ts';
import { deleteDocumentDefinition } from '../../db/commands/delete-document.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { foldedTables } from '../../db/fold.ts';
import { mutateIn } from '../../db/mutate.ts';
import { newUuid } from '../../db/uuid.ts';
import { retry } from '../classify.ts';
import type { Uploaded, UploadHost } from './upload-file.ts';
import { assertUploads, type Uploader } from './uploader.ts';

/** How long a create whose answer was lost may still be at work on the server, milliseconds. */
const CREATE_LASTS_MS = 15_000;

const DONE: Uploaded = { outcome: 'done' };

/**
 * Lets go of a file that the person took off the queue. A document that is known to be on the server is deleted by an
 * edit like any other. Where nobody knows whether the create has arrived, the server is asked to delete it; `missing` are
 * the files whose document it did not have when it was first asked: it is asked twice.
 */
export async function removeFile(host: UploadHost, uuid: string, missing: Set<string>): Promise<Uploaded> {
  const { db, transport } = host;
  if (await forget(host, uuid)) return DONE;
  const answer = await transport.ask((api, with_) => api.documents.delete({ id: uuid }, with_), {
    idempotencyKey: newUuid(),
  });
  switch (answer.kind) {
    case 'rejected':
      if (answer.code === 'not_found' && !missing.has(uuid)) {
        missing.add(uuid);
        const setback = { ...retry('The document is not there yet.'), afterMs: CREATE_LASTS_MS };
        return { outcome: 'held', uuid, setback, atStore: false };
      }
      break;
    case 'ok':
    case 'not_modified':
      break;
    default:
      return { outcome: 'held', uuid, setback: answer, atStore: false };
  }
  missing.delete(uuid);
  await db.transaction('rw', db.files, db.fileBytes, db.meta, async () => {
    await assertUploads(host);
    await drop(db, uuid);
  });
  return DONE;
}

/** Drops the row and the bytes, unless the server must be asked first. Answers whether it is done with. */
async function forget(uploader: Uploader, uuid: string): Promise<boolean> {
  const { db } = uploader;
  const forgotten = await db.transaction('rw', [...foldedTables(db), db.files, db.fileBytes], async () => {
    await assertUploads(uploader);
    const file = await db.files.get(uuid);
    if (!file) return { sets: [] };
    const there = file.createdTick !== undefined || (await db.documents.get(uuid)) !== undefined;
    if (file.createdWith && !there) return null;
    await drop(db, uuid);
    const { transaction } = file;
    return { sets: there ? [await mutateIn(db, deleteDocumentDefinition, { transaction, uuid })] : [] };
  });
  if (!forgotten) return false;
  announceChanges(db.userId, forgotten.sets);
  if (forgotten.sets.length > 0) announceWork(db.userId);
  return true;
}

async function drop(db: MirrorDatabase, uuid: string): Promise<void> {
  await db.files.delete(uuid);
  await db.fileBytes.delete(uuid);
}
