import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryCaches } from '../../../tests/support/memory-caches.ts';
import { lockEmptyDevice, PASSPHRASE } from '../../../tests/support/locked-device.ts';
import { newDocumentRow, newTransactionRow } from '../../../tests/support/rows.ts';
import { chooseKeepBudget } from '../../db/commands/transactions/choose-offline-budget.ts';
import { keepOffline, releaseDeal } from '../../db/commands/transactions/keep-offline.ts';
import { unlockDevice } from '../../db/commands/account/device-lock.ts';
import { lockDevice } from '../../db/commands/account/lock-device.ts';
import { MirrorDatabase } from '../../db/database.ts';
import {
  documentCacheName,
  forgetOfflineFiles,
  offlineCacheName,
  offlinePaths,
} from '../../db/offline/file-caches.ts';
import { offlineFile } from '../../db/offline/offline-file.ts';
import { AUTOMATIC_PREFIX, offlineStop } from '../../db/offline/offline-deals.ts';
import { noteOpened } from '../../db/offline/opened-deals.ts';
import {
  keepingWork,
  keptDeals,
  offlineProgresses,
  offlineRoom,
  type OfflineProgress,
} from '../../db/queries/offline/offline-progress.ts';
import { newItemRow } from '../../db/commands/checklist/new-rows.ts';
import type { DocumentRow, ItemRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { fetchOfflineFiles, type KeepingPorts } from './fetch-offline-files.ts';

const ORIGIN = 'https://counterpart.test';
const BYTES = 1000;
const birch = newTransactionRow('Birch');

let db: MirrorDatabase;
let disk: MemoryCaches;
/** The requests, in order. */
let asked: string[];
/** The requests that the user did not ask for. */
let askedAutomatically: string[];
let answer: (path: string) => Promise<Response>;
let ports: KeepingPorts;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  disk = new MemoryCaches();
  vi.stubGlobal('caches', disk);
  asked = [];
  askedAutomatically = [];
  answer = async (path) => fileAt(path);
  ports = {
    db,
    origin: ORIGIN,
    ask: async (path, automatic) => {
      asked.push(path);
      if (automatic) askedAutomatically.push(path);
      return answer(path);
    },
    roomLeft: async () => Infinity,
    isMetered: () => false,
    isCostly: () => false,
    isActive: async () => true,
  };
  await db.transactions.put(birch);
  await db.cursors.put({
    key: `${birch.uuid}/changes`,
    lane: birch.uuid,
    collection: 'changes',
    askedTick: 1,
    pulledAt: '2026-01-01T00:00:00.000Z',
  });
  return async () => {
    vi.unstubAllGlobals();
    await db.delete();
  };
});

function fileAt(path: string, size = BYTES): Response {
  const type = path.endsWith('/pdf') ? 'application/pdf' : 'image/png';
  return new Response('x'.repeat(size), {
    headers: { 'content-type': type, 'content-length': String(size) },
  });
}

/** A document with this many pages, whose content has this hash. */
function documentOf(name: string, hash = 'one', pages = 1): DocumentRow {
  return pathsOf({ ...newDocumentRow(birch.uuid), name, numPages: pages }, hash);
}

function pathsOf(row: DocumentRow, hash: string): DocumentRow {
  const base = `/api/files/${row.uuid}/${hash}`;
  const pictures = Array.from({ length: row.numPages ?? 0 }, (_, page) => `${base}/png-144/${page + 1}.png`);
  return { ...row, pdfUrl: `${base}/pdf`, thumbnails: { 'png-144': pictures } };
}

async function putDocuments(...names: string[]): Promise<DocumentRow[]> {
  const rows = names.map((name, uploadOrder) => ({ ...documentOf(name), uploadOrder }));
  await db.documents.bulkPut(rows);
  return rows;
}

async function keep(): Promise<void> {
  await keepOffline(db, birch.uuid);
  await fetchOfflineFiles(ports);
}

async function here(): Promise<string[]> {
  return [...(await offlinePaths(db.userId, birch.uuid))];
}

async function progressOf(deal: string): Promise<OfflineProgress | undefined> {
  return (await offlineProgresses(db, await keptDeals(db))).get(deal);
}

