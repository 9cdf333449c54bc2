import { subscribeLock, notifyLock } from '../change-sets.ts';
import type { MirrorDatabase } from '../database.ts';
import { deviceLock, type DeviceLock } from './device-lock.ts';

/**
 * The key of the device's lock, only in memory (SPEC: LOCK2). A page has it once the user has unlocked it there, and gives it
 * to contexts that ask: another tab, the sync worker, the service worker. Those never pass it on, so the key is gone once the
 * last page is closed.
 */
interface HeldKey {
  lock: string;
  key: CryptoKey;
}

/** How long a context waits for a page that has the key, milliseconds. */
const ASK_MS = 1000;

/** How long a page waits before it says that it is locked, in milliseconds. A later reply still unlocks it. */
const PAGE_ASKS_MS = 300;

const held = new Map<string, HeldKey>();
const followed = new Map<string, Set<() => void>>();
let answering = false;
let forgetting = false;

/** This context is a page: it gives its key to contexts that ask. */
export function answerFromPage(): void {
  answering = true;
}

/** This context outlives pages. If a page starts and no context answers it, no page is unlocked. */
export function forgetWithoutPages(): void {
  forgetting = true;
}

/** Stores the key in memory, and sends it to every context of the user. */
export function holdKey(userId: string, { id }: Pick<DeviceLock, 'id'>, key: CryptoKey): void {
  listenersOf(userId);
  notifyLock(userId, { kind: 'key', lock: id, key });
}

/** Makes every context drop the key. */
export function dropKey(userId: string): void {
  listenersOf(userId);
  notifyLock(userId, { kind: 'lock' });
}

/** The page is suspended and won't be notified of locking, so it has no key when it returns, unless another page sends one. */
export function forgetKeys(): void {
  held.clear();
  for (const listeners of followed.values()) for (const listener of listeners) listener();
}

/** The page is back. */
export function askForKeysAgain(): void {
  for (const userId of followed.keys()) notifyLock(userId, { kind: 'ask', page: false });
}

/** The key of this lock, if this context has it. */
export function heldKey(userId: string, { id }: Pick<DeviceLock, 'id'>): CryptoKey | null {
  listenersOf(userId);
  const own = held.get(userId);
  return own?.lock === id ? own.key : null;
}

/** The same, but asks pages that have the key if this context lacks it. `page`: whether a page asks, at its start. */
export async function findKey(
  userId: string,
  lock: Pick<DeviceLock, 'id'>,
  page = false,
): Promise<CryptoKey | null> {
  const own = heldKey(userId, lock);
  if (own) return own;
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopHearing();
      resolve(heldKey(userId, lock));
    };
    const timer = setTimeout(end, page ? PAGE_ASKS_MS : ASK_MS);
    const stopHearing = subscribeKey(userId, () => heldKey(userId, lock) && end());
    notifyLock(userId, { kind: 'ask', page });
  });
}

/** Subscribes to the key being set or dropped. Returns an unsubscribe function. */
export function subscribeKey(userId: string, listener: () => void): () => void {
  const listeners = listenersOf(userId);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How bytes are stored now: unchanged; sealed with a key; or not at all, because the device is locked. */
export type Keeping =
  | { form: 'plain' }
  | { form: 'sealed'; lock: string; key: CryptoKey }
  | { form: 'locked' };

export async function keepingNow(db: MirrorDatabase): Promise<Keeping> {
  const lock = await deviceLock(db);
  if (lock?.state !== 'on') return { form: 'plain' };
  const key = await findKey(db.userId, lock);
  return key ? { form: 'sealed', lock: lock.id, key } : { form: 'locked' };
}

/** Returns the key that opens sealed data here; null = the device is locked. */
export async function keyToOpen(db: MirrorDatabase): Promise<CryptoKey | null> {
  const lock = await deviceLock(db);
  return lock && findKey(db.userId, lock);
}

/**
 * Returns whether the lock denies this context its data. Requests the key without waiting for it: `subscribeKey`
 * reports it.
 */
export async function isLockedOut(db: MirrorDatabase): Promise<boolean> {
  const { userId } = db;
  const lock = await deviceLock(db);
  if (!lock || heldKey(userId, lock)) return false;
  notifyLock(userId, { kind: 'ask', page: false });
  return true;
}

function listenersOf(userId: string): Set<() => void> {
  const existing = followed.get(userId);
  if (existing) return existing;
  const listeners = new Set<() => void>();
  followed.set(userId, listeners);
  const change = (own: HeldKey | null) => {
    if (own) held.set(userId, own);
    else held.delete(userId);
    for (const listener of listeners) listener();
  };
  subscribeLock(userId, (message) => {
    const own = held.get(userId);
    switch (message.kind) {
      case 'key':
        if (own?.lock !== message.lock) change(message);
        return;
      case 'lock':
        return change(null);
      case 'ask':
        if (own && answering) notifyLock(userId, { kind: 'key', ...own });
        else if (own && forgetting && message.page) change(null);
    }
  });
  return listeners;
}
