import { reloadPage } from '../session/leave-warning.ts';

/** How long a newer version may take to be found and stored, ms. The page is reloaded after that in any case. */
const MAX_MS = 15_000;

/**
 * Reloads the page with the newest version of the app. A page of an earlier version may fail because the server no longer has its
 * parts, and would fail again.
 */
export async function refreshPage(): Promise<void> {
  await Promise.race([takeNewestVersion(), new Promise((resolve) => setTimeout(resolve, MAX_MS))]);
  reloadPage();
}

async function takeNewestVersion(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration?.update();
    const next = registration?.installing ?? registration?.waiting;
    if (!next) return;
    await reaches(next, 'installed');
    next.postMessage({ type: 'SKIP_WAITING' });
    await reaches(next, 'activated');
  } catch {
    // There is no service worker, or no network: the page is reloaded as it is.
  }
}

async function reaches(worker: ServiceWorker, state: 'installed' | 'activated'): Promise<void> {
  const later: readonly ServiceWorkerState[] = ['installed', 'activating', 'activated', 'redundant'];
  const isThere = () => later.indexOf(worker.state) >= later.indexOf(state);
  if (isThere()) return;
  await new Promise<void>((resolve) => {
    worker.addEventListener('statechange', () => isThere() && resolve());
  });
}
