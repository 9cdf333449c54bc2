import { useEffect } from 'react';
import { askForSync } from './background-sync.ts';
import { say } from './post-to-service-worker.ts';

/** How often the service worker hears that files are on their way, ms: the browser lets it live minutes from each. */
const SAY_EVERY = 60_000;

/** Has the service worker go on with the uploads when the page is closed, and lets go of them again once it is back. */
export function useContinuedUploads(underWay: boolean): void {
  useEffect(() => {
    const undoSteps = () => {
      if (document.visibilityState !== 'visible') return;
      say({ type: 'take-back' });
      if (underWay) say({ type: 'carry-on' });
    };
    undoSteps();
    document.addEventListener('visibilitychange', undoSteps);
    return () => document.removeEventListener('visibilitychange', undoSteps);
  }, [underWay]);

  useEffect(() => (underWay ? requestContinuedUploads() : undefined), [underWay]);
}

/** Says that files are on their way, to the service worker and to the browser; answers how to say so no longer. */
export function requestContinuedUploads(): () => void {
  const carryOn = () => say({ type: 'carry-on' });
  const ask = () => void askForSync();
  const sayAgain = () => {
    carryOn();
    // The browser tries but a few times, within half an hour, and then has forgotten it.
    ask();
  };
  ask();
  const timer = setInterval(sayAgain, SAY_EVERY);
  window.addEventListener('pagehide', carryOn);
  window.addEventListener('offline', ask);
  return () => {
    clearInterval(timer);
    window.removeEventListener('pagehide', carryOn);
    window.removeEventListener('offline', ask);
  };
}
