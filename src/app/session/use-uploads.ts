import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../db/database.ts';
import { fileStanding, filesHere } from '../../db/queries/file-standing.ts';
import { uploadHold } from '../../db/queries/upload-hold.ts';
import { showBadge } from '../../db/views/show-badge.ts';
import { tellOfUploads } from '../../db/views/tell-of-uploads.ts';
import { watchUploadBatches } from '../../db/views/upload-batches.ts';
import { useUploadsCarriedOn } from './use-uploads-carried-on.ts';

/** What files on their way mean beyond the page: the app's badge, the service worker, a word when all is sent. */
export function useUploads(db: MirrorDatabase): void {
  const hold = useLiveQuery(() => uploadHold(db), [db]);
  const files = useLiveQuery(() => filesHere(db), [db]);
  const underWay = files?.some((row) => fileStanding(row) === 'under_way') ?? false;
  useUploadsCarriedOn(hold?.paused === false && underWay);
  useBadge(files?.length);
  useEndNotice(db);
}

/** How many are on this device alone, on the icon of the installed app. */
function useBadge(unsent: number | undefined): void {
  useEffect(() => {
    if (unsent !== undefined) void showBadge(unsent);
  }, [unsent]);
}

/** Tells, where the person has allowed it, what became of the files once none is on its way, while the window is hidden. */
function useEndNotice(db: MirrorDatabase): void {
  useEffect(
    () =>
      watchUploadBatches(db, (ended) => {
        if (document.visibilityState === 'hidden') void notify(db, ended);
      }).stop,
    [db],
  );
}

async function notify(db: MirrorDatabase, ended: readonly string[]): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (registration) await tellOfUploads(db, ended, registration);
}
