import { useEffect } from 'react';
import type { ServiceWorkerMessage, UploadsTag } from '../../workers/service-worker-messages.ts';

/** How often the service worker hears that files are on their way, ms: the browser lets it live minutes from each. */
const SAY_EVERY = 60_000;

/** Has the service worker go on with the uploads when the page is closed, and lets go of them again once it is back. */
export function useUploadsCarriedOn(underWay: boolean): void {
  useEffect(() => {
    const takeBack = () => {
      if (document.visibilityState !== 'visible') return;
      say({ type: 'take-back' });
      if (underWay) say({ type: 'carry-on' });
    };
    takeBack();
    document.addEventListener('visibilitychange', takeBack);
    return () => document.removeEventListener('visibilitychange', takeBack);
  }, [underWay]);

  useEffect(() => {
    if (!underWay) return undefined;
    const carryOn = () => say({ type: 'carry-on' });
    const timer = setInterval(carryOn, SAY_EVERY);
    window.addEventListener('pagehide', carryOn);
    void askForSync();
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', carryOn);
    };
  }, [underWay]);
}

/** Whether this browser carries uploads on for minutes when no page is open, and takes them up once there is a network. */
export function goesOnByItself(): boolean {
  return 'SyncManager' in window && navigator.serviceWorker.controller !== null;
}

function say(message: ServiceWorkerMessage): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage(message);
}

/** Asks the browser to wake the service worker once there is a network, where it can (Chromium, and allowed). */
async function askForSync(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const tag: UploadsTag = 'uploads';
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    if (registration && 'sync' in registration && isSyncManager(registration.sync))
      await registration.sync.register(tag);
  } catch {
    // Not allowed here: the uploads go on when the person comes back.
  }
}

/** Background Sync, which only Chromium has. */
interface SyncManager {
  register(tag: UploadsTag): Promise<void>;
}

function isSyncManager(value: unknown): value is SyncManager {
  return typeof value === 'object' && value !== null && 'register' in value;
}
