import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../../db/database.ts';
import { lockOf } from '../../../db/queries/account/device-lock.ts';
import { filesHere, uploadWork } from '../../../db/queries/documents/file-standing.ts';
import { uploadHold } from '../../../db/queries/documents/upload-pause.ts';
import { showBadge } from '../../../db/views/show-badge.ts';
import { watchUploadBatches } from '../../../db/views/upload-batches.ts';
import { askSyncLater, askSync } from '../../sync-client.ts';
import { useUncommittedEdits } from '../../sync-status/use-uncommitted-edits.ts';
import { useLeaveWarning } from '../leave-warning.ts';
import { useOfflineFetching } from './use-offline-fetching.ts';
import { notifyUnlessSeen } from './notify-unless-seen.ts';
import { useContinuedUploads } from './use-continued-uploads.ts';

// Components without output: they are loaded lazily, so that the first screen doesn't wait for them.

/** Syncs, warns before an uncommitted edit is lost, and runs uploads on every page, even while the device is locked. */
export function BackgroundWork({ db }: { db: MirrorDatabase }) {
  const { userId } = db;
  useEffect(() => askSyncLater((sync) => sync.attach(userId)), [userId]);
  // An edit appears on screen a moment before it is on disk. Leaving the page in that moment would lose it.
  useLeaveWarning(useUncommittedEdits(db) > 0);
  useUploads(db);
  return null;
}

/** Downloads offline deals on every page, and has the files on this device encrypted or decrypted. */
export function UnlockedWork({ db }: { db: MirrorDatabase }) {
  useLockMigration(db);
  useOfflineFetching(db);
  return null;
}

/** Has the worker encrypt or decrypt the files on this device after the lock was turned on or off. */
function useLockMigration(db: MirrorDatabase): void {
  const lock = useLiveQuery(() => lockOf(db), [db]);
  const unsettled = lock?.settled === false ? `${lock.id} ${lock.state}` : null;
  useEffect(() => {
    if (unsettled !== null) askSync((sync) => sync.bringInForm(db.userId));
  }, [db, unsettled]);
}

/** Handles uploads outside the page: the app's badge, the service worker, and a notification when all are done. */
function useUploads(db: MirrorDatabase): void {
  const hold = useLiveQuery(() => uploadHold(db), [db]);
  const files = useLiveQuery(() => filesHere(db), [db]);
  const { sends, removes } = useLiveQuery(() => uploadWork(db), [db]) ?? { sends: false, removes: false };
  useContinuedUploads(removes || (hold?.paused === false && sends));
  // On every page. The deal's own page also warns about files that are on hold.
  useLeaveWarning(hold?.paused === false && sends);
  useBadge(files?.length);
  useNotificationAtEnd(db);
}

/** Shows on the installed app's icon how many files are only on this device. */
function useBadge(unsent: number | undefined): void {
  useEffect(() => {
    if (unsent !== undefined) void showBadge(unsent);
  }, [unsent]);
}

function useNotificationAtEnd(db: MirrorDatabase): void {
  useEffect(() => watchUploadBatches(db, (ended) => void notifyUnlessSeen(db, ended)).stop, [db]);
}
