import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newFileRow } from '../../../tests/support/rows.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { newUuid } from '../../db/uuid.ts';
import { notifyUnlessSeen } from './notify-unless-seen.ts';

let db: MirrorDatabase;
let uuid: string;
/** What was told, by title. */
let told: string[];

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  const file = newFileRow('deal', { status: 'SUCCESS_CREATING_DOCUMENT' });
  await db.files.add(file);
  ({ uuid } = file);
  told = [];
  vi.stubGlobal('Notification', { permission: 'granted' });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await db.delete();
});

/** This window and its service worker; `answer`: what that says of the other windows. */
function stubWindow(visibilityState: DocumentVisibilityState, answer: (port: MessagePort) => void) {
  const asked = vi.fn<(message: unknown) => void>();
  const active = {
    postMessage(message: unknown, [port]: [MessagePort]) {
      asked(message);
      answer(port);
    },
  };
  const showNotification = async (title: string) => void told.push(title);
  const serviceWorker = { getRegistration: async () => ({ active, showNotification }) };
  vi.stubGlobal('document', { visibilityState });
  vi.stubGlobal('navigator', { serviceWorker });
  return asked;
}

it('a hidden window tells how the uploads have ended, where no other is looked at', async () => {
  const asked = stubWindow('hidden', (port) => port.postMessage(false));
  await notifyUnlessSeen(db, [uuid]);
  expect(told).toEqual(['Uploads complete']);
  expect(asked.mock.calls).toEqual([[{ type: 'is-seen' }]]);
});

it('tells nothing while another window is looked at', async () => {
  stubWindow('hidden', (port) => port.postMessage(true));
  await notifyUnlessSeen(db, [uuid]);
  expect(told).toEqual([]);
});

it('a window that is looked at tells nothing, and asks nobody', async () => {
  const asked = stubWindow('visible', (port) => port.postMessage(false));
  await notifyUnlessSeen(db, [uuid]);
  expect(told).toEqual([]);
  expect(asked).not.toHaveBeenCalled();
});

it('tells all the same where the service worker does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = stubWindow('hidden', () => undefined);
  const telling = notifyUnlessSeen(db, [uuid]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).toHaveBeenCalled();
  vi.useRealTimers();
  await telling;
  expect(told).toEqual(['Uploads complete']);
});
