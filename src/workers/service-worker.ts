import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import type { MirrorDatabase } from '../db/database.ts';
import { currentAccount } from '../db/device-database.ts';
import { openFileCache } from '../db/lock/file-cache.ts';
import { deviceLock } from '../db/lock/device-lock.ts';
import { forgetWithoutPages } from '../db/lock/held-key.ts';
import { realClock } from '../sync/engine/clock.ts';
import { createTransport } from '../sync/transport/transport.ts';
import { continueUploads } from '../sync/uploads/continue-uploads.ts';
import { createPostFile } from '../sync/uploads/sending/post-file.ts';
import { sendByFetch } from '../sync/uploads/sending/send-bytes.ts';
import { openDatabase } from '../db/open-database.ts';
import {
  BESIDE_CACHE,
  documentCacheName,
  isDocumentPdf,
  isThumbnail,
  PAGE_FONTS_CACHE,
  thumbnailCacheName,
  VIEWER_CACHE,
} from '../db/offline/file-caches.ts';
import { openSharedCache } from '../db/offline/person-cache.ts';
import { offlineFile } from '../db/offline/offline-file.ts';
import { isCostly, isMetered } from '../db/queries/offline/metered.ts';
import { fetchOfflineFiles } from '../sync/offline/fetch-offline-files.ts';
import { askUnlessStalled } from './ask-unless-stalled.ts';
import { continueAndNotify, type CarryOnPorts } from './continue-and-notify.ts';
import { Carrying } from './upload-takeover.ts';
import { isSeen } from './is-seen.ts';
import { offlineDocument } from './offline-document.ts';
import { Keeping } from './offline-fetching.ts';
import { offlinePicture } from './offline-picture.ts';
import type { ServiceWorkerMessage, UploadsTag } from './service-worker-messages.ts';
import { takeShared } from './take-shared.ts';

declare const self: ServiceWorkerGlobalScope;

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
clientsClaim();
forgetWithoutPages();

// Development has no precache.
if (!import.meta.env.DEV) {
  registerRoute(
    new NavigationRoute(createHandlerBoundToURL('/index.html'), {
      // The page for frames has its own headers, which say who may frame it. The signing room is a separate page.
      denylist: [/^\/api\//, /^\/transaction\/embed/, /^\/sign\//],
    }),
  );
}

/** Stores files shared to the installed app on this device, before the user chooses their deal. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname === '/incoming',
  async ({ request }) => Response.redirect(await takeShared(request, self.location.origin), 303),
  'POST',
);

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isThumbnail(url),
  async ({ url }) => {
    // Each user of the device has a separate cache. A visitor has none.
    const account = await currentAccount();
    if (!account) return fetch(url, { credentials: 'same-origin' });
    const db = openDatabase(account.userId);
    const openCache = async () => openFileCache(db, thumbnailCacheName(account.userId));
    const ask = async () => fetch(url, await fileRequest(db));
    return (await ofKeptDeal(db, url)) ?? offlinePicture(url, openCache, ask);
  },
);

/**
 * Returns the options for requesting a file. With a lock, the browser's own cache must not keep a copy, because it would not be
 * encrypted.
 */
async function fileRequest(db: MirrorDatabase): Promise<RequestInit> {
  const lock = await deviceLock(db);
  return { credentials: 'same-origin', ...(lock && { cache: 'no-store' }) };
}

registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && isDocumentPdf(url) && request.mode === 'cors' && request.headers.has('range'),
  async ({ request }) => {
    const account = await currentAccount();
    return fetch(request, account && (await fileRequest(openDatabase(account.userId))));
  },
);

// The PDF viewer requests ranges of a document that is not on this device. Downloads bypass the service worker.
registerRoute(
  ({ url, sameOrigin, request }) =>
    sameOrigin && isDocumentPdf(url) && request.mode === 'cors' && !request.headers.has('range'),
  async ({ url, event }) => {
    const account = await currentAccount();
    if (!account) return fetch(url, { credentials: 'same-origin' });
    const db = openDatabase(account.userId);
    const openCache = async () => openFileCache(db, documentCacheName(account.userId));
    const ask = async () => fetch(url, await fileRequest(db));
    const waitUntil = (work: Promise<unknown>) => event.waitUntil(work);
    return (await ofKeptDeal(db, url)) ?? offlineDocument(url, { openCache, ask, waitUntil });
  },
);

/** Any failure of the cache counts as a miss. */
async function ofKeptDeal(db: MirrorDatabase, url: URL): Promise<Response | undefined> {
  return offlineFile(db, url.pathname).catch(() => undefined);
}

// Files that only the viewer needs load when the first document is opened or the first deal is kept offline, because nobody
// else needs them.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/pdfjs-'),
  async ({ url }) =>
    offlinePicture(
      url,
      async () => openSharedCache(VIEWER_CACHE),
      async () => fetch(url),
    ),
);

