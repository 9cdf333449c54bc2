import { useSyncExternalStore } from 'react';
import type { UploadsTag } from '../../../workers/service-worker-messages.ts';

/** Whether the browser has agreed to wake the service worker. */
let willWake = false;
const listeners = new Set<() => void>();

/** Asks the browser to wake the service worker once there is a connection (Chromium only, and only if allowed). */
export async function requestBackgroundSync(): Promise<void> {
  // If it is not allowed, uploads continue when the user comes back.
  willWake = await register('uploads').catch(() => false);
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
 * Returns whether uploads continue without an open page. Online, they do for the few minutes that the browser lets the service
 * worker live; offline, only if the browser has agreed to wake it.
 */
export function continuesInBackground(offline: boolean): boolean {
  if (offline) return willWake;
  // Some browsers have no service workers in private windows.
  return (
    'SyncManager' in window && 'serviceWorker' in navigator && navigator.serviceWorker.controller !== null
  );
}

/** Like `continuesInBackground`, for a component. It renders again when the browser's answer arrives. */
export function useContinuesInBackground(offline: boolean): boolean {
  return useSyncExternalStore(subscribe, () => continuesInBackground(offline));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The Background Sync API, which only Chromium has. */
interface SyncManager {
  register(tag: UploadsTag): Promise<void>;
}

function isSyncManager(value: unknown): value is SyncManager {
  return typeof value === 'object' && value !== null && 'register' in value;
}
