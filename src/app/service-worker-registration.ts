import { Workbox } from 'workbox-window';
import { pushToast } from './toasts/toast-store.ts';
import { isFreeToLeave, onceFreeToLeave, reloadPage } from './upload-queue/use-leave-warning.ts';

const LATER = 'Files of this page are not on the server yet. You are asked again once they are.';

/**
 * Registers the service worker. A new version waits until the person agrees: a reload on its own would cut off uploads
 * and half-typed names.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox('/service-worker.js');
  const offer = () => {
    pushToast({
      id: 'new-version',
      level: 'info',
      message: 'A new version is ready',
      lasting: true,
      action: {
        label: 'Reload',
        run: () => {
          if (!isFreeToLeave()) {
            // Asked again, since by then something else may be half typed.
            onceFreeToLeave(offer);
            pushToast({ id: 'new-version-later', level: 'info', message: LATER });
            return;
          }
          workbox.addEventListener('controlling', reloadPage);
          workbox.messageSkipWaiting();
        },
      },
    });
  };
  workbox.addEventListener('waiting', offer);
  // A firm's policy or a private window may forbid it: the app then works as long as there is a network.
  await workbox.register().catch(() => undefined);
}
