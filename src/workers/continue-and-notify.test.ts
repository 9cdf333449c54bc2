import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lockEmptyDevice } from '../../tests/support/locked-device.ts';
import { newFileRow } from '../../tests/support/rows.ts';
import { MirrorDatabase } from '../db/database.ts';
import { beginSession, leaveSession } from '../db/device-database.ts';
import type { FileRow } from '../db/rows.ts';
import { newUuid } from '../db/uuid.ts';
import { continueAndNotify } from './continue-and-notify.ts';
import type { AppWindow } from './is-seen.ts';

let db: MirrorDatabase;
let windows: AppWindow[];
/** The notifications outside the app, and the number on its icon. */
let told: string[];
let badge: number | null;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  await beginSession({ userId: db.userId, email: 'a@demo.test', fullName: 'A', expiresAt: 0, lastUsedAt: 0 });
  windows = [];
  told = [];
  badge = null;
  vi.stubGlobal('Notification', { permission: 'granted' });
  const { locks } = navigator;
  vi.stubGlobal('navigator', { locks, setAppBadge: async (count: number) => void (badge = count) });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await db.delete();
});

async function drop(...status: FileRow['status'][]): Promise<string[]> {
  const files = status.map((each) => newFileRow('deal', { status: each }));
  await db.files.bulkAdd(files);
  return files.map(({ uuid }) => uuid);
}

async function become(status: FileRow['status'], ...uuids: readonly string[]): Promise<void> {
  await db.files.where('uuid').anyOf(uuids).modify({ status });
}

/** Waits long enough for all live queries to see the state of the files. */
async function seenByLiveQueries(): Promise<void> {
  for (let count = 0; count < 10; count += 1) {
    await new Promise((resolve) => setTimeout(resolve));
    await db.files.toArray();
  }
}

/** Runs the service worker's uploads, with `send` in place of the actual sending. */
async function carryOn(send: () => Promise<void>): Promise<boolean> {
  return continueAndNotify(new AbortController().signal, {
    openDatabase: () => db,
    async upload() {
      await send();
      return (await db.files.where({ transaction: 'deal' }).toArray()).some(
        ({ status }) => status === 'QUEUED',
      );
    },
    windows: async () => windows,
    registration: {
      showNotification: async (title, { body } = {}) => void told.push(`${title}: ${body}`),
    },
  });
}

it('[UP9] reports once that all files have arrived, and clears the badge', async () => {
  const files = await drop('QUEUED', 'QUEUED');
  expect(await carryOn(async () => become('SUCCESS_CREATING_DOCUMENT', ...files))).toBe(false);
  expect(told).toEqual(['Uploads complete: 2 files have been uploaded to Counterpart.']);
  expect(badge).toBe(0);
});

it('[UP9] reports a file that could not be uploaded, even if it was added while others were being sent', async () => {
  const [first = ''] = await drop('QUEUED');
  await carryOn(async () => {
    const [late = ''] = await drop('QUEUED');
    await seenByLiveQueries();
    await become('SUCCESS_CREATING_DOCUMENT', first);
    await become('FAILED_CREATING_DOCUMENT', late);
  });
  expect(told).toEqual([
    'Uploads need attention: 1 file could not be uploaded. Open Counterpart to try again.',
  ]);
  expect(badge).toBe(1);
});

it('[UP9] also reports a file that continues under a different id', async () => {
  const [first = '', taken = ''] = await drop('QUEUED', 'QUEUED');
  await carryOn(async () => {
    await db.files.delete(taken);
    const [renewed = ''] = await drop('QUEUED');
    await seenByLiveQueries();
    await become('SUCCESS_CREATING_DOCUMENT', first, renewed);
  });
  expect(told).toEqual(['Uploads complete: 2 files have been uploaded to Counterpart.']);
});

it('[UP9] reports nothing while files are left, and shows their number on the badge', async () => {
  const [first = ''] = await drop('QUEUED', 'QUEUED');
  expect(await carryOn(async () => become('SUCCESS_CREATING_DOCUMENT', first))).toBe(true);
  expect(told).toEqual([]);
  expect(badge).toBe(1);
});

it.each(['visible', 'hidden'] as const)(
  '[UP9] reports nothing while a %s window is open',
  async (visibilityState) => {
    windows = [{ id: 'tab', visibilityState }];
    const files = await drop('QUEUED');
    await carryOn(async () => become('SUCCESS_CREATING_DOCUMENT', ...files));
    expect(told).toEqual([]);
    expect(badge).toBeNull();
  },
);

it('[UP9] does not report files that finished while a window was open, even after it is closed', async () => {
  windows = [{ id: 'tab', visibilityState: 'visible' }];
  const files = await drop('QUEUED');
  await carryOn(async () => {
    await become('SUCCESS_CREATING_DOCUMENT', ...files);
    await seenByLiveQueries();
    windows = [];
  });
  expect(told).toEqual([]);
  expect(badge).toBe(0);
});

it('[UP9] reports nothing to a user who has signed out, and does nothing for them', async () => {
  const files = await drop('QUEUED');
  await carryOn(async () => {
    await become('SUCCESS_CREATING_DOCUMENT', ...files);
    await leaveSession(db.userId);
  });
  expect(told).toEqual([]);
  const send = vi.fn<() => Promise<void>>();
  expect(await carryOn(send)).toBe(false);
  expect(send).not.toHaveBeenCalled();
});

it('[UP9] does not repeat the uploads if the browser refuses a notification', async () => {
  const complaint = vi.spyOn(console, 'error').mockReturnValue();
  const files = await drop('QUEUED');
  const refused = continueAndNotify(new AbortController().signal, {
    openDatabase: () => db,
    async upload() {
      await become('SUCCESS_CREATING_DOCUMENT', ...files);
      return false;
    },
    windows: async () => windows,
    registration: { showNotification: async () => Promise.reject(new TypeError('Not allowed.')) },
  });
  expect(await refused).toBe(false);
  expect(complaint).toHaveBeenCalled();
  complaint.mockRestore();
});

it('[LOCK5] sends nothing from a device with a lock, and does not ask the browser to wake it for that', async () => {
  await lockEmptyDevice(db);
  await drop('QUEUED');
  const send = vi.fn<() => Promise<void>>();
  expect(await carryOn(send)).toBe(false);
  expect(send).not.toHaveBeenCalled();
  expect(told).toEqual([]);
});
