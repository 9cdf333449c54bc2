import { useEffect } from 'react';
import type { ServiceWorkerMessage } from '../../workers/service-worker-messages.ts';
import { askForSync } from './background-sync.ts';

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

function say(message: ServiceWorkerMessage): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage(message);
}
