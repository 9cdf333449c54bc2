import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keyOf, activeLock, PASSPHRASE } from '../../../tests/support/locked-device.ts';
import { MemoryCaches } from '../../../tests/support/memory-caches.ts';
import { newFileRow } from '../../../tests/support/rows.ts';
import { endDeviceLock, setDeviceLock, unlockDevice } from '../../db/commands/account/device-lock.ts';
import { lockDevice } from '../../db/commands/account/lock-device.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { documentCacheName, offlineCacheName, thumbnailCacheName } from '../../db/offline/file-caches.ts';
import { deviceLock, lockWork } from '../../db/lock/device-lock.ts';
import { openFileCache, SEALED_HEADER } from '../../db/lock/file-cache.ts';
import { sealResponse } from '../../db/lock/sealed-responses.ts';
import { stagedBytes } from '../../db/lock/staged-bytes.ts';
import { wipeLock } from '../../db/lock/wipe-lock.ts';
import { newUuid } from '../../db/uuid.ts';
import { bringInForm } from './bring-in-form.ts';
import { asideKey } from './left-to-turn.ts';

const ORIGIN = 'https://counterpart.test';
const DEED = '%PDF-1.7 Escrow Agreement';
const full = () => new DOMException('The disk is full.', 'QuotaExceededError');

let db: MirrorDatabase;
let disk: MemoryCaches;
/** The cached files: the cache of each, its path and its text. */
let kept: { cache: string; path: string; text: string }[];
let uuids: string[];

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  disk = new MemoryCaches();
  vi.stubGlobal('caches', disk);
  const pdf = '/api/files/deed/hash/pdf';
  const picture = '/api/files/deed/hash/png-144/1.png';
  kept = [
    { cache: offlineCacheName(db.userId, 'birch', pdf), path: pdf, text: `${DEED} kept` },
    { cache: offlineCacheName(db.userId, 'birch', picture), path: picture, text: 'PNG' },
    { cache: documentCacheName(db.userId), path: '/api/files/note/hash/pdf', text: `${DEED} opened` },
    { cache: thumbnailCacheName(db.userId), path: '/api/files/note/hash/png-144/1.png', text: 'PNG seen' },
  ];
  for (const { cache, path, text } of kept) {
    const headers = { 'content-type': 'application/pdf', 'content-length': String(text.length) };
    await (await disk.open(cache)).put(new URL(path, ORIGIN), new Response(text, { headers }));
  }
  const files = [newFileRow('birch', {}), newFileRow('birch', {})];
  uuids = files.map(({ uuid }) => uuid);
  await db.files.bulkAdd(files);
  await db.fileBytes.bulkAdd(
    uuids.map((uuid) => ({ uuid, bytes: new Blob([`${DEED} ${uuid}`], { type: 'application/pdf' }) })),
  );
});
afterEach(async () => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  await db.delete();
});

/** Returns everything on the disk, as anyone could read it there. */
async function raw(): Promise<string[]> {
  const files = await Promise.all((await db.fileBytes.toArray()).map(async ({ bytes }) => bytes.text()));
  const cached: string[] = [];
  for (const name of await disk.keys()) {
    const cache = await disk.open(name);
    for (const request of await cache.keys()) cached.push(await (await cache.match(request))!.text());
  }
  return [...files, ...cached];
}

async function plainOnDisk(): Promise<number> {
  return (await raw()).filter((text) => /Escrow|PNG/.test(text)).length;
}

/** Returns what the app reads. */
async function read(): Promise<(string | undefined)[]> {
  const files = uuids.map(async (uuid) => {
    const bytes = await stagedBytes(db, uuid);
    return bytes && Buffer.from(await bytes.arrayBuffer()).toString();
  });
  const cached = kept.map(async ({ cache, path }) =>
    (await (await openFileCache(db, cache)).match(new URL(path, ORIGIN)))?.text(),
  );
  return Promise.all([...files, ...cached]);
}

function allOfIt(): string[] {
  return [...uuids.map((uuid) => `${DEED} ${uuid}`), ...kept.map(({ text }) => text)];
}

async function setLock(): Promise<void> {
  await setDeviceLock(db, PASSPHRASE, null);
}

