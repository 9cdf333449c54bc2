import { Workbox } from 'workbox-window';
import { pushToast } from './toasts/toast-store.ts';
import { onceFreeToLeave, reloadPage } from './upload-queue/use-leave-warning.ts';

const LATER = 'The new version comes as soon as your files have been sent.';

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
          const isNow = onceFreeToLeave(() => {
            workbox.addEventListener('controlling', reloadPage);
            workbox.messageSkipWaiting();
          });
          if (!isNow) pushToast({ id: 'new-version-later', level: 'info', message: LATER });
        },
      },
    });
  });
  // A firm's policy or a private window may forbid it: the app then works as long as there is a network.
  await workbox.register().catch(() => undefined);
}
