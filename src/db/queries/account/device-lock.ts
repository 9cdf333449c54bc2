import type { MirrorDatabase } from '../../database.ts';
import { deviceLock, lockWork, type DeviceLock, type LockWork } from '../../lock/device-lock.ts';
import { answerFromPage, findKey, heldKey, subscribeKey } from '../../lock/held-key.ts';

/** The lock of this device, or null. */
export async function lockOf(db: MirrorDatabase): Promise<DeviceLock | null> {
  return deviceLock(db);
}

/** How far what is here has been brought into the lock's form; null = nothing is being done, or all is. */
export async function lockWorkOf(db: MirrorDatabase): Promise<LockWork | null> {
  return lockWork(db);
}

/** Whether this browser can encrypt: only pages by HTTPS or of this machine can. */
export function canLock(): boolean {
  return 'subtle' in crypto;
}

/** Whether this page has the key of the lock. */
export function isUnlocked(db: MirrorDatabase, lock: Pick<DeviceLock, 'id'>): boolean {
  return heldKey(db.userId, lock) !== null;
}

/** Subscribes to the locking and unlocking of this page. Returns an unsubscribe function. */
export function subscribeUnlocked(db: MirrorDatabase, listener: () => void): () => void {
  return subscribeKey(db.userId, listener);
}

/** This page tells other tabs, and the workers, the key that it has. */
export function answerForKeys(): void {
  answerFromPage();
}

/** Asks the other tabs for the key, as a page that has just begun. Resolves when one has answered, or none does. */
export async function askForKey(db: MirrorDatabase, lock: DeviceLock): Promise<void> {
  await findKey(db.userId, lock, true);
}
