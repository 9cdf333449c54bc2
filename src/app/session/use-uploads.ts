import { useEffect, useRef } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import { uploadNotice } from '../../contract/rules/upload-notice.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { failedFiles, unsentFiles } from '../../db/queries/upload-queue.ts';
import { useUploadsCarriedOn } from './use-uploads-carried-on.ts';

/** What files on their way mean beyond the page: the app's badge, the service worker, a word when all is sent. */
export function useUploads(db: MirrorDatabase): void {
  const unsent = useLiveQuery(async () => unsentFiles(db), [db]) ?? 0;
  useUploadsCarriedOn(unsent > 0);
  useBadge(unsent);
  useEndNotice(db, unsent);
}

/** How many are on their way, on the icon of the installed app. */
function useBadge(unsent: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    // Not allowed, or not installed: there is no icon to put it on.
    navigator.setAppBadge(unsent).catch(() => undefined);
  }, [unsent]);
}

/** Tells, where the person has allowed it, that the last file has gone while the window is hidden. */
function useEndNotice(db: MirrorDatabase, unsent: number): void {
  const before = useRef(0);
  useEffect(() => {
    const ended = before.current > 0 && unsent === 0;
    before.current = unsent;
    if (ended && document.visibilityState === 'hidden') void notify(db);
  }, [db, unsent]);
}

async function notify(db: MirrorDatabase): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  const { title, body } = uploadNotice(await failedFiles(db));
  await registration?.showNotification(title, { body, tag: 'uploads', icon: '/icons/icon-192.png' });
}
