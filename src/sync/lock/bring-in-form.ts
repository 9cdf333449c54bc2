import type { MirrorDatabase } from '../../db/database.ts';
import { fileCachesOf } from '../../db/offline/file-caches.ts';
import {
  changeLock,
  deviceLock,
  forgetLock,
  noteWork,
  whileNothingIsStaged,
  type DeviceLock,
} from '../../db/lock/device-lock.ts';
import { dropKey, findKey } from '../../db/lock/held-key.ts';
import { leftToTurn, type Form } from './left-to-turn.ts';
import { finishCached, turnCached } from './turn-cached.ts';
import { turnStaged } from './turn-staged.ts';

/** How often progress is recorded, in files. Each record wakes its subscribers. */
const NOTED_EVERY = 20;

/**
 * Seals the data on this device, or decrypts it permanently, until everything has the form that the lock requires (SPEC:
 * LOCK6). One worker does this at a time. It can be restarted at any time, because each file shows its own form. It ends
 * early if the device is locked, or the lock has changed. A full disk or a failure is recorded.
 */
export async function bringInForm(db: MirrorDatabase): Promise<void> {
  await navigator.locks.request(`counterpart-sealing-${db.userId}`, async () => {
    const lock = await deviceLock(db);
    if (!lock || lock.settled) return;
    const key = await findKey(db.userId, lock);
    if (key) await bringAll(db, lock, { seals: lock.state === 'on', lock: lock.id, key });
  });
}

async function bringAll(db: MirrorDatabase, lock: DeviceLock, form: Form): Promise<void> {
  const counted = { done: 0, total: 0 };
  try {
    await finishCached(db.userId, await fileCachesOf(db.userId));
    for (let ended = false; !ended; ended = await end(db, lock)) {
      const left = await leftToTurn(db, form);
      counted.total = counted.done + left.length;
      for (const file of left) {
        if (!(await stands(db, lock))) return;
        if (counted.done % NOTED_EVERY === 0) await noteWork(db, { ...counted, stop: null });
        if (file.kind === 'staged') await turnStaged(db, form, file.uuid);
        else await turnCached(db.userId, form, file);
        counted.done += 1;
      }
    }
  } catch (error) {
    console.error('Failed to migrate some files to the device lock.', error);
    const isFull = error instanceof Error && /quota/i.test(`${error.name} ${error.message}`);
    // On a full disk there may be no space to record that either.
    await noteWork(db, { ...counted, stop: isFull ? 'no_room' : 'trouble' }).catch(() => undefined);
  }
}

/** Returns whether the lock is unchanged and unlocked. */
async function stands(db: MirrorDatabase, { id, state }: DeviceLock): Promise<boolean> {
  const lock = await deviceLock(db);
  return lock?.id === id && lock.state === state && (await findKey(db.userId, lock)) !== null;
}

/** Records that everything is done, unless something was added in the meantime. Returns whether nothing is left to do. */
async function end(db: MirrorDatabase, lock: DeviceLock): Promise<boolean> {
  const { id, state } = lock;
  const ended = await whileNothingIsStaged(db, async () =>
    db.transaction('rw', db.meta, db.fileBytes, async () => {
      const now = await deviceLock(db);
      if (now?.id !== id || now.state !== state) return true;
      const rows = await db.fileBytes.toArray();
      if (rows.some(({ sealed }) => (sealed === undefined) === (state === 'on'))) return false;
      if (state === 'on') await changeLock(db, id, { settled: true });
      else await forgetLock(db);
      await noteWork(db, null);
      return true;
    }),
  );
  if (ended && (await deviceLock(db)) === null) dropKey(db.userId);
  return ended;
}