async function standing() {
  return progressOf(birch.uuid);
}

it('[KEEP2] fetches the PDF and the pictures of each document, each once', async () => {
  const deed = documentOf('Deed', 'one', 3);
  await db.documents.put(deed);
  await keep();
  const paths = [deed.pdfUrl, ...(deed.thumbnails?.['png-144'] ?? [])];
  expect(asked).toEqual(paths);
  expect(await here()).toEqual(paths);
  expect(await standing()).toMatchObject({ total: 1, here: 1, bytes: 4 * BYTES, stop: null });
  const kept = await offlineFile(db, `${deed.pdfUrl}`);
  expect(kept?.headers.get('content-type')).toBe('application/pdf');
  expect(kept?.headers.has('accept-ranges')).toBe(false);
  await fetchOfflineFiles(ports);
  expect(asked).toHaveLength(4);
});

it('[KEEP2] fetches the executed document of an item, and again when it is created again', async () => {
  const deed = documentOf('Deed', 'one', 0);
  const stamp = { userId: db.userId, madeAt: '2026-01-01T00:00:00.000Z' };
  const item = newItemRow({ uuid: newUuid(), transaction: birch.uuid, name: 'Deed' }, deed, stamp);
  const executed = (hash: string): ItemRow => ({
    ...item,
    collation: 'done',
    executedPdfUrl: `/api/executed/${item.uuid}/${hash}/pdf`,
    executedNumPages: 3,
    executedSize: BYTES,
  });
  await db.documents.put(deed);
  await db.items.put(executed('first'));
  await keep();
  expect(await here()).toEqual([deed.pdfUrl, executed('first').executedPdfUrl]);
  expect(await standing()).toMatchObject({ total: 2, here: 2, bytes: 2 * BYTES });
  await db.items.put(executed('second'));
  expect(await standing()).toMatchObject({ total: 2, here: 1 });
  await fetchOfflineFiles(ports);
  expect(await here()).toEqual([deed.pdfUrl, executed('second').executedPdfUrl]);
});

it('[KEEP2] continues where it was interrupted, and counts the room already used', async () => {
  const deed = documentOf('Deed', 'one', 2);
  await db.documents.put(deed);
  answer = async (path) => (path.endsWith('/1.png') ? Promise.reject(new TypeError('Failed')) : fileAt(path));
  await keep();
  expect(await here()).toEqual([deed.pdfUrl]);
  expect(await standing()).toMatchObject({ here: 0, stop: 'unreachable' });
  expect((await offlineRoom(db)).used).toBe(BYTES);
  answer = async (path) => fileAt(path);
  asked = [];
  await fetchOfflineFiles(ports);
  expect(asked).toEqual(deed.thumbnails?.['png-144']);
  expect(await standing()).toMatchObject({ here: 1, bytes: 3 * BYTES, stop: null });
});

it('[KEEP2] takes files that were opened before from their cache, without a network, and keeps only one copy', async () => {
  const deed = documentOf('Deed', 'one', 0);
  await db.documents.put(deed);
  const opened = await disk.open(documentCacheName(db.userId));
  await opened.put(`${deed.pdfUrl}`, fileAt('/pdf'));
  await keep();
  expect(asked).toEqual([]);
  expect(await standing()).toMatchObject({ here: 1, bytes: BYTES });
  expect(await opened.keys()).toEqual([]);
});

it('[KEEP2] waits while the device saves data', async () => {
  await putDocuments('Deed');
  ports = { ...ports, isMetered: () => true };
  await keep();
  expect(asked).toEqual([]);
  expect(await offlineStop(db)).toBe('spares_data');
});

it.each([
  ['a server error', () => new Response('', { status: 500 })],
  ['the page of a hotel’s network', () => new Response('<p>', { headers: { 'content-type': 'text/html' } })],
])('[KEEP2] %s is not mistaken for a file', async (_what, strange) => {
  await putDocuments('Deed', 'Will', 'Lease', 'Note', 'Proxy');
  answer = async () => strange();
  await keep();
  expect(asked, 'a repeated failure is not blamed on each document').toHaveLength(3);
  expect(await standing()).toMatchObject({ total: 5, here: 0, stop: 'trouble' });
});

