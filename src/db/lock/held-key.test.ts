import { afterEach, beforeEach, expect, it } from 'vitest';
import { keyOf, lockEmptyDevice } from '../../../tests/support/locked-device.ts';
import { announceWork, type LockMessage } from '../change-sets.ts';
import { MirrorDatabase } from '../database.ts';
import { newUuid } from '../uuid.ts';
import type { DeviceLock } from './device-lock.ts';
import { answerFromPage, forgetWithoutPages, heldKey } from './held-key.ts';

let db: MirrorDatabase;
let lock: DeviceLock;
/** Another context of the user, and its messages about the lock. */
let other: BroadcastChannel;
let heard: string[];

beforeEach(async () => {
  db = new MirrorDatabase(newUuid(), 'relaxed');
  lock = await lockEmptyDevice(db);
  other = new BroadcastChannel(`counterpart-${db.userId}`);
  heard = [];
  other.addEventListener('message', ({ data }: MessageEvent<{ kind: string; message: LockMessage }>) => {
    heard.push(data.kind === 'device-lock' ? data.message.kind : data.kind);
  });
});
afterEach(async () => {
  other.close();
  await db.delete();
});

/** The other context sends it, and has received all replies. */
async function told(message: LockMessage): Promise<void> {
  const key = await keyOf(db);
  other.postMessage({ kind: 'device-lock', message });
  const [before, marker] = [heard.length, newUuid()];
  // Messages arrive in order, so when this key arrives, everything before it has arrived.
  other.postMessage({ kind: 'device-lock', message: { kind: 'key', lock: marker, key } });
  await expect.poll(() => heldKey(db.userId, { id: marker })).not.toBeNull();
  announceWork(db.userId);
  await expect.poll(() => heard.slice(before)).toContain('wake');
}

// One after another, because a context's role never changes back.
it('[LOCK2] a worker never passes the key on', async () => {
  await told({ kind: 'ask', page: true });
  expect(heard).toEqual(['wake']);
});

it('[LOCK2] the service worker drops the key when a page starts, but not when a worker asks', async () => {
  forgetWithoutPages();
  other.postMessage({ kind: 'device-lock', message: { kind: 'ask', page: false } satisfies LockMessage });
  announceWork(db.userId);
  await expect.poll(() => heard).toEqual(['wake']);
  expect(heldKey(db.userId, lock)).not.toBeNull();
  other.postMessage({ kind: 'device-lock', message: { kind: 'ask', page: true } satisfies LockMessage });
  await expect.poll(() => heldKey(db.userId, lock)).toBeNull();
});

it('[LOCK2] an unlocked page gives the key to any page that asks, and keeps it', async () => {
  answerFromPage();
  await told({ kind: 'ask', page: true });
  expect(heard).toEqual(['key', 'wake']);
});

it('[LOCK2] locking in another tab locks this one', async () => {
  other.postMessage({ kind: 'device-lock', message: { kind: 'lock' } satisfies LockMessage });
  await expect.poll(() => heldKey(db.userId, lock)).toBeNull();
});
