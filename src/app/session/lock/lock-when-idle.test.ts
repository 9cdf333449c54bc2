import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { lockEmptyDevice } from '../../../../tests/support/locked-device.ts';
import { announceWork } from '../../../db/change-sets.ts';
import { MirrorDatabase } from '../../../db/database.ts';
import type { DeviceLock } from '../../../db/lock/device-lock.ts';
import { heldKey } from '../../../db/lock/held-key.ts';
import { stagingLock } from '../../../db/queries/documents/staging.ts';
import { newUuid } from '../../../db/uuid.ts';
import { lockWhenIdle } from './lock-when-idle.ts';

const MINUTE = 60_000;
const CHECK_MS = 10_000;

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
  stop = lockWhenIdle(db, { id: lock.id, idleMs: 15 * MINUTE });
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

/** Lets the time pass, and waits for what the checks in that time have started. */
async function pass(ms = CHECK_MS): Promise<void> {
  vi.advanceTimersByTime(ms);
  for (let n = 0; n < 3; n += 1) await navigator.locks.query();
}

function use(): void {
  window.dispatchEvent(new Event('keydown'));
}

it('[LOCK2] the device locks after the idle time, and not before', async () => {
  await pass(14 * MINUTE);
  use();
  await pass(14 * MINUTE);
  expect(isOpen()).toBe(true);
  await pass(MINUTE);
  expect(isOpen()).toBe(false);
});

it('[LOCK2] activity in another tab counts, even for a tab that was asleep', async () => {
  vi.setSystemTime(Date.now() + 60 * MINUTE);
  const other = lockWhenIdle(db, { id: lock.id, idleMs: 15 * MINUTE });
  await pass();
  expect(isOpen()).toBe(true);
  other();
});

it('[LOCK2] a computer that was asleep is locked by the first activity', async () => {
  vi.setSystemTime(Date.now() + 60 * MINUTE);
  use();
  await pass(0);
  expect(isOpen()).toBe(false);
});

it('[LOCK2] a clock that was set back does not extend the idle time', async () => {
  vi.setSystemTime(Date.now() - 60 * MINUTE);
  await pass();
  expect(isOpen()).toBe(false);
});

it('[LOCK2] a device that is already locked sends no message', async () => {
  await pass(16 * MINUTE);
  const received: string[] = [];
  const other = new BroadcastChannel(`counterpart-${db.userId}`);
  other.addEventListener('message', ({ data }: MessageEvent<{ kind: string }>) => received.push(data.kind));
  await pass(16 * MINUTE);
  announceWork(db.userId);
  await expect.poll(() => received).toContain('wake');
  expect(received).toEqual(['wake']);
  other.close();
});

it('[LOCK2] the device does not lock while a tab copies files to it', async () => {
  let done = () => undefined as void;
  const copied = navigator.locks.request(
    stagingLock(db.userId),
    { mode: 'shared' },
    async () => new Promise<void>((resolve) => (done = resolve)),
  );
  await pass(40 * MINUTE);
  expect(isOpen()).toBe(true);
  done();
  await copied;
  await pass(16 * MINUTE);
  expect(isOpen()).toBe(false);
});