it.each([404, 500])(
  '[KEEP2] a document that the server refuses (%i) does not delay the others',
  async (status) => {
    const [deed, will] = await putDocuments('Deed', 'Will');
    answer = async (path) => (path === deed?.pdfUrl ? new Response('', { status }) : fileAt(path));
    await keep();
    expect(await here()).toContain(will?.pdfUrl);
    expect(await standing()).toMatchObject({ total: 2, here: 1, stop: 'trouble' });
  },
);

it('[KEEP2] does not wait for a document that could not be converted, or report it as a problem', async () => {
  await putDocuments('Deed');
  await db.documents.put({ ...newDocumentRow(birch.uuid), name: 'Locked', pdfUrl: null, uploadOrder: 1 });
  await keep();
  expect(await offlineStop(db)).toBeNull();
  expect(await standing()).toMatchObject({ total: 1, here: 1, stop: null });
});

describe('[KEEP3] the budget', () => {
  it('is not exceeded, and the user learns what did not fit', async () => {
    await putDocuments('Deed', 'Will', 'Lease');
    await chooseKeepBudget(db, 5 * BYTES);
    await keep();
    expect(await standing()).toMatchObject({ total: 3, here: 2, stop: 'budget' });
    expect((await offlineRoom(db)).used).toBeLessThanOrEqual(5 * BYTES);
    await chooseKeepBudget(db, 6 * BYTES);
    // Without a network, nothing is downloaded yet, so the download has not stopped because of the current limit.
    expect(await standing()).toMatchObject({ here: 2, stop: null });
    await fetchOfflineFiles(ports);
    expect(await standing()).toMatchObject({ here: 3, stop: null });
  });

  it('keeps files that are too large for it from being fetched', async () => {
    await putDocuments('Deed');
    const cancelled = vi.fn<() => void>();
    answer = async () => {
      const headers = { 'content-type': 'application/pdf', 'content-length': '1000000001' };
      return new Response(new ReadableStream({ cancel: cancelled }), { headers });
    };
    await keep();
    expect(cancelled).toHaveBeenCalledOnce();
    expect(await standing()).toMatchObject({ here: 0, stop: 'budget' });
  });

  it('removes the last files when it is reduced', async () => {
    const rows = await putDocuments('Deed', 'Will');
    await keep();
    await chooseKeepBudget(db, 2 * BYTES);
    await fetchOfflineFiles(ports);
    expect(await standing()).toMatchObject({ here: 1, stop: 'budget' });
    expect((await here()).every((path) => path.includes(rows[0]?.uuid ?? ''))).toBe(true);
    expect((await offlineRoom(db)).used).toBe(2 * BYTES);
  });

  it('covers all offline deals together', async () => {
    const elm = newTransactionRow('Elm');
    await db.transactions.put(elm);
    await db.documents.put({ ...documentOf('Will'), transaction: elm.uuid });
    await putDocuments('Deed');
    await chooseKeepBudget(db, 3 * BYTES);
    await keep();
    await keepOffline(db, elm.uuid);
    await fetchOfflineFiles(ports);
    expect(await standing()).toMatchObject({ here: 1 });
    expect(await progressOf(elm.uuid)).toMatchObject({ here: 0, stop: 'budget' });
  });

  it('never exceeds the browser’s remaining space', async () => {
    await putDocuments('Deed');
    ports = { ...ports, roomLeft: async () => BYTES - 1 };
    await keep();
    expect(await standing()).toMatchObject({ here: 0, stop: 'no_room' });
    ports = { ...ports, roomLeft: async () => Infinity };
    disk.hasRoom = () => false;
    await fetchOfflineFiles(ports);
    expect(await standing()).toMatchObject({ here: 0, stop: 'no_room' });
  });
});

