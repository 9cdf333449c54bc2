import { liveQuery } from 'dexie';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createHeader } from './commands/checklist/create-header.ts';
import { commitFailure } from './commands/tray/commit-failure.ts';
import { isClosedWhileOpening, isDatabaseClosed, type MirrorDatabase } from './database.ts';
import { decodeMutation } from './outbox/mutations.ts';
import { subscribeOutdated, isOutdated, openDatabase } from './open-database.ts';
import { BIRTHMARK_KEY, EPOCH_KEY, type TransactionRow } from './rows.ts';
import { newTransactionRow } from '../../tests/support/rows.ts';
import { newUuid } from './uuid.ts';

const FAR_VERSION = 9990;
const transaction = newUuid();

let userId: string;
let db: MirrorDatabase;
let newer: IDBDatabase | null = null;

beforeEach(() => {
  vi.spyOn(console, 'warn').mockReturnValue();
  userId = newUuid();
  db = openDatabase(userId);
});
afterEach(async () => {
  newer?.close();
  newer = null;
  vi.restoreAllMocks();
});

/** Another tab has a newer version of the app. Resolves once that version has upgraded the stores. */
async function openNewer(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(db.name, FAR_VERSION);
    request.addEventListener('success', () => resolve((newer = request.result)));
    request.addEventListener('error', () => reject(new Error('not opened')));
  });
}

/** The browser deletes the database, as when site data is cleared: open handles are closed first. */
async function clearSiteData(): Promise<void> {
  closeByBrowser();
  await deleteMirror();
}

async function deleteMirror(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(db.name);
    request.addEventListener('success', () => resolve());
    request.addEventListener('error', () => reject(new Error('not deleted')));
  });
}

function closeByBrowser(): void {
  const handle = db.backendDB();
  // Its type requires the class, but the function accepts a handle.
  if (handle) Reflect.apply(forceCloseDatabase, null, [handle]);
}

async function addHeader(label: string): Promise<void> {
  await createHeader(db, { transaction, uuid: newUuid(), label, parent: 'top', after: null });
}

async function labels(): Promise<(string | null)[]> {
  return (await db.elements.toArray()).map((element) => element.label);
}

async function notices(of: MirrorDatabase = db) {
  return of.notices.toArray();
}

it('[DISK4] hands the stores over to a newer version of the app, and saves nothing after that', async () => {
  await addHeader('Before the update');
  const heard = vi.fn<() => void>();
  const stop = subscribeOutdated(heard);
  const upgraded = openNewer();
  await expect.poll(() => heard.mock.calls.length).toBe(1);
  stop();
  expect(isOutdated()).toBe(true);
  await addHeader('Half typed when the update came');
  await upgraded;
  const failure = await addHeader('Too late').catch((error: unknown) => error);
  expect(isDatabaseClosed(failure)).toBe(true);
  expect(commitFailure(failure)).toBe('Counterpart was updated in another tab. Reload the page to continue.');
  await expect(db.elements.count(), 'it does not open again on its own').rejects.toThrow(/closed/i);
});

it('[DISK4] does not work on stores of a newer version', async () => {
  await addHeader('Before the update');
  db.close({ disableAutoOpen: false });
  await openNewer();
  const failure = await labels().catch((error: unknown) => error);
  expect(isDatabaseClosed(failure)).toBe(true);
  expect(isOutdated()).toBe(true);
});

it('[DISK4] another user’s mirror stays open', async () => {
  const colleague = openDatabase(newUuid());
  await colleague.open();
  await db.open();
  await openNewer();
  expect(await colleague.elements.count()).toBe(0);
});

it('[DISK7] unsent edits of an older version are still there, and readable, after the upgrade', async () => {
  await addHeader('Made before the update');
  const [waiting] = await db.outbox.toArray();
  if (!waiting) throw new Error('nothing waits');
  db.close({ disableAutoOpen: false });
  await deleteMirror();
  // The stores that matter here, as in version 1.
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(db.name, 10);
    request.addEventListener('upgradeneeded', () => {
      const outbox = request.result.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true });
      outbox.createIndex('id', 'id', { unique: true });
      outbox.createIndex('lane', 'lane');
      request.result.createObjectStore('meta', { keyPath: 'key' });
      outbox.add(waiting);
    });
    request.addEventListener('success', () => {
      request.result.close();
      resolve();
    });
    request.addEventListener('error', () => reject(new Error('not opened')));
  });
  const found = await db.outbox.where({ touches: waiting.touches[0] }).toArray();
  expect(found).toEqual([waiting]);
  expect(found.map((row) => decodeMutation(row, userId).ok)).toEqual([true]);
});

it('[DISK9] a deal stored by an older version is shown whole, with defaults for new fields', async () => {
  const { deletedParticipants, numSignatures, ...older } = newTransactionRow('Project Alder');
  await db.transactions.put(older as TransactionRow);
  expect(await db.transactions.get(older.uuid)).toEqual({ ...older, deletedParticipants, numSignatures });
  expect(await db.transactions.toArray()).toMatchObject([{ deletedParticipants: [], numSignatures: 0 }]);
  expect((await db.transactions.bulkGet([older.uuid]))[0]).toMatchObject({ numSignatures: 0 });
  expect(await db.transactions.get(newUuid())).toBeUndefined();
  // Former participants were listed with the others.
  const [zoe, ben] = ['Zoe', 'Ben'].map((fullName) => ({ fullName, deleted: fullName === 'Ben' }));
  const withBoth: object = { ...older, participants: [zoe, ben] };
  await db.transactions.put(withBoth as TransactionRow);
  expect(await db.transactions.get(older.uuid)).toMatchObject({
    participants: [zoe],
    deletedParticipants: [ben],
  });
});