// Files that are not precached (vite.config.ts), such as help, are available without a network once they have been loaded.
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && url.pathname.startsWith('/assets/') && /\.(?:js|css)$/.test(url.pathname),
  async ({ url }) =>
    offlinePicture(
      url,
      async () => openSharedCache(BESIDE_CACHE),
      async () => fetch(url),
    ),
);

// Fonts that a signature page has used are available without a network. Their names change with their content, so another
// version of the app may need the same files.
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin && url.pathname.startsWith('/assets/') && /\.(?:ttf|woff|wasm)$/.test(url.pathname),
  async ({ url }) =>
    offlinePicture(
      url,
      async () => openSharedCache(PAGE_FONTS_CACHE),
      async () => fetch(url),
    ),
);

// A different version has different files.
self.addEventListener('activate', (event) => event.waitUntil(caches.delete(BESIDE_CACHE)));

/** Files from this size on are sent in chunks, because the browser may end this worker at any moment. Bytes. */
const RESUMABLE_ABOVE = 1024 * 1024;

/** A larger form upload would not finish before this worker is ended, and would start over again and again. Bytes. */
const FORM_AT_MOST = 8 * 1024 * 1024;

const postFile = createPostFile(sendByFetch, { resumableAbove: RESUMABLE_ABOVE, formAtMost: FORM_AT_MOST });

const carrying = new Carrying(async (signal) =>
  continueAndNotify(signal, { openDatabase, upload, windows, registration: self.registration }),
);

async function upload(run: Parameters<CarryOnPorts['upload']>[0]): Promise<boolean> {
  const { userId } = run.db;
  const { origin } = self.location;
  return continueUploads({
    ...run,
    relaxed: openDatabase(userId, 'relaxed'),
    clock: realClock,
    connect: (term) => createTransport({ origin, userId, signal: term }),
    postFile,
  });
}

const keeping = new Keeping(async () => {
  const account = await currentAccount();
  if (account?.session !== 'active') return;
  const { userId } = account;
  // Another version of this worker may still be running.
  await navigator.locks.request(`counterpart-keeping-${userId}`, async () => keepFor(userId));
});

async function keepFor(userId: string): Promise<void> {
  const { origin } = self.location;
  await fetchOfflineFiles({
    db: openDatabase(userId),
    origin,
    // Our own cache stores the file, so the browser doesn't need to.
    ask: async (path, automatic) =>
      askUnlessStalled((signal) =>
        fetch(new URL(automatic ? `${path}?automatic` : path, origin), {
          credentials: 'same-origin',
          cache: 'no-store',
          signal,
        }),
      ),
    roomLeft: async () => {
      const { quota = 0, usage = 0 } = await navigator.storage.estimate();
      return quota - usage;
    },
    isMetered,
    isCostly,
    isActive: async () => {
      const account = await currentAccount();
      return account?.userId === userId && account.session === 'active';
    },
  });
}

/** The open windows of the app, including those that were loaded without this worker. */
async function windows(): Promise<readonly WindowClient[]> {
  return self.clients.matchAll({ type: 'window', includeUncontrolled: true });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(showApp());
});

async function showApp(): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (page) await page.focus();
  else await self.clients.openWindow('/');
}

/** Background Sync, which only Chromium has. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: UploadsTag;
}

function isSyncEvent(event: Event): event is SyncEvent {
  return event instanceof ExtendableEvent && 'tag' in event && event.tag === 'uploads';
}

// The browser sends this event once there is a network, and sends it again later if the promise is rejected.
self.addEventListener('sync', (event) => {
  if (isSyncEvent(event)) event.waitUntil(sendAllThatIsLeft());
});

async function sendAllThatIsLeft(): Promise<void> {
  if (await carrying.carryOn()) throw new Error('Files are left to upload.');
}

self.addEventListener('message', (event) => {
  if (!isMessage(event.data)) return;
  switch (event.data.type) {
    case 'carry-on':
      return event.waitUntil(carrying.carryOn());
    case 'take-back':
      return event.waitUntil(carrying.stop());
    case 'keep':
      return event.waitUntil(keeping.keep());
    case 'is-seen':
      return event.waitUntil(answerWhetherSeen(event));
    // A new version waits until the user reloads, because taking over at once would abort uploads.
    case 'SKIP_WAITING':
      return event.waitUntil(self.skipWaiting());
  }
});

async function answerWhetherSeen({ source, ports }: ExtendableMessageEvent): Promise<void> {
  const asking = source instanceof Client ? source.id : undefined;
  ports[0]?.postMessage(isSeen(await windows(), asking));
}

function isMessage(data: unknown): data is ServiceWorkerMessage | { type: 'SKIP_WAITING' } {
  return typeof data === 'object' && data !== null && 'type' in data;
}
