import { clientsClaim } from 'workbox-core';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope;

/** Thumbnails that were seen once stay readable without a network; their URLs name their bytes' hash. */
const THUMBNAIL_CACHE = 'counterpart-thumbnails-1';

cleanupOutdatedCaches();
precacheAndRoute(self.__WB_MANIFEST);
clientsClaim();

// In development there is no precache to bind to.
if (!import.meta.env.DEV) {
  registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: [/^\/api\//] }));
}

registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/api\/files\/.*\/png-144\//.test(url.pathname),
  async ({ url }) => {
    const cache = await caches.open(THUMBNAIL_CACHE);
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