describe('[LOCK6] turning the lock on and off', () => {
  it('seals all files, and decrypts them for good', async () => {
    await setLock();
    expect(await plainOnDisk()).toBe(6);
    expect(await read()).toEqual(allOfIt());
    await bringInForm(db);
    expect(await plainOnDisk()).toBe(0);
    expect(await raw()).toHaveLength(6);
    expect(await deviceLock(db)).toMatchObject({ state: 'on', settled: true });
    expect(await read()).toEqual(allOfIt());

    await endDeviceLock(db, PASSPHRASE);
    await bringInForm(db);
    expect([await deviceLock(db), await lockWork(db)]).toEqual([null, null]);
    expect(await plainOnDisk()).toBe(6);
    expect(await read()).toEqual(allOfIt());
    expect((await db.fileBytes.get(uuids[0]!))?.bytes.type).toBe('application/pdf');
  });

  it.each(['on', 'off'])('continues after a worker was killed in the middle: %s', async (way) => {
    await setLock();
    if (way === 'off') {
      await bringInForm(db);
      await endDeviceLock(db, PASSPHRASE);
    }
    // The device locks midway, so that each run converts only a file or two.
    let looks = 0;
    const look = <Row extends { key: string } | undefined>(row: Row): Row => {
      if (row?.key === 'device-lock' && (looks += 1) === 4) lockDevice(db);
      return row;
    };
    let runs = 0;
    for (; (await deviceLock(db))?.settled === false && runs < 12; runs += 1) {
      db.meta.hook('reading', look);
      await bringInForm(db);
      db.meta.hook('reading').unsubscribe(look);
      looks = 0;
      await unlockDevice(db, PASSPHRASE);
      expect(await read()).toEqual(allOfIt());
    }
    expect(runs).toBeGreaterThan(2);
    await bringInForm(db);
    expect(await plainOnDisk()).toBe(way === 'on' ? 0 : 6);
    expect(await read()).toEqual(allOfIt());
  });

  it('uses a copy that was set aside when the browser was closed: nothing is lost or left behind', async () => {
    await setLock();
    const [first] = kept;
    const { id } = await activeLock(db);
    const request = new URL(first!.path, ORIGIN);
    const cache = await disk.open(first!.cache);
    const sealed = sealResponse(
      { lock: id, key: await keyOf(db) },
      first!.path,
      (await cache.match(request))!,
    );
    await (await disk.open(`counterpart-aside-${db.userId}/${first!.cache}`)).put(request, sealed);
    await cache.delete(request);
    await db.fileBytes.put({ uuid: asideKey(uuids[0]!), bytes: new Blob(['half of it']) });
    await bringInForm(db);
    expect(await read()).toEqual(allOfIt());
    expect(await raw()).toHaveLength(6);
    expect(await disk.keys()).toHaveLength(4);
  });

  it.each([
    ['the cache', () => (disk.hasRoom = () => false)],
    [
      'the database',
      () =>
        db.fileBytes.hook('creating', () => {
          throw full();
        }),
    ],
  ])('reports that %s is full, loses nothing, and continues once there is room', async (_what, fill) => {
    vi.spyOn(console, 'error').mockReturnValue();
    await setLock();
    fill();
    await bringInForm(db);
    expect(await lockWork(db)).toMatchObject({ stop: 'no_room' });
    expect(await deviceLock(db)).toMatchObject({ settled: false });
    expect(await read()).toEqual(allOfIt());
    disk.hasRoom = () => true;
    db.fileBytes.hook('creating').subscribers.length = 0;
    db.close();
    db = new MirrorDatabase(db.userId, 'relaxed');
    await bringInForm(db);
    expect(await plainOnDisk()).toBe(0);
    expect(await lockWork(db)).toBeNull();
    expect(await read()).toEqual(allOfIt());
  });

  it('does not restore what was sent in the meantime', async () => {
    await setLock();
    db.fileBytes.hook('creating', (key) => {
      if (key === asideKey(uuids[0]!)) void db.fileBytes.delete(uuids[0]!);
    });
    await bringInForm(db);
    expect(await db.fileBytes.toCollection().primaryKeys()).toEqual([uuids[1]]);
  });

  it.each(['on', 'off'])('verifies its copy before the original is deleted: %s', async (way) => {
    vi.spyOn(console, 'error').mockReturnValue();
    await setLock();
    if (way === 'off') {
      await bringInForm(db);
      await endDeviceLock(db, PASSPHRASE);
    }
    db.fileBytes.hook('creating', (_key, row) => {
      row.bytes = row.bytes.slice(0, -1);
    });
    await bringInForm(db);
    expect(await lockWork(db)).toMatchObject({ stop: 'trouble' });
    expect(await read()).toEqual(allOfIt());
  });

  it.each(['on', 'off'])('also verifies the files of its caches: %s', async (way) => {
    vi.spyOn(console, 'error').mockReturnValue();
    await setLock();
    if (way === 'off') {
      await bringInForm(db);
      await endDeviceLock(db, PASSPHRASE);
    }
    const open = disk.open.bind(disk);
    vi.spyOn(disk, 'open').mockImplementation(async (name) => {
      const cache = await open(name);
      if (!name.includes('aside')) return cache;
      const put = cache.put.bind(cache);
      cache.put = async (asked, response) =>
        put(asked, new Response((await response.blob()).slice(0, -1), { headers: response.headers }));
      return cache;
    });
    await bringInForm(db);
    vi.restoreAllMocks();
    expect(await lockWork(db)).toMatchObject({ stop: 'trouble' });
    expect(await read()).toEqual(allOfIt());
    expect((await disk.keys()).filter((name) => name.includes('aside'))).toEqual([]);
  });

  it('can be turned off even if some files can no longer be opened', async () => {
    await setLock();
    await bringInForm(db);
    const row = await db.fileBytes.get(uuids[0]!);
    await db.fileBytes.put({ ...row!, bytes: row!.bytes.slice(0, -1) });
    await endDeviceLock(db, PASSPHRASE);
    await bringInForm(db);
    expect(await deviceLock(db)).toBeNull();
    expect(await read()).toEqual([undefined, ...allOfIt().slice(1)]);
  });
});

