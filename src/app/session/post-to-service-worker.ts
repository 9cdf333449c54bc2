import type { ServiceWorkerMessage } from '../../workers/service-worker-messages.ts';

/** Says something to the service worker; nobody hears it where there is none. */
export function say(message: ServiceWorkerMessage): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage(message);
}
