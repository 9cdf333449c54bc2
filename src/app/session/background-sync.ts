import { useSyncExternalStore } from 'react';
import type { UploadsTag } from '../../workers/service-worker-messages.ts';

/** Whether the browser has taken it on to wake the service worker. */
let taken = false;
const listeners = new Set<() => void>();

/** Asks the browser to wake the service worker once there is a network, where it can (Chromium, and allowed). */
export async function askForSync(): Promise<void> {
  // Not allowed here: the uploads go on when the person comes back.
  taken = await register('uploads').catch(() => false);
  for (const listener of listeners) listener();
}

async function register(tag: UploadsTag): Promise<boolean> {
  if (!('serviceWorker' in navigator)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration || !('sync' in registration) || !isSyncManager(registration.sync)) return false;
  await registration.sync.register(tag);
  return true;
}

/**
 * Whether uploads go on when no page is open: with a network for the minutes that this browser lets the service worker
 * live, and without one where it has taken it on to wake it.
 */
export function goesOnByItself(offline: boolean): boolean {
  if (offline) return taken;
  // Some browsers have no service workers in their private windows.
  return (
    'SyncManager' in window && 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  );
}

/** The same for a screen, also when the browser answers after it was shown. */
export function useGoesOnByItself(offline: boolean): boolean {
  return useSyncExternalStore(subscribe, () => goesOnByItself(offline));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Background Sync, which only Chromium has. */
interface SyncManager {
  register(tag: UploadsTag): Promise<void>;
}

function isSyncManager(value: unknown): value is SyncManager {
  return typeof value === 'object' && value !== null && 'register' in value;
}
