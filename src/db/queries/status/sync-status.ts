import { readNotificationDefinition } from '../../commands/account/read-notification.ts';
import type { MirrorDatabase } from '../../database.ts';
import { fileStatus, type FileStatus } from '../documents/file-standing.ts';
import { standsAlone } from './rejected.ts';
import { SYNC_STATUS_KEY, type SyncStatus } from '../../rows.ts';
import { asSyncStatus } from './connection.ts';

export interface SyncSummary extends SyncStatus {
  /**
   * Changes that the server has not accepted yet, including a file's removal. A notification marked as read doesn't
   * count, because it cannot be lost.
   */
  unsent: number;
  /** Files that are being uploaded. */
  unsentFiles: number;
  /** Failed files that wait for a retry by the user; their bytes are on this device. */
  failedFiles: number;
  /** Failed files whose bytes are not on this device: evicted by the browser, or in a DMS. */
  filesNotHere: number;
  /** Files whose content their deal already has, which wait for the user's decision. */
  undecidedFiles: number;
  /** Files from outside the app that need the user to choose their deal. */
  unfiled: number;
  /** Rejected edits that the user has to decide about. Dependent edits are decided with them. */
  rejected: number;
  oldestUnsentAt: string | null;
}

/** "Mark all as read" makes as many edits as there are notifications (SPEC: REJ11). */
const READ = readNotificationDefinition.name;

/** What the indicator shows. It is counted and never stored, so that it is always correct. */
export async function syncStatus(db: MirrorDatabase): Promise<SyncSummary> {
  const [meta, edits, rejected, files] = await db.transaction(
    'r',
    [db.meta, db.outbox, db.rejected, db.files],
    () =>
      Promise.all([
        db.meta.get(SYNC_STATUS_KEY),
        db.outbox.toArray(),
        db.rejected.toArray(),
        db.files.toArray(),
      ]),
  );
  const unsent = edits.filter((row) => row.state !== 'acked' && row.name !== READ);
  const standings = files.map(fileStatus);
  const standing = (wanted: FileStatus) => standings.filter((each) => each === wanted).length;
  return {
    ...asSyncStatus(meta?.value),
    unsent: unsent.length + standing('leaving'),
    unsentFiles: standing('under_way'),
    failedFiles: standing('failed'),
    filesNotHere: standing('not_here'),
    undecidedFiles: standing('undecided'),
    unfiled: standing('unfiled'),
    rejected: rejected.filter((row) => standsAlone(row, rejected)).length,
    oldestUnsentAt:
      [
        ...unsent.map((row) => row.madeAt),
        ...files.flatMap((row) => (fileStatus(row) === 'leaving' ? (row.removedAt ?? []) : [])),
      ].toSorted()[0] ?? null,
  };
}
