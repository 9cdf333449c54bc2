import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../db/database.ts';
import { filesHere, uploadWork } from '../../db/queries/documents/file-standing.ts';
import { uploadHold } from '../../db/queries/documents/upload-pause.ts';
import { showBadge } from '../../db/views/show-badge.ts';
import { watchUploadBatches } from '../../db/views/upload-batches.ts';
import { useLeaveWarning } from '../upload-queue/use-leave-warning.ts';
import { notifyUnlessSeen } from './notify-unless-seen.ts';
import { useContinuedUploads } from './use-continued-uploads.ts';

/** What files on their way mean beyond the page: the app's badge, the service worker, a word when all is sent. */
export function useUploads(db: MirrorDatabase): void {
  const hold = useLiveQuery(() => uploadHold(db), [db]);
  const files = useLiveQuery(() => filesHere(db), [db]);
  const { sends, removes } = useLiveQuery(() => uploadWork(db), [db]) ?? { sends: false, removes: false };
  useContinuedUploads(removes || (hold?.paused === false && sends));
  // Also where another page is shown than the deal's, which warns of whatever is not saved (docs/product/upload-queue.md, "Leaving the page").
  useLeaveWarning(hold?.paused === false && sends);
  useBadge(files?.length);
  useEndNotice(db);
}

/** How many are on this device alone, on the icon of the installed app. */
function useBadge(unsent: number | undefined): void {
  useEffect(() => {
    if (unsent !== undefined) void showBadge(unsent);
  }, [unsent]);
}

/** Tells, where the person has allowed it and looks at no window, what became of the files once none is on its way. */
function useEndNotice(db: MirrorDatabase): void {
  useEffect(() => watchUploadBatches(db, (ended) => void notifyUnlessSeen(db, ended)).stop, [db]);
}
