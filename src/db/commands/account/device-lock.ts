import { announceWork } from '../../change-sets.ts';
import type { MirrorDatabase } from '../../database.ts';
import {
  changeLock,
  deviceLock,
  lockTries,
  noteLock,
  noteTries,
  noteWork,
  whileNothingIsStaged,
  type DeviceLock,
  type LockTries,
} from '../../lock/device-lock.ts';
import { holdKey } from '../../lock/held-key.ts';
import { makeKey, rewrapKey, unwrapKey, WrongPassphraseError } from '../../lock/wrapped-key.ts';
import { newUuid } from '../../uuid.ts';

/** After this many incorrect passphrases, each further guess has to wait. */
const FREE_GUESSES = 3;

/** The first wait, in milliseconds. Each further one is twice as long. */
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** The result of a passphrase. `wait`: it can be checked after this many milliseconds. */
export type Tried = { outcome: 'right' } | { outcome: 'wrong' } | { outcome: 'wait'; ms: number };

/**
 * Sets a lock. From here on, stored data is sealed; existing data is sealed afterward (src/sync/lock/). Only this page and
 * the pages that it notifies know the key.
 */
export async function setDeviceLock(
  db: MirrorDatabase,
  passphrase: string,
  idleMs: number | null,
): Promise<void> {
  const id = newUuid();
  const { key, wrapped } = await makeKey(passphrase, db.userId);
  await whileNothingIsStaged(db, async () => {
    // Another tab was faster. Its lock applies, and every tab has its key.
    if (await deviceLock(db)) return;
    // Sent before the lock is stored, so that no tab is locked out.
    holdKey(db.userId, { id }, key);
    await noteLock(db, { id, state: 'on', settled: false, wrapped, idleMs });
  });
  announceWork(db.userId);
}

/** Unlocks this device, for all tabs. */
export async function unlockDevice(db: MirrorDatabase, passphrase: string): Promise<Tried> {
  return tryPassphrase(db, async (lock) => {
    holdKey(db.userId, lock, await unwrapKey(lock.wrapped, passphrase, db.userId));
    announceWork(db.userId);
  });
}

export async function changePassphrase(db: MirrorDatabase, from: string, to: string): Promise<Tried> {
  return tryPassphrase(db, async ({ id, wrapped }) => {
    await changeLock(db, id, { wrapped: await rewrapKey(wrapped, { from, to }, db.userId) });
  });
}

/** Starts decrypting all sealed data permanently. When that is done, the lock is removed. */
export async function endDeviceLock(db: MirrorDatabase, passphrase: string): Promise<Tried> {
  return tryPassphrase(db, async ({ id, wrapped }) => {
    await unwrapKey(wrapped, passphrase, db.userId);
    await whileNothingIsStaged(db, async () => changeLock(db, id, { state: 'ending', settled: false }));
  });
}

/** The idle time after which the device locks, milliseconds; null = never. */
export async function chooseIdleLock(
  db: MirrorDatabase,
  { id }: DeviceLock,
  idleMs: number | null,
): Promise<void> {
  await changeLock(db, id, { idleMs });
}

/** Retries data that could not be encrypted or decrypted. */
export async function forgetLockTrouble(db: MirrorDatabase): Promise<void> {
  await noteWork(db, null);
}

/** Counts the guess before it is checked, so that a guess in a tab that is closed midway also counts. */
async function tryPassphrase(db: MirrorDatabase, act: (lock: DeviceLock) => Promise<void>): Promise<Tried> {
  const lock = await deviceLock(db);
  if (!lock) return { outcome: 'right' };
  const now = Date.now();
  const counted = await db.transaction('rw', db.meta, async () => {
    const tries = await lockTries(db);
    const ms = waitAfter(tries, now);
    if (ms > 0) return { ms };
    await noteTries(db, { wrong: tries.wrong + 1, at: now });
    return { ms: 0 };
  });
  if (counted.ms > 0) return { outcome: 'wait', ms: counted.ms };
  try {
    await act(lock);
  } catch (error) {
    if (error instanceof WrongPassphraseError) return { outcome: 'wrong' };
    throw error;
  }
  await noteTries(db, { wrong: 0, at: now });
  return { outcome: 'right' };
}

/** How long the next guess has to wait, milliseconds. A clock that was set back does not make it longer. */
export function waitAfter({ wrong, at }: LockTries, now: number): number {
  if (wrong < FREE_GUESSES) return 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (wrong - FREE_GUESSES), LONGEST_WAIT_MS);
  return Math.min(wait, Math.max(0, at + wait - now));
}
