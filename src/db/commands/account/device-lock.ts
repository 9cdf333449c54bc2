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

/** After so many wrong passphrases each further guess has to wait. */
const FREE_GUESSES = 3;

/** The first wait; each further one is twice as long, milliseconds. */
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 5 * 60_000;

/** What came of a passphrase: `wait` for so many milliseconds before it is looked at. */
export type Tried = { outcome: 'right' } | { outcome: 'wrong' } | { outcome: 'wait'; ms: number };

/**
 * Sets a lock: from here on what is kept is sealed; what is here already is sealed behind it (src/sync/lock/). The key is known
 * to this page and those whom it tells.
 */
export async function setDeviceLock(
  db: MirrorDatabase,
  passphrase: string,
  idleMs: number | null,
): Promise<void> {
  const id = newUuid();
  const { key, wrapped } = await makeKey(passphrase, db.userId);
  await whileNothingIsStaged(db, async () => {
    // Another tab was first: its lock applies, and everyone has its key.
    if (await deviceLock(db)) return;
    // Before the lock: no tab is to be locked out by it.
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

/** Has all that is sealed opened for good; when that is done, there is no lock any more. */
export async function endDeviceLock(db: MirrorDatabase, passphrase: string): Promise<Tried> {
  return tryPassphrase(db, async ({ id, wrapped }) => {
    await unwrapKey(wrapped, passphrase, db.userId);
    await whileNothingIsStaged(db, async () => changeLock(db, id, { state: 'ending', settled: false }));
  });
}

/** After how long without use the device locks, milliseconds; null = never. */
export async function chooseIdleLock(
  db: MirrorDatabase,
  { id }: DeviceLock,
  idleMs: number | null,
): Promise<void> {
  await changeLock(db, id, { idleMs });
}

/** What could not be brought into the lock's form is to be tried again. */
export async function forgetLockTrouble(db: MirrorDatabase): Promise<void> {
  await noteWork(db, null);
}

/** Counts the guess before it is made: a tab that is closed in the middle of it has guessed. */
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

/** How long the next guess has to wait, milliseconds. A clock that was set back makes it no longer. */
export function waitAfter({ wrong, at }: LockTries, now: number): number {
  if (wrong < FREE_GUESSES) return 0;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (wrong - FREE_GUESSES), LONGEST_WAIT_MS);
  return Math.min(wait, Math.max(0, at + wait - now));
}
