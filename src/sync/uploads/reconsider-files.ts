import { documentName } from '../../contract/rules/documents/check-file.ts';
import { announceChanges, announceWork, type ChangeSet } from '../../db/change-sets.ts';
import { handOverFileIn } from '../../db/commands/documents/hand-over-file.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { dealFiles, twinsIn } from '../../db/files/deal-files.ts';
import { foldedTables } from '../../db/outbox/fold.ts';
import { fileStatus } from '../../db/queries/documents/file-standing.ts';
import type { FileRow } from '../../db/rows.ts';
import { assertUploads, type Uploader } from './uploader.ts';

/**
 * Checks files that wait for the user again. One may have reached the deal from another device, and the twin of another may
 * be gone. Returns whether anything changed.
 */
export async function reconsiderFiles(uploader: Uploader, files: readonly FileRow[]): Promise<boolean> {
  const waiting = files.filter((row) => ['failed', 'not_here', 'undecided'].includes(fileStatus(row) ?? ''));
  if (waiting.length === 0) return false;
  const { db } = uploader;
  const arrived = await arrivedOf(db, waiting);
  if (arrived.length > 0) await handOver(uploader, arrived);
  const changed = await changedTwins(db, waiting);
  if (changed.length > 0) await noteTwins(uploader, changed);
  return arrived.length + changed.length > 0;
}

/**
 * Returns those whose own document is in the mirror, because unsent work imported on another device has the same ids (SPEC:
 * FILE3).
 */
async function arrivedOf(db: MirrorDatabase, files: readonly FileRow[]): Promise<FileRow[]> {
  const documents = await db.documents.bulkGet(files.map(({ uuid }) => uuid));
  return files.filter(({ sha256 }, index) => sha256 !== undefined && documents[index]?.sha256 === sha256);
}

/** Replaces the files with the documents, including the user's edits in the meantime. */
async function handOver(uploader: Uploader, files: readonly FileRow[]): Promise<void> {
  const { db } = uploader;
  const sets = await db.transaction('rw', [...foldedTables(db), db.files, db.fileBytes], async () => {
    await assertUploads(uploader);
    const made: (ChangeSet | null)[] = [];
    for (const { uuid, fileName, createdWith } of files) {
      // Its name when it arrived, if the user has never been asked about it.
      const sent = createdWith ?? { name: documentName(fileName), signingType: 'to_be_signed' };
      await db.files.update(uuid, { createdWith: sent, status: 'SUCCESS_CREATING_DOCUMENT' });
      made.push(await handOverFileIn(db, uuid));
      await db.fileBytes.delete(uuid);
    }
    return made.filter((set) => set !== null);
  });
  announceChanges(db.userId, sets);
  if (sets.length > 0) announceWork(db.userId);
}

/** The current state of the twins that files wait for. */
type TwinNote = Required<Pick<FileRow, 'uuid' | 'duplicateOf'>> & Pick<FileRow, 'twinGone'>;

/** Returns the files that wait because their deal has their content already, and whose reason is outdated (SPEC: UP12). */
async function changedTwins(db: MirrorDatabase, files: readonly FileRow[]): Promise<TwinNote[]> {
  const undecided = files.filter((row) => fileStatus(row) === 'undecided');
  const changed: TwinNote[] = [];
  for (const transaction of new Set(undecided.map((row) => row.transaction))) {
    const twins = twinsIn(
      await db.transaction('r', db.files, db.documents, () => dealFiles(db, transaction)),
    );
    for (const { uuid, sha256 = '', duplicateOf = '', twinGone } of undecided) {
      const twin = twins.get(sha256)?.find((each) => each.uuid !== uuid);
      const now: TwinNote = twin
        ? { uuid, duplicateOf: twin.name, twinGone: undefined }
        : { uuid, duplicateOf, twinGone: true };
      if (now.duplicateOf !== duplicateOf || now.twinGone !== twinGone) changed.push(now);
    }
  }
  return changed;
}

/** It keeps waiting, because the user or a colleague may have deleted the other file on purpose. */
async function noteTwins(uploader: Uploader, notes: readonly TwinNote[]): Promise<void> {
  const { db } = uploader;
  await db.transaction('rw', db.files, db.meta, async () => {
    await assertUploads(uploader);
    for (const { uuid, duplicateOf, twinGone } of notes) {
      await db.files
        .where({ uuid })
        .and((row) => fileStatus(row) === 'undecided')
        .modify({ duplicateOf, twinGone });
    }
  });
}