describe('[KEEP7] an automatic offline deal', () => {
  /** A deal other than Birch, with one document, that is kept automatically. */
  async function keepElm(): Promise<string> {
    const elm = newTransactionRow('Elm');
    await db.transactions.put(elm);
    await db.documents.put({ ...documentOf('Will'), transaction: elm.uuid });
    await db.meta.put({ key: `${AUTOMATIC_PREFIX}${elm.uuid}`, value: 0 });
    return elm.uuid;
  }

  it('is fetched like one that the user chose', async () => {
    const elm = await keepElm();
    await fetchOfflineFiles(ports);
    expect(await progressOf(elm)).toMatchObject({ total: 1, here: 1, automatic: true, stop: null });
  });

  it('marks requests for its files as automatic, unlike those that the user chose', async () => {
    await keepElm();
    await fetchOfflineFiles(ports);
    const ofElm = askedAutomatically.length;
    expect(ofElm).toBeGreaterThan(0);
    await putDocuments('Deed');
    await keep();
    expect(askedAutomatically).toHaveLength(ofElm);
    expect(asked.length).toBeGreaterThan(ofElm);
  });

  it('waits for an unmetered connection, unlike those that the user chose', async () => {
    const elm = await keepElm();
    await putDocuments('Deed');
    ports = { ...ports, isCostly: () => true };
    await keep();
    expect(await standing()).toMatchObject({ here: 1, automatic: false });
    expect(await progressOf(elm)).toMatchObject({ here: 0, stop: 'spares_data' });
    ports = { ...ports, isCostly: () => false };
    await fetchOfflineFiles(ports);
    expect(await progressOf(elm)).toMatchObject({ here: 1, stop: null });
  });

  it.each(['budget', 'no_room'] as const)('makes room for one that the user chose (%s)', async (stop) => {
    const elm = await keepElm();
    await fetchOfflineFiles(ports);
    await putDocuments('Deed');
    if (stop === 'budget') await chooseKeepBudget(db, 3 * BYTES);
    else
      ports = {
        ...ports,
        roomLeft: async () => 3 * BYTES - (await bytesHere(elm)) - (await bytesHere(birch.uuid)),
      };
    await keep();
    expect(await standing()).toMatchObject({ here: 1 });
    expect(await progressOf(elm)).toMatchObject({ here: 0, stop });
    expect((await offlineRoom(db)).used).toBeLessThanOrEqual(3 * BYTES);
  });

  it('never displaces one that the user chose', async () => {
    await putDocuments('Deed');
    await keep();
    const elm = await keepElm();
    await chooseKeepBudget(db, 3 * BYTES);
    await fetchOfflineFiles(ports);
    expect(await standing()).toMatchObject({ here: 1 });
    expect(await progressOf(elm)).toMatchObject({ here: 0, stop: 'budget' });
  });

  async function bytesHere(deal: string): Promise<number> {
    return (await offlinePaths(db.userId, deal)).size * BYTES;
  }
});

describe('[KEEP8] the viewer', () => {
  const viewer = '/assets/pdfjs-viewer.js';

  beforeEach(async () => {
    const precache = await disk.open('workbox-precache-v2');
    await precache.put(`${ORIGIN}/offline-files.json`, new Response(JSON.stringify([viewer])));
  });

  it('is fetched once a deal was opened, even if none is kept offline', async () => {
    await fetchOfflineFiles(ports);
    expect(asked).toEqual([]);
    expect((await keepingWork(db, await keptDeals(db))).wish).toBe('');
    await noteOpened(db, birch.uuid, Date.now());
    expect((await keepingWork(db, await keptDeals(db))).wish).not.toBe('');
    await fetchOfflineFiles(ports);
    expect(asked).toEqual([viewer]);
  });

  it('comes with the screens that are not precached, each in the cache that it is served from', async () => {
    const [screen, font] = ['/assets/apart-packet-page.js', '/assets/Tinos_400Regular.ttf'];
    const precache = await disk.open('workbox-precache-v2');
    await precache.put(`${ORIGIN}/offline-files.json`, new Response(JSON.stringify([viewer, screen, font])));
    await noteOpened(db, birch.uuid, Date.now());
    await fetchOfflineFiles(ports);
    const isIn = async (name: string, path: string) =>
      (await (await disk.open(name)).match(path)) !== undefined;
    expect(await isIn('counterpart-viewer', viewer)).toBe(true);
    expect(await isIn('counterpart-beside', screen)).toBe(true);
    expect(await isIn('counterpart-page-fonts', font)).toBe(true);
    asked.length = 0;
    await fetchOfflineFiles(ports);
    expect(asked).toEqual([]);
  });
});

