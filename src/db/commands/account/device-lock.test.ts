import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockEmptyDevice, activeLock, PASSPHRASE } from '../../../../tests/support/locked-device.ts';
import { MirrorDatabase } from '../../database.ts';
import { beginSession, endSession, sessionNumber } from '../../device-database.ts';
import { deviceLock } from '../../lock/device-lock.ts';
import { findKey, forgetKeys, heldKey, isLockedOut, keepingNow } from '../../lock/held-key.ts';
import { stagingLock } from '../../queries/documents/staging.ts';
import { newUuid } from '../../uuid.ts';
import { changePassphrase, endDeviceLock, setDeviceLock, unlockDevice, waitAfter } from './device-lock.ts';
import { lockDevice, lockDeviceOfWhoLeft } from './lock-device.ts';

let db: MirrorDatabase;
beforeEach(() => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
});
afterEach(async () => {
  vi.useRealTimers();
  await db.delete();
});

it('[LOCK2] after locking, nobody has the key until the passphrase is entered', async () => {
  const lock = await lockEmptyDevice(db);
  expect(await keepingNow(db)).toMatchObject({ form: 'sealed', lock: lock.id });
  lockDevice(db);
  expect(heldKey(db.userId, lock)).toBeNull();
  expect(await isLockedOut(db)).toBe(true);
  expect(await unlockDevice(db, 'another')).toEqual({ outcome: 'wrong' });
  expect(await isLockedOut(db)).toBe(true);
  expect(await unlockDevice(db, PASSPHRASE)).toEqual({ outcome: 'right' });
  expect(await isLockedOut(db)).toBe(false);
});

it('[LOCK2] if two tabs set a lock at once, one succeeds, and nobody is locked out', async () => {
  await Promise.all([setDeviceLock(db, PASSPHRASE, null), setDeviceLock(db, 'another', null)]);
  expect(heldKey(db.userId, await activeLock(db))).not.toBeNull();
});

it('[LOCK2] the key of a user who signs out is deleted once no file is being copied, unless they have signed in again', async () => {
  const lock = await lockEmptyDevice(db);
  const account = { userId: db.userId, email: '', fullName: '', expiresAt: 0, lastUsedAt: 0 };
  await beginSession(account);
  let copied = () => undefined as void;
  const copying = navigator.locks.request(
    stagingLock(db.userId),
    { mode: 'shared' },
    async () => new Promise<void>((resolve) => (copied = resolve)),
  );
  await endSession(db.userId, (await sessionNumber(db.userId)) ?? 0);
  const leaving = lockDeviceOfWhoLeft(db);
  await beginSession(account);
  copied();
  await Promise.all([copying, leaving]);
  expect(heldKey(db.userId, lock)).not.toBeNull();

  await beginSession({ ...account, userId: newUuid() });
  await lockDeviceOfWhoLeft(db);
  expect(heldKey(db.userId, lock)).toBeNull();
});

it('[LOCK2] a page restored from the back/forward cache has no key', async () => {
  const lock = await lockEmptyDevice(db);
  forgetKeys();
  expect(heldKey(db.userId, lock)).toBeNull();
});

it('[LOCK2] neither the key nor the passphrase is on the disk', async () => {
  await lockEmptyDevice(db);
  const rows = await db.meta.toArray();
  expect(JSON.stringify(rows)).not.toContain(PASSPHRASE);
  expect(rows.some(({ value }) => value instanceof CryptoKey)).toBe(false);
  expect((await activeLock(db)).wrapped).not.toHaveProperty('key');
});

it('[LOCK2] a context without the key gets it from one that has it', async () => {
  const lock = await lockEmptyDevice(db);
  const key = heldKey(db.userId, lock);
  forgetKeys();
  const asked = findKey(db.userId, lock);
  const other = new BroadcastChannel(`counterpart-${db.userId}`);
  other.postMessage({ kind: 'device-lock', message: { kind: 'key', lock: lock.id, key: key } });
  expect((await asked)?.algorithm).toEqual({ name: 'AES-GCM', length: 256 });
  // The key of a different lock is useless.
  expect(heldKey(db.userId, { id: 'another' })).toBeNull();
  other.close();
});

it('[LOCK2] someone who knows the passphrase can change it without touching the files', async () => {
  const before = await lockEmptyDevice(db);
  expect(await changePassphrase(db, 'wrong', 'x')).toEqual({ outcome: 'wrong' });
  expect(await changePassphrase(db, PASSPHRASE, 'four loud rivers')).toEqual({ outcome: 'right' });
  expect((await activeLock(db)).id).toBe(before.id);
  lockDevice(db);
  expect(await unlockDevice(db, PASSPHRASE)).toEqual({ outcome: 'wrong' });
  expect(await unlockDevice(db, 'four loud rivers')).toEqual({ outcome: 'right' });
});

it('[LOCK2] someone who knows the passphrase can turn it off', async () => {
  await lockEmptyDevice(db);
  expect(await endDeviceLock(db, 'wrong')).toEqual({ outcome: 'wrong' });
  expect(await deviceLock(db)).toMatchObject({ state: 'on' });
  expect(await endDeviceLock(db, PASSPHRASE)).toEqual({ outcome: 'right' });
  expect(await deviceLock(db)).toMatchObject({ state: 'ending', settled: false });
});

describe('[LOCK3] guesses', () => {
  it('are delayed after three, even after a reload, until the right one is entered', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00Z') });
    await lockEmptyDevice(db);
    for (const _guess of [1, 2, 3]) expect(await unlockDevice(db, 'wrong')).toEqual({ outcome: 'wrong' });
    expect(await unlockDevice(db, PASSPHRASE)).toEqual({ outcome: 'wait', ms: 5000 });
    vi.advanceTimersByTime(4000);
    expect(await unlockDevice(db, PASSPHRASE)).toEqual({ outcome: 'wait', ms: 1000 });
    vi.advanceTimersByTime(1000);
    expect(await unlockDevice(db, 'wrong')).toEqual({ outcome: 'wrong' });
    expect(await unlockDevice(db, PASSPHRASE)).toEqual({ outcome: 'wait', ms: 10_000 });
    vi.advanceTimersByTime(10_000);
    expect(await unlockDevice(db, PASSPHRASE)).toEqual({ outcome: 'right' });
    expect(await unlockDevice(db, 'wrong')).toEqual({ outcome: 'wrong' });
  });

  it('are delayed by at most five minutes, and no longer if the clock was set back', () => {
    expect(waitAfter({ wrong: 40, at: 1000 }, 1000)).toBe(300_000);
    expect(waitAfter({ wrong: 3, at: 1_000_000 }, 1000)).toBe(5000);
    expect(waitAfter({ wrong: 3, at: 1000 }, 1_000_000)).toBe(0);
  });
});
