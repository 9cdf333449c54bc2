import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../db/database.ts';
import { keepingWork } from '../../db/queries/offline/offline-progress.ts';
import { watchConnection } from '../../db/queries/offline/metered.ts';
import { say } from './post-to-service-worker.ts';

/** How often the service worker is asked again while something is still to come, ms. */
const ASK_EVERY = 60_000;

/** What is kept automatically waits this long after the last change to it: the person's own work comes first. ms. */
const AFTER_MS = 10_000;

const NOTHING = { wish: '', chosen: false, pending: false };

/**
 * Has the service worker fetch the offline deals to this device whenever there is something new, and again from time to time
 * while something is missing. What the person chose begins at once; what is kept automatically, in idle time.
 */
export function useKeeping(db: MirrorDatabase): void {
  const { wish, chosen, pending } = useLiveQuery(() => keepingWork(db), [db]) ?? NOTHING;
  const start = chosen ? haveKept : haveKeptWhenIdle;
  useEffect(start, [wish, start]);
  useEffect(() => {
    if (!pending) return undefined;
    const timer = setInterval(ask, ASK_EVERY);
    return () => clearInterval(timer);
  }, [pending]);
}

/** Does the same once the app has been idle. Safari has no `requestIdleCallback`. */
function haveKeptWhenIdle(): () => void {
  let stop: (() => void) | undefined;
  let idle: number | undefined;
  const begin = () => {
    stop = haveKept();
  };
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(begin, { timeout: 5000 });
    else begin();
  }, AFTER_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
    stop?.();
  };
}

function ask(): void {
  say({ type: 'keep' });
}

/** Asks now, also where nothing is kept: something may be left to let go of. And when something has changed by which it may get further. */
function haveKept(): () => void {
  ask();
  const stopWatching = watchConnection(ask);
  const worker = 'serviceWorker' in navigator ? navigator.serviceWorker : null;
  worker?.addEventListener('controllerchange', ask);
  window.addEventListener('online', ask);
  return () => {
    stopWatching();
    worker?.removeEventListener('controllerchange', ask);
    window.removeEventListener('online', ask);
  };
}
