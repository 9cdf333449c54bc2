import { readNotificationDefinition } from '../../commands/account/read-notification.ts';
import type { MirrorDatabase } from '../../database.ts';
import { fileStatus, type FileStatus } from '../documents/file-standing.ts';
import { standsAlone } from './rejected.ts';
import { SYNC_STATUS_KEY, type SyncStatus } from '../../rows.ts';
import { asSyncStatus } from './connection.ts';

export interface SyncSummary extends SyncStatus {
  /**
   * Changes that the server has not taken yet, a file's removal among them. A notification marked as read is none: nothing of
   * it can be lost.
   */
  unsent: number;
  /** Files that are on their way to the server. */
  unsentFiles: number;
  /** Files that did not get there and wait for the person to try again; their bytes are on this device. */
  failedFiles: number;
  /** Files that did not get there, and whose bytes are not on this device: evicted by the browser, or in a DMS. */
  filesNotHere: number;
  /** Files whose content their deal has already, which wait for the person to say whether they go all the same. */
  undecidedFiles: number;
  /** Files that came from outside the app and wait for the person to say for which deal they are. */
  unfiled: number;
  /** Refused edits that the person has to decide on; those that depend on one are decided with it. */
  rejected: number;
  oldestUnsentAt: string | null;
}

/** "Mark all as read" makes as many edits as there are notifications (SPEC: REJ11). */
const READ = readNotificationDefinition.name;

/** What the indicator shows. Counted, never remembered: true at every moment. */
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
