import { Workbox } from 'workbox-window';
import { NEW_VERSION } from './app-bar/app-bar-copy.ts';
import { pushToast } from './toasts/toast-store.ts';
import { isFreeToLeave, onceFreeToLeave, reloadPage } from './session/leave-warning.ts';

/**
 * Registers the service worker. A new version waits until the user agrees, because an automatic reload would interrupt uploads
 * and lose half-typed names.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  const workbox = new Workbox('/service-worker.js');
  const offer = () => {
    pushToast({
      id: 'new-version',
      level: 'info',
      message: NEW_VERSION.ready,
      lasting: true,
      action: {
        label: NEW_VERSION.reload,
        run: () => {
          if (!isFreeToLeave()) {
            // Ask again later instead of reloading then: the user may be typing something else.
            onceFreeToLeave(offer);
            pushToast({ id: 'new-version-later', level: 'info', message: NEW_VERSION.later });
            return;
          }
          workbox.addEventListener('controlling', reloadPage);
          workbox.messageSkipWaiting();
        },
      },
    });
  };
  workbox.addEventListener('waiting', offer);
  // A policy or a private window may forbid service workers. The app then works while there is a network.
  await workbox.register().catch(() => undefined);
}
