import type { MirrorDatabase } from '../../database.ts';
import { deviceLock, lockWork, type DeviceLock, type LockWork } from '../../lock/device-lock.ts';
import { answerFromPage, findKey, heldKey, subscribeKey } from '../../lock/held-key.ts';

/** The lock of this device, or null. */
export async function lockOf(db: MirrorDatabase): Promise<DeviceLock | null> {
  return deviceLock(db);
}

/** The progress of encrypting or decrypting the data here; null = nothing is being converted. */
export async function lockWorkOf(db: MirrorDatabase): Promise<LockWork | null> {
  return lockWork(db);
}

/** Returns whether this browser can encrypt: only pages over HTTPS or on this machine can. */
export function canLock(): boolean {
  return 'subtle' in crypto;
}

/** Returns whether this page has the key of the lock. */
export function isUnlocked(db: MirrorDatabase, lock: Pick<DeviceLock, 'id'>): boolean {
  return heldKey(db.userId, lock) !== null;
}

/** Subscribes to the locking and unlocking of this page. Returns an unsubscribe function. */
export function subscribeUnlocked(db: MirrorDatabase, listener: () => void): () => void {
  return subscribeKey(db.userId, listener);
}

/** Sends this page's key to other tabs and the workers. */
export function answerForKeys(): void {
  answerFromPage();
}

/** Asks the other tabs for the key, like a page that has just started. Resolves when one has answered, or when none does. */
export async function askForKey(db: MirrorDatabase, lock: DeviceLock): Promise<void> {
  await findKey(db.userId, lock, true);
}
