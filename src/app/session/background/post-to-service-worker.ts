import type { ServiceWorkerMessage } from '../../../workers/service-worker-messages.ts';

/** Sends a message to the service worker, if there is one. */
export function postToServiceWorker(message: ServiceWorkerMessage): void {
  if ('serviceWorker' in navigator) navigator.serviceWorker.controller?.postMessage(message);
}
