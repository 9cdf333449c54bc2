import { beforeEach, expect, it, vi } from 'vitest';
import { MemoryCaches } from '../../tests/support/memory-caches.ts';
import { newDocumentRow, newTransactionRow } from '../../tests/support/rows.ts';
import { fetchOfflineFiles } from '../sync/offline/fetch-offline-files.ts';
import { keepOffline } from '../db/commands/transactions/keep-offline.ts';
import type { MirrorDatabase } from '../db/database.ts';
import { beginSession, currentAccount, deviceDatabase, leaveSession } from '../db/device-database.ts';
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

/** A signed-in user who keeps one deal with two documents, with their own disk. */
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

async function keepAndLook(db: MirrorDatabase, documents: string[]): Promise<void> {
  await fetchOfflineFiles({
    db,
    origin: 'https://counterpart.test',
    ask: answered,
    roomLeft: async () => Infinity,
    isMetered: () => false,
    isCostly: () => false,
    isActive: async () => (await currentAccount())?.userId === db.userId,
  });
  const pictures = await openFileCache(db, thumbnailCacheName(db.userId));
  await pictures.put('/api/files/one/two/png-144/1.png', await answered());
  await forgetFiles(db.userId, newUuid(), documents);
}

/** Signs out the user completely, just before or just after a cache is opened for the nth time. */
async function signOutAt(nth: number, moment: 'before' | 'after'): Promise<boolean> {
  const { db, documents } = await signedInPerson();
  const open = disk.open.bind(disk);
  let opened = 0;
  vi.spyOn(disk, 'open').mockImplementation(async (name) => {
    opened += 1;
    const mine = opened === nth;
    if (mine && moment === 'before') await signOut(db.userId);
    const cache = await open(name);
    if (mine && moment === 'after') await signOut(db.userId);
    return cache;
  });
  await keepAndLook(db, documents);
  const reached = opened >= nth;
  if (reached) expect(await disk.keys(), `sign-out ${moment} opening number ${nth}`).toEqual([]);
  await db.delete();
  return reached;
}

async function signOut(userId: string): Promise<void> {
  await leaveSession(userId);
  await forgetAllFiles(userId);
}

it.each(['before', 'after'] as const)(
  '[KEEP5] a sign-out just %s any opening of a cache leaves none of the user’s caches',
  async (moment) => {
    let nth = 1;
    while (await signOutAt(nth, moment)) nth += 1;
    expect(nth).toBeGreaterThan(10);
  },
);
