import { useEffect } from 'react';
import type { MirrorDatabase } from '../../../db/database.ts';
import { watchConnection } from '../../../db/queries/offline/metered.ts';
import { useKeepingWork } from '../../offline-deals/use-offline-progress.ts';
import { postToServiceWorker } from './post-to-service-worker.ts';

/** How often the service worker is asked again while something is missing, ms. */
const ASK_MS = 60_000;

/** How long automatic copies wait after the last change, ms. The user's own work comes first. */
const QUIET_MS = 10_000;

const NOTHING = { wish: '', chosen: false, pending: false };

/**
 * Asks the service worker to download offline deals whenever there is something new, and regularly while something is missing.
 * Deals that the user chose are downloaded at once; automatic ones wait until the app is idle.
 */
export function useOfflineFetching(db: MirrorDatabase): void {
  const { wish, chosen, pending } = useKeepingWork(db) ?? NOTHING;
  const start = chosen ? fetchOfflineDeals : fetchWhenIdle;
  useEffect(start, [wish, start]);
  useEffect(() => {
    if (!pending) return undefined;
    const timer = setInterval(ask, ASK_MS);
    return () => clearInterval(timer);
  }, [pending]);
}

/** Safari has no `requestIdleCallback`. */
function fetchWhenIdle(): () => void {
  let stop: (() => void) | undefined;
  let idle: number | undefined;
  const begin = () => {
    stop = fetchOfflineDeals();
  };
  const timer = setTimeout(() => {
    if ('requestIdleCallback' in window) idle = requestIdleCallback(begin, { timeout: 5000 });
    else begin();
  }, QUIET_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
    stop?.();
  };
}

function ask(): void {
  postToServiceWorker({ type: 'keep' });
}

/** Asks now, even if no deal is kept, because old files may have to be deleted; and again when the connection changes. */
function fetchOfflineDeals(): () => void {
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
