import { UPLOAD_STATUSES } from '../../contract/rules/documents/upload-status.ts';
import type { FileRow } from '../../db/rows.ts';
import { nextTick } from '../engine/leader.ts';
import { changeFile } from './change-file.ts';
import type { Uploaded } from './upload-file.ts';
import { assertUploads, type Uploader } from './uploader.ts';

/** How long after a response a system is asked again, in milliseconds: as often as the deal's documents in the meantime. */
const ASKED_EVERY_MS = 3000;

/**
 * A document management system in the view of the upload queue. There is one for each `DmsType` that has a picker. A picked
 * file has a row at SELECTED_FROM_DMS, without bytes. The server fetches it, and the poll of the deal's documents finds it
 * (SPEC: PULL11).
 */
export interface DmsSource {
  /** Makes the server fetch a picked file into its deal's queue, as the document with the file's uuid. It is safe to repeat. */
  fetch: (file: FileRow) => Promise<DmsAnswer>;
}

export type DmsAnswer =
  /** The server is working on it, or could not be asked. Ask again. */
  | { outcome: 'waiting' }
  | { outcome: 'created' }
  /** `message` is for the user. */
  | { outcome: 'failed'; message: string };

/**
 * True for a file that the user removed while the server was fetching it. Its document may still arrive, so it is awaited,
 * and then deleted like any other.
 */
export function isAwaited({ status, dmsAsked, createdTick }: FileRow): boolean {
  return status === 'REMOVED' && dmsAsked === true && createdTick === undefined;
}

/**
 * Asks once for a file that was picked in a DMS, and records the response.
 *
 * SELECTED_FROM_DMS → WAITING_ON_DMS → SUCCESS_CREATING_DOCUMENT or FAILED_CREATING_DOCUMENT
 *
 * @throws {LeaseLostError} if another worker has the uploads
 */
export async function fetchFromDms(uploader: Uploader, uuid: string, source: DmsSource): Promise<Uploaded> {
  const { db } = uploader;
  const file = await db.files.get(uuid);
  if (!file) return { outcome: 'stopped' };
  const awaited = isAwaited(file);
  if (!awaited) {
    if (UPLOAD_STATUSES[file.status].owner !== 'dms') return { outcome: 'stopped' };
    const waiting = { status: 'WAITING_ON_DMS', dmsAsked: true } as const;
    if (!(await changeFile(uploader, uuid, waiting))) return { outcome: 'stopped' };
  }
  const answer = await source.fetch(file);
  switch (answer.outcome) {
    case 'waiting':
      return { outcome: 'waiting', afterMs: ASKED_EVERY_MS };
    case 'created':
      await db.transaction('rw', db.files, db.meta, async () => {
        await assertUploads(uploader);
        // This includes removed files, because the removal must know that the document exists.
        await db.files.update(uuid, { createdTick: await nextTick(db) });
        await changeFile(uploader, uuid, { status: 'SUCCESS_CREATING_DOCUMENT' });
      });
      return { outcome: 'done', heard: true };
    case 'failed':
      await db.transaction('rw', db.files, db.meta, async () => {
        await changeFile(uploader, uuid, {
          status: 'FAILED_CREATING_DOCUMENT',
          errorMessage: answer.message,
        });
        // No document will arrive, so a removed file can be deleted.
        await db.files.where({ uuid }).modify({ dmsAsked: false });
      });
      return { outcome: 'done', heard: true };
  }
}
