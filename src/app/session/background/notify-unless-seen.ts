import type { MirrorDatabase } from '../../../db/database.ts';
import { notifyOfUploads } from '../../../db/views/tell-of-uploads.ts';
import type { ServiceWorkerMessage } from '../../../workers/service-worker-messages.ts';

/**
 * How long the service worker has to answer, ms, because it may have to start first. If it doesn't answer, the notification is
 * shown: one too many is better than none.
 */
const ANSWER_MS = 3000;

/** Shows a notification about finished uploads, if allowed, unless the user is looking at a window of the app. */
export async function notifyUnlessSeen(db: MirrorDatabase, batch: readonly string[]): Promise<void> {
  if (document.visibilityState !== 'hidden') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || (await isSeenElsewhere(registration.active))) return;
  await notifyOfUploads(db, batch, registration);
}

/**
 * Returns whether another window of the app is visible. The service worker knows all windows. The port is closed after the
 * answer, because an open channel would keep the page out of the back/forward cache.
 */
async function isSeenElsewhere(serviceWorker: ServiceWorker | null): Promise<boolean> {
  if (!serviceWorker) return false;
  const { port1: here, port2: there } = new MessageChannel();
  const answer = Promise.withResolvers<boolean>();
  here.addEventListener('message', ({ data }) => answer.resolve(data === true));
  here.start();
  const timer = setTimeout(() => answer.resolve(false), ANSWER_MS);
  const question: ServiceWorkerMessage = { type: 'is-seen' };
  serviceWorker.postMessage(question, [there]);
  try {
    return await answer.promise;
  } finally {
    clearTimeout(timer);
    here.close();
  }
}
