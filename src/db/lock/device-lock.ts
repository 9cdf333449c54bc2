import type { MirrorDatabase } from '../database.ts';
import { stagingLock } from '../queries/documents/staging.ts';
import type { WrappedKey } from './wrapped-key.ts';

/**
 * The lock of this device, as stored in `meta` (SPEC: LOCK):
 *
 * none ──▶ on ──▶ ending ──▶ none
 *
 * `ending`: new bytes are kept as they are, and what is sealed is being opened for good.
 */
export interface DeviceLock {
  /** Each key has a new one. */
  id: string;
  state: 'on' | 'ending';
  /** Whether all data here is in the form that the state requires. */
  settled: boolean;
  wrapped: WrappedKey;
  /** The idle time after which it locks, milliseconds; null = never. */
  idleMs: number | null;
}

const LOCK_KEY = 'device-lock';
const TRIES_KEY = 'device-lock-tries';
const WORK_KEY = 'device-lock-work';

/** Returns whether an entry of `meta` belongs to the lock. Without these entries, sealed data can't be opened. */
export function isOfLock(key: string): boolean {
  return key === LOCK_KEY || key === TRIES_KEY || key === WORK_KEY;
}

/** Returns the lock, or null. */
export async function deviceLock(db: MirrorDatabase): Promise<DeviceLock | null> {
  const value = (await db.meta.get(LOCK_KEY))?.value;
  return isLock(value) ? value : null;
}

export async function noteLock(db: MirrorDatabase, lock: DeviceLock): Promise<void> {
  await db.meta.put({ key: LOCK_KEY, value: lock });
}

/**
 * Changes the current lock, in a transaction over `meta` or on its own; a lock that was removed in the meantime stays
 * removed. Returns whether it changed anything.
 */
export async function changeLock(
  db: MirrorDatabase,
  id: string,
  change: Partial<Omit<DeviceLock, 'id'>>,
): Promise<boolean> {
  return db.transaction('rw', db.meta, async () => {
    const lock = await deviceLock(db);
    if (lock?.id !== id) return false;
    await noteLock(db, { ...lock, ...change });
    return true;
  });
}

export async function forgetLock(db: MirrorDatabase): Promise<void> {
  await db.meta.bulkDelete([LOCK_KEY, TRIES_KEY, WORK_KEY]);
}

/** Runs the work while nobody copies files to this device, because the lock determines how they are stored. */
export async function whileNothingIsStaged<Result>(
  db: MirrorDatabase,
  work: () => Promise<Result>,
): Promise<Result> {
  return navigator.locks.request(stagingLock(db.userId), work);
}

/** Incorrect passphrases since the last correct one, and when the last was tried, epoch milliseconds. */
export interface LockTries {
  wrong: number;
  at: number;
}

export async function lockTries(db: MirrorDatabase): Promise<LockTries> {
  const value = (await db.meta.get(TRIES_KEY))?.value;
  return hasNumbers(value, 'wrong', 'at') ? value : { wrong: 0, at: 0 };
}

export async function noteTries(db: MirrorDatabase, tries: LockTries): Promise<void> {
  await db.meta.put({ key: TRIES_KEY, value: tries });
}

/**
 * How much of the data here has been converted to the form that the lock requires. `stop` is why the conversion has stopped.
 */
export interface LockWork {
  done: number;
  total: number;
  stop: 'no_room' | 'trouble' | null;
}

export async function lockWork(db: MirrorDatabase): Promise<LockWork | null> {
  const value = (await db.meta.get(WORK_KEY))?.value;
  if (!hasNumbers(value, 'done', 'total')) return null;
  const stop = 'stop' in value && (value.stop === 'no_room' || value.stop === 'trouble') ? value.stop : null;
  return { done: value.done, total: value.total, stop };
}

export async function noteWork(db: MirrorDatabase, work: LockWork | null): Promise<void> {
  if (work) await db.meta.put({ key: WORK_KEY, value: work });
  else await db.meta.delete(WORK_KEY);
}

function isLock(value: unknown): value is DeviceLock {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value) || !('state' in value) || !('wrapped' in value) || !('settled' in value)) return false;
  const { id, state, wrapped } = value;
  return typeof id === 'string' && (state === 'on' || state === 'ending') && isWrapped(wrapped);
}

function isWrapped(value: unknown): value is WrappedKey {
  if (!hasNumbers(value, 'rounds')) return false;
  return ['salt', 'iv', 'bytes'].every((name) => Reflect.get(value, name) instanceof Uint8Array);
}

function hasNumbers<Name extends string>(
  value: unknown,
  ...names: readonly Name[]
): value is Record<Name, number> {
  if (typeof value !== 'object' || value === null) return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'number');
}
