import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newFileRow } from '../../../../tests/support/rows.ts';
import { MirrorDatabase } from '../../../db/database.ts';
import { newUuid } from '../../../db/uuid.ts';
import { notifyUnlessSeen } from './notify-unless-seen.ts';

let db: MirrorDatabase;
let uuid: string;
/** The titles of the notifications. */
let shown: string[];

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  const file = newFileRow('deal', { status: 'SUCCESS_CREATING_DOCUMENT' });
  await db.files.add(file);
  ({ uuid } = file);
  shown = [];
  vi.stubGlobal('Notification', { permission: 'granted' });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await db.delete();
});

/** Stubs this window and its service worker. `answer` says whether another window is visible. */
function stubWindow(visibilityState: DocumentVisibilityState, answer: (port: MessagePort) => void) {
  const asked = vi.fn<(message: unknown) => void>();
  const active = {
    postMessage(message: unknown, [port]: [MessagePort]) {
      asked(message);
      answer(port);
    },
  };
  const showNotification = async (title: string) => void shown.push(title);
  const serviceWorker = { getRegistration: async () => ({ active, showNotification }) };
  vi.stubGlobal('document', { visibilityState });
  vi.stubGlobal('navigator', { serviceWorker });
  return asked;
}

it('a hidden window shows a notification about finished uploads if no other window is visible', async () => {
  const asked = stubWindow('hidden', (port) => port.postMessage(false));
  await notifyUnlessSeen(db, [uuid]);
  expect(shown).toEqual(['Uploads complete']);
  expect(asked.mock.calls).toEqual([[{ type: 'is-seen' }]]);
});

it('a hidden window shows nothing while another window is visible', async () => {
  stubWindow('hidden', (port) => port.postMessage(true));
  await notifyUnlessSeen(db, [uuid]);
  expect(shown).toEqual([]);
});

it('a visible window shows nothing and does not ask the service worker', async () => {
  const asked = stubWindow('visible', (port) => port.postMessage(false));
  await notifyUnlessSeen(db, [uuid]);
  expect(shown).toEqual([]);
  expect(asked).not.toHaveBeenCalled();
});

it('a hidden window shows a notification if the service worker does not answer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const asked = stubWindow('hidden', () => undefined);
  const notifying = notifyUnlessSeen(db, [uuid]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked).toHaveBeenCalled();
  vi.useRealTimers();
  await notifying;
  expect(shown).toEqual(['Uploads complete']);
});
