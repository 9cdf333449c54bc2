import { useSyncExternalStore } from 'react';

/** Chromium fires it if the app can be installed. It is not a standard, so no library has a type for it. */
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

/** Keeps the browser's offer to install the app until the user accepts it. Called at startup, because the event may come early. */
export function subscribeInstallOffers(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    // Otherwise the browser shows its own bar over the page.
    event.preventDefault();
    if (isInstallEvent(event)) offer(event);
  });
  window.addEventListener('appinstalled', () => offer(null));
}

/** Asks the user whether to install the app. An offer can be used only once. */
function install(): void {
  const event = offered;
  offer(null);
  void event?.prompt().catch(() => undefined);
}

/** Returns a function that installs the app; null = the browser does not offer it, or it is already installed. */
export function useInstall(): (() => void) | null {
  return useSyncExternalStore(subscribe, () => (offered ? install : null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
