import { useEffect } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { MirrorDatabase } from '../../db/database.ts';
import { keepingWork } from '../../db/queries/kept-deals.ts';
import { watchConnection } from '../../db/queries/metered.ts';
import { say } from './say-to-service-worker.ts';

/** How often the service worker is asked again while something is still to come, ms. */
const ASK_EVERY = 60_000;

/**
 * Has the service worker bring the deals that the person keeps to this device: at once, whenever there is something new, and
 * now and again while something is still to come.
 */
export function useKeeping(db: MirrorDatabase): void {
  const { wish, pending } = useLiveQuery(() => keepingWork(db), [db]) ?? { wish: '', pending: false };
  useEffect(haveKept, [wish]);
  useEffect(() => {
    if (!pending) return undefined;
    const timer = setInterval(ask, ASK_EVERY);
    return () => clearInterval(timer);
  }, [pending]);
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
