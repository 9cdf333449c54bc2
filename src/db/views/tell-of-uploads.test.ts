import { afterEach, expect, it, vi } from 'vitest';
import { newFileRow } from '../../../tests/support/rows.ts';
import { MirrorDatabase } from '../database.ts';
import { newUuid } from '../uuid.ts';
import { notifyOfUploads } from './tell-of-uploads.ts';

afterEach(() => vi.unstubAllGlobals());

/** What is shown about a file that has reached the server. */
async function shown(): Promise<unknown[]> {
  const db = new MirrorDatabase(newUuid(), 'relaxed');
  const file = newFileRow('deal', { status: 'SUCCESS_CREATING_DOCUMENT' });
  await db.files.add(file);
  const showNotification = vi.fn<ServiceWorkerRegistration['showNotification']>();
  await notifyOfUploads(db, [file.uuid], { showNotification });
  await db.delete();
  return showNotification.mock.calls;
}

it('notifies about files if the user has allowed it', async () => {
  vi.stubGlobal('Notification', { permission: 'granted' });
  const body = '1 file has been uploaded to Counterpart.';
  expect(await shown()).toEqual([
    ['Uploads complete', { body, tag: 'uploads', icon: '/icons/icon-192.png' }],
  ]);
});

it('stays silent if the user has not allowed it, or the browser has no notifications', async () => {
  expect(await shown()).toEqual([]);
  vi.stubGlobal('Notification', { permission: 'denied' });
  expect(await shown()).toEqual([]);
});
