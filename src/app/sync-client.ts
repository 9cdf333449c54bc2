import { wrap, type Remote } from 'comlink';
import { resumePage, restPage } from '../db/commands/rest.ts';
import { firstPicture } from './lib/first-picture.ts';
import type { SyncApi } from '../workers/sync-api.ts';

let remote: Remote<SyncApi> | undefined;

// A page in the back/forward cache is frozen with its worker, and all that the worker holds. Heard before Dexie does.
window.addEventListener(
  'pagehide',
  ({ persisted }) => {
    if (!persisted) return;
    restPage();
    if (remote) tellSync((sync) => sync.rest());
  },
  { capture: true },
);
window.addEventListener(
  'pageshow',
  ({ persisted }) => {
    if (!persisted) return;
    resumePage();
    if (remote) tellSync((sync) => sync.resume());
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
 * Calls the worker, once the first screen is there, without waiting for it: the screen shows the mirror, and what the worker
 * has to say comes through the mirror too. A worker that fails is reported, the screen goes on.
 */
export function askSync(ask: (sync: Remote<SyncApi>) => Promise<unknown>): void {
  void firstPicture.then(() => tellSync(ask));
}

function tellSync(tell: (sync: Remote<SyncApi>) => Promise<unknown>): void {
  tell(syncClient()).catch((error: unknown) => reportError(error));
}
