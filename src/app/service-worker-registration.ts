import { Workbox } from 'workbox-window';
import { pushToast } from './toasts/toast-store.ts';

/**
 * Registers the service worker. A new version waits until the person agrees: a reload on its own would cut off uploads
 * and half-typed names.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox('/service-worker.js');
  workbox.addEventListener('waiting', () => {
    pushToast({
      id: 'new-version',
      level: 'info',
      message: 'A new version is ready',
      lasting: true,
      action: {
        label: 'Reload',
        run: () => {
          workbox.addEventListener('controlling', () => window.location.reload());
          workbox.messageSkipWaiting();
        },
      },
    });
  });
  await workbox.register();
}
