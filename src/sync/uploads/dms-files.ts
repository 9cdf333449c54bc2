import { UPLOAD_STATUSES } from '../../contract/rules/upload-status.ts';
import type { FileRow } from '../../db/rows.ts';
import { nextTick } from '../leader.ts';
import { changeFile } from './change-file.ts';
import type { Uploader } from './uploader.ts';

/**
 * A document management system as the upload queue sees it: one is made for each `DmsType` that has a picker. What was
 * picked has a row at SELECTED_FROM_DMS, without bytes; the server fetches it, and the poll of the deal's documents finds it
 * (SPEC: PULL11).
 */
export interface DmsSource {
  /** Has the server fetch a picked file into its deal's queue, as the document of the file's uuid. Safe to repeat. */
  fetch: (file: FileRow) => Promise<DmsAnswer>;
}

export type DmsAnswer =
  /** The server is at it, or could not be asked: ask again. */
  | { outcome: 'waiting' }
  | { outcome: 'created' }
  /** `message` is for the person. */
  | { outcome: 'failed'; message: string };

/**
 * Asks once for a file that was picked in a DMS, and notes what became of it.
 *
 *     SELECTED_FROM_DMS → WAITING_ON_DMS → SUCCESS_CREATING_DOCUMENT or FAILED_CREATING_DOCUMENT
 *
 * @throws {DutyLostError} where another worker has the uploads
 */
export async function fetchFromDms(uploader: Uploader, uuid: string, source: DmsSource): Promise<void> {
  const { db } = uploader;
  const file = await db.files.get(uuid);
  if (!file || UPLOAD_STATUSES[file.status].owner !== 'dms') return;
  if (!(await changeFile(uploader, uuid, { status: 'WAITING_ON_DMS' }))) return;
  const answer = await source.fetch(file);
  switch (answer.outcome) {
    case 'waiting':
      return;
    case 'created':
      await changeFile(uploader, uuid, {
        status: 'SUCCESS_CREATING_DOCUMENT',
        createdTick: await nextTick(db),
      });
      return;
    case 'failed':
      await changeFile(uploader, uuid, { status: 'FAILED_CREATING_DOCUMENT', errorMessage: answer.message });
  }
}