describe('[KEEP4] a document', () => {
  it('that has changed is fetched again, and the old file is deleted', async () => {
    const [deed] = await putDocuments('Deed');
    if (!deed) throw new Error('no document');
    await keep();
    const now = pathsOf(deed, 'two');
    await db.documents.put(now);
    expect(await standing()).toMatchObject({ total: 1, here: 0 });
    await fetchOfflineFiles(ports);
    expect(await here()).toEqual([now.pdfUrl, ...(now.thumbnails?.['png-144'] ?? [])]);
    expect(await standing()).toMatchObject({ here: 1, bytes: 2 * BYTES });
  });

  it('that was deleted is deleted here', async () => {
    const [deed, will] = await putDocuments('Deed', 'Will');
    await keep();
    await db.documents.delete(deed?.uuid ?? '');
    await fetchOfflineFiles(ports);
    expect((await here()).every((path) => path.includes(will?.uuid ?? ''))).toBe(true);
    expect((await offlineRoom(db)).used).toBe(2 * BYTES);
  });

  it('of a deal whose files were archived and removed is deleted, and not reported as missing', async () => {
    await putDocuments('Deed', 'Will');
    await keep();
    const [gone] = await putDocuments('Lease');
    const archivedFilesUrl = `/api/archives/${birch.uuid}/files.zip`;
    await db.transactions.update(birch.uuid, { archivedFilesUrl });
    answer = async () => new Response('', { status: 404 });
    asked = [];
    await fetchOfflineFiles(ports);
    expect(asked).toEqual([]);
    expect(await here()).toEqual([]);
    expect(await standing()).toMatchObject({ total: 0, here: 0, stop: null });
    expect((await keepingWork(db, await keptDeals(db))).pending).toBe(false);
    expect((await offlineRoom(db)).used).toBe(0);
    // A removal can't be undone, but a backup may have been restored.
    await db.transactions.update(birch.uuid, { archivedFilesUrl: null });
    answer = async (path) => fileAt(path);
    await fetchOfflineFiles(ports);
    expect(await here()).toContain(gone?.pdfUrl);
  });

  it('that the user deleted stays until the server confirms it', async () => {
    const [deed] = await putDocuments('Deed');
    if (!deed) throw new Error('no document');
    await keep();
    await db.documents.delete(deed.uuid);
    await db.base.put({ table: 'documents', key: deed.uuid, lane: birch.uuid, row: deed });
    await fetchOfflineFiles(ports);
    expect(await here()).toContain(deed.pdfUrl);
  });
});

describe('[KEEP5] the files of an offline deal', () => {
  it('are deleted when the user removes the offline copy', async () => {
    await putDocuments('Deed');
    await keep();
    await releaseDeal(db, birch.uuid);
    expect(await disk.keys()).not.toContainEqual(expect.stringContaining('kept'));
    expect(await offlineRoom(db)).toMatchObject({ deals: 0, used: 0 });
    expect(await standing()).toBeUndefined();
  });

  it('do not return with a request that was pending when the copy was removed', async () => {
    await putDocuments('Deed', 'Will');
    answer = async (path) => {
      await releaseDeal(db, birch.uuid);
      return fileAt(path);
    };
    await keep();
    expect(asked).toHaveLength(1);
    expect(await here()).toEqual([]);
    expect((await offlineRoom(db)).used).toBe(0);
  });

  it('do not return with a request that was pending at sign-out, and are fetched again after the next sign-in', async () => {
    await putDocuments('Deed', 'Will');
    let active = true;
    ports = { ...ports, isActive: async () => active };
    answer = async (path) => {
      active = false;
      await forgetOfflineFiles(db.userId, [birch.uuid]);
      return fileAt(path);
    };
    await keep();
    expect(asked).toHaveLength(1);
    expect(await here()).toEqual([]);
    active = true;
    answer = async (path) => fileAt(path);
    await fetchOfflineFiles(ports);
    expect(await standing()).toMatchObject({ total: 2, here: 2 });
  });
});

