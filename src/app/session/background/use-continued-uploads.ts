import { useEffect } from 'react';
import { requestBackgroundSync } from './background-sync.ts';
import { postToServiceWorker } from './post-to-service-worker.ts';

/** How often the service worker is notified of uploads, ms. Each message keeps it alive for some minutes. */
const TELL_MS = 60_000;

/** Lets the service worker continue the uploads when the page is closed, and takes them back when the page is visible. */
export function useContinuedUploads(underWay: boolean): void {
  useEffect(() => {
    const onVisibility = () => {
      if (document.visibilityState !== 'visible') return;
      postToServiceWorker({ type: 'take-back' });
      if (underWay) postToServiceWorker({ type: 'carry-on' });
    };
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => document.removeEventListener('visibilitychange', onVisibility);
  }, [underWay]);

  useEffect(() => (underWay ? requestContinuedUploads() : undefined), [underWay]);
}

/** Notifies the service worker and the browser that files are being uploaded. Returns a function that stops it. */
export function requestContinuedUploads(): () => void {
  const carryOn = () => postToServiceWorker({ type: 'carry-on' });
  const requestWake = () => void requestBackgroundSync();
  const repeat = () => {
    carryOn();
    // The browser retries only a few times within half an hour, and then forgets the request.
    requestWake();
  };
  requestWake();
  const timer = setInterval(repeat, TELL_MS);
  window.addEventListener('pagehide', carryOn);
  window.addEventListener('offline', requestWake);
  return () => {
    clearInterval(timer);
    window.removeEventListener('pagehide', carryOn);
    window.removeEventListener('offline', requestWake);
  };
}
