// The service worker of the signing room. It serves the room's page without a network, once the page has been opened with one.
// The page itself stores the data that it needs from the server (src/signing-room/store/kept-room.ts).

declare const self: ServiceWorkerGlobalScope;

const CACHE = 'counterpart-signing-room';
/** The cache key of the page, which is the same for every link. An address with a link's secret is never stored. */
const PAGE = '/sign.html';
const ASSETS = /\/assets\/signing-room-[\w.-]+\.(?:js|css)/g;
/** How long to wait for a network that is present but doesn't respond, ms, as on a train. */
const PATIENCE = 8000;

self.addEventListener('install', (event) => {
  event.waitUntil(keep(fetch(PAGE)).then(() => self.skipWaiting()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') {
    const fromNetwork = fetch(request, { signal: AbortSignal.timeout(PATIENCE) });
    event.respondWith(fromNetwork.catch(async (error: unknown) => orThrow(await kept(PAGE), error)));
    event.waitUntil(keep(fromNetwork.then((answer) => answer.clone())).catch(() => undefined));
  } else if (isPart(pathname)) {
    event.respondWith(kept(pathname).then((answer) => answer ?? fetch(request)));
  }
});

// Parts of the page that only some rooms load.
self.addEventListener('message', (event) => event.waitUntil(keepParts(event.data)));

async function keepParts(parts: unknown): Promise<void> {
  const paths = (Array.isArray(parts) ? parts : []).filter(isPart);
  const cache = await caches.open(CACHE);
  for (const path of paths) if (!(await cache.match(path))) await cache.add(path);
}

function isPart(path: unknown): path is string {
  return typeof path === 'string' && path.startsWith('/assets/signing-room-');
}

/** Keeps a page and the files that it loads, in place of those of an earlier version. */
async function keep(page: Promise<Response>): Promise<void> {
  const answer = await page;
  // A hotel's sign-in page, for example, loads none of our files.
  const assets = new Set((await answer.clone().text()).match(ASSETS) ?? []);
  if (!answer.ok || assets.size === 0) return;
  const cache = await caches.open(CACHE);
  const there = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  const missing = [...assets].filter((asset) => !there.has(asset));
  await cache.addAll(missing);
  // A response remembers its address, which has the link's secret; a new one has none.
  await cache.put(PAGE, new Response(await answer.blob(), { headers: answer.headers }));
  if (missing.length === 0) return;
  for (const path of there) if (path !== PAGE && !assets.has(path)) await cache.delete(path);
}

async function kept(path: string): Promise<Response | undefined> {
  const cache = await caches.open(CACHE);
  return cache.match(path);
}

function orThrow(answer: Response | undefined, error: unknown): Response {
  if (answer) return answer;
  throw error;
}