describe('[KEEP6] the state of an offline deal', () => {
  it('is read from the cache, so an evicted file is not reported as here', async () => {
    const [deed, will] = await putDocuments('Deed', 'Will');
    await keep();
    expect(await standing()).toMatchObject({ total: 2, here: 2 });
    const evict = async (path = '') => {
      await (await disk.open(offlineCacheName(db.userId, birch.uuid, path))).delete(path);
    };
    await evict(`${deed?.pdfUrl}`);
    expect(await standing()).toMatchObject({ total: 2, here: 1 });
    await evict(will?.thumbnails?.['png-144']?.[0]);
    answer = async () => Promise.reject(new TypeError('Failed'));
    await fetchOfflineFiles(ports);
    expect(await standing(), 'pictures are counted when it is fetched').toMatchObject({ total: 2, here: 0 });
    answer = async (path) => fileAt(path);
    await fetchOfflineFiles(ports);
    expect(await standing()).toMatchObject({ total: 2, here: 2 });
  });

  it('counts documents that are being converted and those that could not be', async () => {
    await putDocuments('Deed');
    const converting = { conversionFinishedAt: null, conversionStatus: 'processing' as const };
    const failed = { ...converting, conversionStatus: 'error' as const, errorMessage: 'It is damaged.' };
    await db.documents.bulkPut([
      { ...newDocumentRow(birch.uuid), ...converting },
      { ...newDocumentRow(birch.uuid), ...failed },
    ]);
    await keep();
    expect(await standing()).toMatchObject({ total: 1, here: 1, preparing: 1, failed: 1 });
  });

  it('says that no document can be read without the viewer', async () => {
    await putDocuments('Deed');
    const precache = await disk.open('workbox-precache-v2-https://counterpart.test/');
    const listOf = (...paths: string[]) => new Response(JSON.stringify(paths));
    const [library, own, worker] = [
      '/assets/pdfjs-x.js',
      '/assets/pdfjs-1/files.json',
      '/assets/pdfjs-1/w.mjs',
    ];
    await precache.put('/offline-files.json?revision=1', listOf(library, own));
    const given = (path: string) => (path === own ? listOf(worker) : fileAt(path));
    answer = async (path) => (path === worker ? new Response('', { status: 500 }) : given(path));
    await keep();
    expect(await standing()).toMatchObject({ here: 1, viewer: false, stop: 'trouble' });
    answer = async (path) => given(path);
    await fetchOfflineFiles(ports);
    expect(asked.filter((path) => path.startsWith('/assets/'))).toEqual([library, own, worker, worker]);
    expect(await standing()).toMatchObject({ here: 1, viewer: true });
  });
});

describe('with a device lock', () => {
  it('[LOCK4] fetched files are sealed, and counted by their original size', async () => {
    await lockEmptyDevice(db);
    const [deed] = await putDocuments('Deed');
    await keep();
    const url = new URL(`${deed?.pdfUrl}`, ORIGIN);
    const kept = await (await disk.open(offlineCacheName(db.userId, birch.uuid, url.pathname))).match(url);
    expect(await kept?.text()).not.toContain('xxx');
    expect(await (await offlineFile(db, url.pathname))?.text()).toBe('x'.repeat(BYTES));
    expect(await standing()).toMatchObject({ total: 1, here: 1, bytes: 2 * BYTES });
  });

  it('[LOCK4] a locked device fetches and deletes nothing, and after unlocking only missing files are fetched', async () => {
    await lockEmptyDevice(db);
    await putDocuments('Deed');
    await keep();
    const before = await here();
    lockDevice(db);
    await putDocuments('Lease');
    asked = [];
    await fetchOfflineFiles(ports);
    expect([asked, await here(), await offlineStop(db)]).toEqual([[], before, null]);
    await unlockDevice(db, PASSPHRASE);
    await fetchOfflineFiles(ports);
    expect(asked).toHaveLength(2);
    expect(await here()).toHaveLength(4);
  });

  it('[LOCK4] fetching stops if the device is locked in the meantime', async () => {
    await lockEmptyDevice(db);
    await putDocuments('Deed');
    answer = async (path) => {
      lockDevice(db);
      return fileAt(path);
    };
    await keep();
    expect([asked.length, await here(), await offlineStop(db)]).toEqual([1, [], null]);
  });
});
