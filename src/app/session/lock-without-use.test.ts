import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lockEmptyDevice } from '../../../tests/support/locked-device.ts';
import { MirrorDatabase } from '../../db/database.ts';
import type { DeviceLock } from '../../db/lock/device-lock.ts';
import { heldKey } from '../../db/lock/held-key.ts';
import { hearUse } from '../../db/queries/device-lock.ts';
import { newUuid } from '../../db/uuid.ts';
import { whileCopying } from '../upload-queue/copying.ts';
import { lockWithoutUse } from './lock-without-use.ts';

const MINUTE = 60_000;

let db: MirrorDatabase;
let lock: DeviceLock;
let stop: () => void;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  lock = await lockEmptyDevice(db);
  vi.stubGlobal('window', new EventTarget());
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  stop = lockWithoutUse(db, 15 * MINUTE);
});
afterEach(async () => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await db.delete();
});

function isOpen(): boolean {
  return heldKey(db.userId, lock) !== null;
}

function use(): void {
  window.dispatchEvent(new Event('keydown'));
}

it('[LOCK2] the device locks after the time without use, and not before', () => {
  vi.advanceTimersByTime(14 * MINUTE);
  use();
  vi.advanceTimersByTime(14 * MINUTE);
  expect(isOpen()).toBe(true);
  vi.advanceTimersByTime(MINUTE);
  expect(isOpen()).toBe(false);
});

it('[LOCK2] what is done in another tab is use', async () => {
  vi.advanceTimersByTime(14 * MINUTE);
  const heard = new Promise<void>((resolve) => void hearUse(db, resolve));
  const other = new BroadcastChannel(`counterpart-${db.userId}`);
  other.postMessage({ kind: 'device-lock', message: { kind: 'used' } });
  await heard;
  other.close();
  vi.advanceTimersByTime(14 * MINUTE);
  expect(isOpen()).toBe(true);
});

it('[LOCK2] that a tab is used is told to the others', async () => {
  const other = new BroadcastChannel(`counterpart-${db.userId}`);
  const heard = new Promise<unknown>((resolve) =>
    other.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data), { once: true }),
  );
  use();
  expect(await heard).toEqual({ kind: 'device-lock', message: { kind: 'used' } });
  other.close();
});

it('[LOCK2] a machine that slept is locked by the first that is done on it', () => {
  vi.setSystemTime(Date.now() + 60 * MINUTE);
  use();
  expect(isOpen()).toBe(false);
});

it('[LOCK2] it does not lock while files are being copied to it', async () => {
  let done = () => undefined as void;
  const copied = whileCopying(async () => new Promise<void>((resolve) => (done = resolve)));
  vi.advanceTimersByTime(40 * MINUTE);
  expect(isOpen()).toBe(true);
  done();
  await copied;
  vi.advanceTimersByTime(16 * MINUTE);
  expect(isOpen()).toBe(false);
});
