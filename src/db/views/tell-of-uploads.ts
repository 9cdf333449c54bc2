import { uploadNotice } from '../../contract/rules/documents/upload-notice.ts';
import type { MirrorDatabase } from '../database.ts';
import { uploadsEnded } from '../queries/documents/file-standing.ts';

/**
 * Tells, where the person has allowed it, what became of the files of a batch; by a page, or by the service worker while
 * none is open. A later batch takes the place of what was told of an earlier one.
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
