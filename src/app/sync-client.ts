import { wrap, type Remote } from 'comlink';
import { resumePage, restPage } from '../db/commands/account/page-lifecycle.ts';
import { firstPaint } from './lib/loading/first-paint.ts';
import type { SyncApi } from '../workers/sync-api.ts';

let remote: Remote<SyncApi> | undefined;

// The back/forward cache freezes a page together with its worker and the locks that the worker holds. The capture phase makes
// this run before Dexie’s listener.
window.addEventListener(
  'pagehide',
  ({ persisted }) => {
    if (!persisted) return;
    restPage();
    if (remote) askSync((sync) => sync.rest());
  },
  { capture: true },
);
window.addEventListener(
  'pageshow',
  ({ persisted }) => {
    if (!persisted) return;
    resumePage();
    if (remote) askSync((sync) => sync.resume());
  },
  { capture: true },
);

/** Returns the page's sync worker, and starts it on first use. The page reaches the network only through it. */
export function syncClient(): Remote<SyncApi> {
  remote ??= wrap<SyncApi>(
    new Worker(new URL('../workers/sync.worker.ts', import.meta.url), { type: 'module', name: 'sync' }),
  );
  return remote;
}

/**
 * Calls the worker without waiting for it. The results reach the screen through the mirror. A failure is reported, and the
 * screen continues to work.
 */
export function askSync(ask: (sync: Remote<SyncApi>) => Promise<unknown>): void {
  ask(syncClient()).catch((error: unknown) => reportError(error));
}

/**
 * Like `askSync`, but waits for the first paint, because starting the worker would delay it. Returns a function that cancels a
 * call that has not started.
 */
export function askSyncLater(ask: (sync: Remote<SyncApi>) => Promise<unknown>): () => void {
  let left = false;
  void firstPaint.then(() => left || askSync(ask));
  return () => {
    left = true;
  };
}
