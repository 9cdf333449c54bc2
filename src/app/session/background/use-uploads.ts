import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../../db/database.ts';
import { filesHere, uploadWork } from '../../../db/queries/documents/file-standing.ts';
import { uploadHold } from '../../../db/queries/documents/upload-pause.ts';
import { showBadge } from '../../../db/views/show-badge.ts';
import { watchUploadBatches } from '../../../db/views/upload-batches.ts';
import { useLeaveWarning } from '../leave-warning.ts';
import { notifyUnlessSeen } from './notify-unless-seen.ts';
import { useContinuedUploads } from './use-continued-uploads.ts';

/** Takes care of uploads outside the page: the app's badge, the service worker, and a notification when all are done. */
export function useUploads(db: MirrorDatabase): void {
  const hold = useLiveQuery(() => uploadHold(db), [db]);
  const files = useLiveQuery(() => filesHere(db), [db]);
  const { sends, removes } = useLiveQuery(() => uploadWork(db), [db]) ?? { sends: false, removes: false };
  useContinuedUploads(removes || (hold?.paused === false && sends));
  // On every page: the deal's own page also warns about files that are held up.
  useLeaveWarning(hold?.paused === false && sends);
  useBadge(files?.length);
  useNotificationAtEnd(db);
}

/** Shows on the icon of the installed app how many files are only on this device. */
function useBadge(unsent: number | undefined): void {
  useEffect(() => {
    if (unsent !== undefined) void showBadge(unsent);
  }, [unsent]);
}

function useNotificationAtEnd(db: MirrorDatabase): void {
  useEffect(() => watchUploadBatches(db, (ended) => void notifyUnlessSeen(db, ended)).stop, [db]);
}
