import { wrap, type Remote } from 'comlink';
import { resumePage, restPage } from '../db/commands/account/page-lifecycle.ts';
import { firstPaint } from './lib/loading/first-paint.ts';
import type { SyncApi } from '../workers/sync-api.ts';

let remote: Remote<SyncApi> | undefined;

// A page in the back/forward cache is frozen with its worker, and all that the worker holds. Heard before Dexie does.
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

/** The page's sync worker, started when first asked for. The page knows nothing of the network but through it. */
export function syncClient(): Remote<SyncApi> {
  remote ??= wrap<SyncApi>(
    new Worker(new URL('../workers/sync.worker.ts', import.meta.url), { type: 'module', name: 'sync' }),
  );
  return remote;
}

/**
 * Calls the worker without waiting for it: the screen shows the mirror, and what the worker has to say comes through
 * the mirror too. A worker that fails is reported, the screen goes on.
 */
export function askSync(ask: (sync: Remote<SyncApi>) => Promise<unknown>): void {
  ask(syncClient()).catch((error: unknown) => reportError(error));
}

/**
 * The same once the first screen is there, for what no person waits for: the worker's start would make that late. Answers how
 * to leave it, as long as it waits.
 */
export function askSyncLater(ask: (sync: Remote<SyncApi>) => Promise<unknown>): () => void {
  let left = false;
  void firstPaint.then(() => left || askSync(ask));
  return () => {
    left = true;
  };
}
