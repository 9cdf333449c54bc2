import type { MirrorDatabase } from '../../db/database.ts';
import { notifyOfUploads } from '../../db/views/tell-of-uploads.ts';
import type { ServiceWorkerMessage } from '../../workers/service-worker-messages.ts';

/**
 * How long the service worker has to answer, ms: it may have to be started first. One that does not answer, as of an older
 * version, knows of no window that is seen: told once too often is better than never.
 */
const ANSWER_MS = 3000;

/** Tells what became of a batch of uploads, unless the person looks at Counterpart, in this window or another. */
export async function notifyUnlessSeen(db: MirrorDatabase, batch: readonly string[]): Promise<void> {
  if (document.visibilityState !== 'hidden') return;
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration || (await isSeenElsewhere(registration.active))) return;
  await notifyOfUploads(db, batch, registration);
}

/**
 * Whether another window of the app is looked at. The service worker knows of all windows at once, and the port is closed
 * with its answer: no channel stays open that would keep the page out of the back/forward cache.
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
