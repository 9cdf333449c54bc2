import { beforeEach, expect, it, vi } from 'vitest';
import { MemoryCaches } from '../../tests/support/memory-caches.ts';
import { newDocumentRow, newTransactionRow } from '../../tests/support/rows.ts';
import { fetchOfflineFiles } from '../sync/offline/fetch-offline-files.ts';
import { keepOffline } from '../db/commands/transactions/keep-offline.ts';
import type { MirrorDatabase } from '../db/database.ts';
import {
  beginSession,
  currentAccount,
  deviceDatabase,
  endSession,
  leaveSession,
} from '../db/device-database.ts';
import { forgetAllFiles, forgetFiles, thumbnailCacheName } from '../db/offline/file-caches.ts';
import { openFileCache } from '../db/lock/file-cache.ts';
import { openDatabase } from '../db/open-database.ts';
import { newUuid } from '../db/uuid.ts';

let disk: MemoryCaches;

beforeEach(async () => {
  await deviceDatabase.delete();
  await deviceDatabase.open();
  return async () => {
    vi.unstubAllGlobals();
    await deviceDatabase.delete();
  };
});

/** A signed-in user who keeps one deal with two documents offline, with their own disk. */
async function signedInPerson(): Promise<{ db: MirrorDatabase; documents: string[] }> {
  disk = new MemoryCaches();
  vi.stubGlobal('caches', disk);
  const userId = newUuid();
  const who = { userId, email: 'ada@firm.test', fullName: 'Ada', aheadMs: 0 };
  await beginSession({ ...who, expiresAt: 4_000_000_000, lastUsedAt: 0 });
  const db = openDatabase(userId);
  const deal = newTransactionRow('Birch');
  await db.transactions.put(deal);
  await keepOffline(db, deal.uuid);
  const documents = ['Deed', 'Will'].map((name) => {
    const row = newDocumentRow(deal.uuid);
    const base = `/api/files/${row.uuid}/one`;
    return {
      ...row,
      name,
      numPages: 1,
      pdfUrl: `${base}/pdf`,
      thumbnails: { 'png-144': [`${base}/png-144/1.png`] },
    };
  });
  await db.documents.bulkPut(documents);
  return { db, documents: documents.map(({ uuid }) => uuid) };
}

async function answered(): Promise<Response> {
  return new Response('bytes', { headers: { 'content-type': 'application/pdf', 'content-length': '5' } });
}

async function keepAndLook(db: MirrorDatabase, documents: string[], ask = answered): Promise<void> {
  await fetchOfflineFiles({
    db,
    origin: 'https://counterpart.test',
    ask,
    roomLeft: async () => Infinity,
    isMetered: () => false,
    isCostly: () => false,
    isActive: async () => (await currentAccount())?.userId === db.userId,
  });
  const pictures = await openFileCache(db, thumbnailCacheName(db.userId));
  await pictures.put('/api/files/one/two/png-144/1.png', await answered());
  await forgetFiles(db.userId, newUuid(), documents);
}

/**
 * The ways in which files leave this device together with the user's session. Each marks the account, then deletes the caches.
 */
const WIPES = {
  'a sign-out': async (userId: string) => {
    await leaveSession(userId);
    await forgetAllFiles(userId);
  },
  'the end of a user’s access': async (userId: string) => {
    await endSession(userId, 1, 'Your account was disabled.');
    await forgetAllFiles(userId);
  },
};
type Wipe = keyof typeof WIPES;
const wipes: Wipe[] = ['a sign-out', 'the end of a user’s access'];

/** Wipes the device just before or just after a cache is opened for the nth time. Returns whether there was an nth time. */
async function wipeAtOpening(nth: number, moment: 'before' | 'after', wipe: Wipe): Promise<boolean> {
  const { db, documents } = await signedInPerson();
  const open = disk.open.bind(disk);
  let opened = 0;
  vi.spyOn(disk, 'open').mockImplementation(async (name) => {
    opened += 1;
    const mine = opened === nth;
    if (mine && moment === 'before') await WIPES[wipe](db.userId);
    const cache = await open(name);
    if (mine && moment === 'after') await WIPES[wipe](db.userId);
    return cache;
  });
  await keepAndLook(db, documents);
  const reached = opened >= nth;
  if (reached) expect(await disk.keys(), `${wipe} ${moment} opening number ${nth}`).toEqual([]);
  await db.delete();
  return reached;
}

/** Wipes the device while the nth file is being downloaded. Returns whether there was an nth file. */
async function wipeDuringDownload(nth: number, wipe: Wipe): Promise<boolean> {
  const { db, documents } = await signedInPerson();
  let asked = 0;
  await keepAndLook(db, documents, async () => {
    asked += 1;
    if (asked === nth) await WIPES[wipe](db.userId);
    return answered();
  });
  const reached = asked >= nth;
  if (reached) expect(await disk.keys(), `${wipe} during download number ${nth}`).toEqual([]);
  await db.delete();
  return reached;
}

it.each(wipes.flatMap((wipe) => [[wipe, 'before'] as const, [wipe, 'after'] as const]))(
  '[KEEP5, AUTH12] %s just %s any opening of a cache leaves none of the user’s caches',
  async (wipe, moment) => {
    let nth = 1;
    while (await wipeAtOpening(nth, moment, wipe)) nth += 1;
    expect(nth).toBeGreaterThan(10);
  },
);

it.each(wipes)('[KEEP5, AUTH12] %s during any download leaves none of the user’s caches', async (wipe) => {
  let nth = 1;
  while (await wipeDuringDownload(nth, wipe)) nth += 1;
  expect(nth).toBeGreaterThan(4);
});