describe('[LOCK4] while the device is locked', () => {
  it('no cached file can be read, added or deleted', async () => {
    await setLock();
    await bringInForm(db);
    lockDevice(db);
    const [{ cache: name, path } = kept[0]!] = kept;
    const cache = await openFileCache(db, name);
    expect(await cache.match(new URL(path, ORIGIN))).toBeUndefined();
    await expect(cache.put(new URL(path, ORIGIN), new Response('new'))).rejects.toThrow('locked');
    await unlockDevice(db, PASSPHRASE);
    expect(await read()).toEqual(allOfIt());
  });

  it('a cached file in place of another does not open', async () => {
    await setLock();
    await bringInForm(db);
    const [one, , other] = kept;
    const taken = await (await disk.open(other!.cache)).match(new URL(other!.path, ORIGIN));
    await (await disk.open(one!.cache)).put(new URL(one!.path, ORIGIN), taken!);
    const cache = await openFileCache(db, one!.cache);
    const shown = await cache.match(new URL(one!.path, ORIGIN));
    await expect(shown?.text()).rejects.toThrow('Failed to decrypt');
  });

  it('a file that is stored while the lock is being turned on doesn’t stay unsealed', async () => {
    const cache = await openFileCache(db, documentCacheName(db.userId));
    const slow = new TransformStream<Uint8Array, Uint8Array>();
    const putting = cache.put(new URL('/api/files/late/hash/pdf', ORIGIN), new Response(slow.readable));
    await setLock();
    await slow.writable.close();
    await putting;
    const opened = await disk.open(documentCacheName(db.userId));
    expect(await opened.match(new URL('/api/files/late/hash/pdf', ORIGIN))).toBeUndefined();
  });

  it('files stored later are sealed, and report their original length', async () => {
    await setLock();
    const cache = await openFileCache(db, documentCacheName(db.userId));
    const url = new URL('/api/files/new/hash/pdf', ORIGIN);
    const headers = { 'content-type': 'application/pdf', 'content-length': '25' };
    await cache.put(url, new Response(DEED, { headers }));
    const sealed = await (await disk.open(documentCacheName(db.userId))).match(url);
    expect(sealed?.headers.get(SEALED_HEADER)).toBe((await activeLock(db)).id);
    expect(await sealed?.text()).not.toContain('Escrow');
    const shown = await cache.match(url);
    expect([shown?.headers.get('content-length'), await shown?.text()]).toEqual(['25', DEED]);
  });
});

it('[LOCK7] a user who signs out leaves neither files nor a lock here', async () => {
  await setLock();
  await bringInForm(db);
  await db.rejected.add({
    id: uuids[1]!,
    lane: 'birch',
    name: 'file.upload',
    args: {},
    madeAt: '',
    rejectedAt: '',
    reason: '',
    code: '',
  });
  await db.rejected.add({
    id: newUuid(),
    lane: 'birch',
    name: 'element.move',
    args: {},
    madeAt: '',
    rejectedAt: '',
    reason: '',
    code: '',
  });
  await wipeLock(db);
  expect([await db.fileBytes.count(), await db.files.count(), await disk.keys()]).toEqual([0, 0, []]);
  expect((await db.rejected.toArray()).map(({ name }) => name)).toEqual(['element.move']);
  expect(await db.meta.where('key').startsWith('device-lock').count()).toBe(0);
});

it('[LOCK7] without a lock, a sign-out deletes nothing more than before', async () => {
  await wipeLock(db);
  expect([await db.fileBytes.count(), (await disk.keys()).length]).toEqual([2, 4]);
});
