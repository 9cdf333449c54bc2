import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { currentAccount } from '../db/device-database.ts';
import { isThumbnail, thumbnailCacheName } from '../db/thumbnail-cache.ts';

declare const self: ServiceWorkerGlobalScope;

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
clientsClaim();

// In development there is no precache to bind to.
if (!import.meta.env.DEV) {
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }));
}

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isThumbnail(url),
  async ({ url }) => {
    // Another person on the device has another cache; a visitor has none.
    const account = await currentAccount();
    if (!account) return fetch(url, { credentials: 'same-origin' });
    const cache = await caches.open(thumbnailCacheName(account.userId));
    const kept = await cache.match(url);
    if (kept) return kept;
    const response = await fetch(url, { credentials: 'same-origin' });
    if (response.ok) await cache.put(url, response.clone());
    return response;
  },
);

// A new version waits until the person reloads: taking over at once would abort uploads.
self.addEventListener('message', (event) => {
  const message: unknown = event.data;
  if (
    typeof message === 'object' &&
    message !== null &&
    'type' in message &&
    message.type === 'SKIP_WAITING'
  ) {
    void self.skipWaiting();
  }
});
