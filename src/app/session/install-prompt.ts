import { useSyncExternalStore } from 'react';

/** What Chromium fires where the app can be installed (not a standard, and in no library's types). */
interface InstallEvent extends Event {
  prompt: () => Promise<unknown>;
}

let offered: InstallEvent | null = null;
const listeners = new Set<() => void>();

function offer(event: InstallEvent | null): void {
  offered = event;
  for (const listener of listeners) listener();
}

function isInstallEvent(event: Event): event is InstallEvent {
  return 'prompt' in event && typeof event.prompt === 'function';
}

/** Keeps the browser's offer to install the app until the person takes it up. Called once, at the start: it may come early. */
export function subscribeInstallOffers(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Its own bar would come over the page.
    event.preventDefault();
    if (isInstallEvent(event)) offer(event);
  });
  window.addEventListener('appinstalled', () => offer(null));
}

/** Asks the person whether the app is to be installed: an offer is good for one answer. */
function install(): void {
  const event = offered;
  offer(null);
  void event?.prompt().catch(() => undefined);
}

/** What installs the app; null where the browser does not offer it, or it is installed already. */
export function useInstall(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => (offered ? install : null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
