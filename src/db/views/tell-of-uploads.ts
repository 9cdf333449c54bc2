import { uploadNotice } from '../../contract/rules/documents/upload-notice.ts';
import type { MirrorDatabase } from '../database.ts';
import { uploadsEnded } from '../queries/documents/file-standing.ts';

/**
 * Shows a notification about the files of a batch, if the user has allowed it. Called by a page, or by the service worker
 * while no page is open. A later batch replaces the notification of an earlier one.
 */
export async function notifyOfUploads(
  db: MirrorDatabase,
  batch: readonly string[],
  registration: Pick<ServiceWorkerRegistration, 'showNotification'>,
): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const notice = uploadNotice(await uploadsEnded(db, batch));
  if (!notice) return;
  const { title, body } = notice;
  await registration.showNotification(title, { body, tag: 'uploads', icon: '/icons/icon-192.png' });
}