it('[DISK8] an edit that does not fit on the disk is not shown, and the user is told', async () => {
  await addHeader('Kept');
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  const failure = await addHeader('Not kept').catch((error: unknown) => error);
  expect(commitFailure(failure)).toMatch(/because this device is full/);
  expect(commitFailure(new Error('a fault')), 'room would not help').not.toMatch(/full|space/);
  expect(await labels()).toEqual(['Kept']);
  expect((await db.childLists.toArray()).flatMap((list) => list.children)).toHaveLength(1);
  expect(await db.outbox.count()).toBe(1);
});

it('[DISK5] a handle that the browser closed is reopened, and the screen reads again', async () => {
  await addHeader('One');
  const seen: number[] = [];
  const watching = liveQuery(async () => db.elements.count()).subscribe((count) => seen.push(count));
  await expect.poll(() => seen).toEqual([1]);
  closeByBrowser();
  await expect.poll(() => seen.length).toBeGreaterThan(1);
  await addHeader('Two');
  await expect.poll(() => seen.at(-1)).toBe(2);
  watching.unsubscribe();
  expect(await notices(), 'nothing was lost').toEqual([]);
});

it('[DISK5] a handle that died silently is reopened when it is used', async () => {
  await addHeader('One');
  // As in Safari after its database process has died.
  db.backendDB().close();
  await addHeader('Two');
  expect(await labels()).toEqual(['One', 'Two']);
});

it('[DISK5] a handle that the browser closes while it is being opened is opened again', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const closing = vi.spyOn(IDBDatabase.prototype, 'addEventListener').mockImplementationOnce(function (
    this: IDBDatabase,
    ...heard
  ) {
    IDBDatabase.prototype.addEventListener.apply(this, heard);
    closeByBrowser();
  });
  await db.open().catch(() => undefined);
  expect(closing).toHaveBeenCalled();
  await expect.poll(async () => db.elements.count().catch(() => 'closed')).toBe(0);
});

it('[DISK5] queries are answered while such a handle is reopened', async () => {
  db.on('ready', async () => {
    const handle = db.backendDB();
    const closed = new Promise((resolve) => handle.addEventListener('close', resolve));
    closeByBrowser();
    await closed;
  });
  await db.open();
  expect(db.isOpen()).toBe(false);
  // If it waited for the first opening, which is over, this would loop beyond any time limit.
  const openDatabases = indexedDB.open.bind(indexedDB);
  const asked: PromiseLike<number>[] = [];
  vi.spyOn(indexedDB, 'open').mockImplementationOnce((...named) => {
    asked.push(db.elements.count());
    return openDatabases(...named);
  });
  await expect.poll(() => asked.length).toBe(1);
  expect(await asked[0]).toBe(0);
});

it('[DISK5] queries that wait for a handle that closes while opening fail with their own error', async () => {
  await addHeader('One');
  db.close({ disableAutoOpen: false });
  vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('The connection was closed.', 'AbortError');
  });
  const failure: unknown = await db
    .transaction('r', db.elements, async () => db.elements.count())
    .catch((error: unknown) => error);
  expect(isClosedWhileOpening(failure)).toBe(true);
  await db.open();
  expect(await labels()).toEqual(['One']);
});

it('[DISK6] reports once that the browser deleted the mirror, and continues with a new one', async () => {
  const relaxed = openDatabase(userId, 'relaxed');
  await relaxed.open();
  await addHeader('Lost');
  await clearSiteData();
  expect(await labels()).toEqual([]);
  await relaxed.elements.count();
  await expect.poll(async () => (await notices()).length).toBe(1);
  expect((await notices())[0]).toMatchObject({ level: 'error', lasting: true });
  expect((await notices())[0]?.message).toMatch(/^The browser deleted Counterpart’s data on this device/);
  await addHeader('After it');
  expect(await labels()).toEqual(['After it']);
});

it('[DISK6] also reports a mirror that was deleted while no tab was open', async () => {
  await addHeader('Lost');
  await clearSiteData();
  vi.resetModules();
  const fresh = await import('./open-database.ts');
  const reopened = fresh.openDatabase(userId);
  await expect.poll(async () => (await notices(reopened)).length).toBe(1);
});

it('[DISK6] the first mirror on a device is not a loss', async () => {
  await addHeader('First');
  vi.resetModules();
  const fresh = await import('./open-database.ts');
  const reopened = fresh.openDatabase(userId);
  expect(await reopened.elements.count()).toBe(1);
  expect(await notices(reopened)).toEqual([]);
});

it('[DISK6] a full disk without room for the mark doesn’t prevent reading', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  expect(await db.elements.count()).toBe(0);
  expect(said).toHaveBeenCalled();
  full.mockRestore();
  // Once there is room, the mirror is marked, so that its loss would be noticed.
  await expect.poll(async () => db.meta.get(BIRTHMARK_KEY)).toBeDefined();
});

it('[DISK6] [LEAD2] a late mark leaves the lead with the worker that has it', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The disk is full.', 'QuotaExceededError');
  });
  await db.elements.count();
  full.mockRestore();
  await db.meta.put({ key: EPOCH_KEY, value: 1 });
  await expect.poll(async () => db.meta.get(BIRTHMARK_KEY)).toBeDefined();
  expect(await db.meta.get(EPOCH_KEY)).toMatchObject({ value: 1 });
});
