import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lockEmptyDevice } from '../../../tests/support/locked-device.ts';
import { announceWork } from '../../db/change-sets.ts';
import { MirrorDatabase } from '../../db/database.ts';
import type { DeviceLock } from '../../db/lock/device-lock.ts';
import { heldKey } from '../../db/lock/held-key.ts';
import { stagingLock } from '../../db/queries/documents/staging.ts';
import { newUuid } from '../../db/uuid.ts';
import { lockWithoutUse } from './lock-without-use.ts';

const MINUTE = 60_000;
const LOOK_MS = 10_000;

let db: MirrorDatabase;
let lock: DeviceLock;
let stop: () => void;

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  lock = await lockEmptyDevice(db);
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('reportError', vi.fn());
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  stop = lockWithoutUse(db, { id: lock.id, idleMs: 15 * MINUTE });
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

/** The time passes, and what the looks of that time have begun is done. */
async function looked(ms = LOOK_MS): Promise<void> {
  vi.advanceTimersByTime(ms);
  for (let n = 0; n < 3; n += 1) await navigator.locks.query();
}

function use(): void {
  window.dispatchEvent(new Event('keydown'));
}

it('[LOCK2] the device locks after the time without use, and not before', async () => {
  await looked(14 * MINUTE);
  use();
  await looked(14 * MINUTE);
  expect(isOpen()).toBe(true);
  await looked(MINUTE);
  expect(isOpen()).toBe(false);
});

it('[LOCK2] what is done in another tab is use, also for a tab that slept and heard nothing of it', async () => {
  vi.setSystemTime(Date.now() + 60 * MINUTE);
  const other = lockWithoutUse(db, { id: lock.id, idleMs: 15 * MINUTE });
  await looked();
  expect(isOpen()).toBe(true);
  other();
});

it('[LOCK2] a machine that slept is locked by the first that is done on it', async () => {
  vi.setSystemTime(Date.now() + 60 * MINUTE);
  use();
  await looked(0);
  expect(isOpen()).toBe(false);
});

it('[LOCK2] a clock that was set back makes the time no longer', async () => {
  vi.setSystemTime(Date.now() - 60 * MINUTE);
  await looked();
  expect(isOpen()).toBe(false);
});

it('[LOCK2] where it is locked already nobody is told so again', async () => {
  await looked(16 * MINUTE);
  const told: string[] = [];
  const other = new BroadcastChannel(`counterpart-${db.userId}`);
  other.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => told.push(data.kind));
  await looked(16 * MINUTE);
  announceWork(db.userId);
  await expect.poll(() => told).toContain('wake');
  expect(told).toEqual(['wake']);
  other.close();
});

it('[LOCK2] it does not lock while any tab copies files to it', async () => {
  let done = () => undefined as void;
  const copied = navigator.locks.request(
    stagingLock(db.userId),
    { mode: 'shared' },
    async () => new Promise<void>((resolve) => (done = resolve)),
  );
  await looked(40 * MINUTE);
  expect(isOpen()).toBe(true);
  done();
  await copied;
  await looked(16 * MINUTE);
  expect(isOpen()).toBe(false);
});
