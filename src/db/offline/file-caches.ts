import { openPersonCache, openSharedCache } from './person-cache.ts';

/**
 * Thumbnails that were seen once stay readable offline, because their URLs contain the hash of their bytes. The cache name
 * contains the user's id, like the database's.
 */
export function thumbnailCacheName(userId: string): string {
  return `counterpart-thumbnails-${userId}`;
}

/** PDFs that were opened stay readable in the same way. */
export function documentCacheName(userId: string): string {
  return `counterpart-documents-${userId}`;
}

/**
 * The caches of an offline deal's files. Each deal has its own caches, which are deleted with it and whose files can't be
 * displaced by merely viewing others: one of PDFs, which is quick to count, and one of the many pictures.
 */
export function offlineCacheName(userId: string, deal: string, path: string): string {
  return isPdfPath(path) ? keptPdfCacheName(userId, deal) : `${keptPrefix(userId)}${deal}/pictures`;
}

function keptPdfCacheName(userId: string, deal: string): string {
  return `${keptPrefix(userId)}${deal}/pdf`;
}

function keptPrefix(userId: string): string {
  return `counterpart-kept-${userId}/`;
}

/** What the viewer needs besides the app's own files, for all users. */
export const VIEWER_CACHE = 'counterpart-viewer';

/** Help and other deferred UI, for all users. */
export const BESIDE_CACHE = 'counterpart-beside';

/** Fonts of signature pages that this device has used, and the engine for their codes, for all users. */
export const PAGE_FONTS_CACHE = 'counterpart-page-fonts';

const SHARED_CACHES = [VIEWER_CACHE, BESIDE_CACHE, PAGE_FONTS_CACHE] as const;

/** A cache for all users. */
export type SharedCacheName = (typeof SHARED_CACHES)[number];

export function isSharedCache(name: string): name is SharedCacheName {
  return SHARED_CACHES.some((each) => each === name);
}

/**
 * The list of files that offline work needs in addition to the precache, which contains the list: the viewer, and rarely used
 * screens with their font (scripts/bundle/offline-files.ts).
 */
const OFFLINE_LIST = '/offline-files.json';

/** The cache from which the service worker serves such a file. */
function sharedCacheOf(path: string): SharedCacheName {
  if (path.startsWith('/assets/pdfjs-')) return VIEWER_CACHE;
  return path.endsWith('.ttf') ? PAGE_FONTS_CACHE : BESIDE_CACHE;
}

/** Returns whether a URL of our origin is a page's picture, `/api/files/{document}/{sha256}/png-144/{page}.png`. */
export function isThumbnail(url: URL): boolean {
  return /^\/api\/files\/[^/]+\/[^/]+\/png-144\//.test(url.pathname);
}

/**
 * Returns whether a URL of our origin is a document's PDF, `/api/files/{document}/{sha256}/pdf`, or an executed document,
 * `/api/executed/{item}/{sha256}/pdf`.
 */
export function isDocumentPdf(url: URL): boolean {
  return isPdfPath(url.pathname);
}

function isPdfPath(path: string): boolean {
  return /^\/api\/(files|executed)\/[^/]+\/[^/]+\/pdf$/.test(path);
}

/** Only pages over HTTPS or on this machine have caches. */
function hasCaches(): boolean {
  return 'caches' in globalThis;
}

/** The caches of offline deals, and the deals of their files. */
export async function offlineCaches(userId: string): Promise<{ name: string; deal: string }[]> {
  if (!hasCaches()) return [];
  const prefix = keptPrefix(userId);
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  return names.map((name) => ({ name, deal: name.slice(prefix.length).split('/')[0] ?? '' }));
}

/** All caches of the user's files. */
export async function fileCachesOf(userId: string): Promise<string[]> {
  if (!hasCaches()) return [];
  const seen = [thumbnailCacheName(userId), documentCacheName(userId)];
  const names = await caches.keys();
  return names.filter((name) => seen.includes(name) || name.startsWith(keptPrefix(userId)));
}

/** Deletes all of them, and copies that were set aside during a conversion (src/sync/lock/). */
export async function forgetAllFiles(userId: string): Promise<void> {
  if (!hasCaches()) return;
  const names = (await caches.keys()).filter(
    (name) => name.startsWith('counterpart-') && name.includes(userId),
  );
  for (const name of names) await caches.delete(name);
}

/** The deals with cached files. */
export async function dealsWithOfflineFiles(userId: string): Promise<string[]> {
  return [...new Set((await offlineCaches(userId)).map(({ deal }) => deal))];
}

/** Returns the paths of a deal's cached files. For thousands, the browser needs a while. */
export async function offlinePaths(userId: string, deal: string): Promise<ReadonlySet<string>> {
  const own = (await offlineCaches(userId)).filter((each) => each.deal === deal);
  const paths = await Promise.all(
    own.map(async ({ name }) => pathsIn(name, async () => openPersonCache(userId, name))),
  );
  return new Set(paths.flatMap((each) => [...each]));
}

/** The paths of a deal's cached PDFs. */
export async function offlinePdfPaths(userId: string, deal: string): Promise<ReadonlySet<string>> {
  return pathsIn(keptPdfCacheName(userId, deal), async (name) => openPersonCache(userId, name));
}

/**
 * Returns the files of the app that are missing for offline work, each with its cache. The list of the viewer's files is one
 * of them, and until it is here, the rest is unknown. Returns none if the needed files are unknown, as in development.
 */
export async function appFilesMissing(): Promise<{ path: string; cache: SharedCacheName }[]> {
  if (!hasCaches()) return [];
  const first = await pathsListed(await inPrecache(OFFLINE_LIST));
  if (first.length === 0) return [];
  const viewer = await openSharedCache(VIEWER_CACHE);
  const lists = first.filter((path) => path.endsWith('.json'));
  const rest = await Promise.all(lists.map(async (path) => pathsListed(await viewer.match(path))));
  const here = await Promise.all(
    SHARED_CACHES.map(async (name) => pathsIn(name, async () => openSharedCache(name))),
  );
  return [...first, ...rest.flat()]
    .filter((path) => !here.some((paths) => paths.has(path)))
    .map((path) => ({ path, cache: sharedCacheOf(path) }));
}

async function pathsListed(list: Response | undefined): Promise<string[]> {
  const paths: unknown = await list?.json();
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}

/**
 * Workbox stores a file under its address with a revision. Searching all caches would include thousands of pictures.
 */
async function inPrecache(path: string): Promise<Response | undefined> {
  const name = (await caches.keys()).find(isPrecache);
  return name === undefined ? undefined : (await openSharedCache(name)).match(path, { ignoreSearch: true });
}

function isPrecache(name: string): name is `workbox-precache${string}` {
  return name.startsWith('workbox-precache');
}

async function pathsIn(
  name: string,
  open: (name: string) => Promise<Cache | null>,
): Promise<ReadonlySet<string>> {
  // Opening it would create it.
  if (!hasCaches() || !(await caches.has(name))) return new Set();
  const cache = await open(name);
  const requests = (await cache?.keys()) ?? [];
  return new Set(requests.map(({ url }) => new URL(url).pathname));
}

/** Deletes the pictures and PDFs of a deal's documents that the user can no longer see. */
export async function forgetFiles(userId: string, deal: string, documents: readonly string[]): Promise<void> {
  if (documents.length === 0 || !hasCaches()) return;
  const gone = new Set(documents);
  // Not those of other deals, because listing each takes a while.
  const kept = (await offlineCaches(userId)).filter((each) => each.deal === deal).map(({ name }) => name);
  for (const name of [thumbnailCacheName(userId), documentCacheName(userId), ...kept]) {
    const cache = await openPersonCache(userId, name);
    for (const request of (await cache?.keys()) ?? []) {
      const document = new URL(request.url).pathname.split('/')[3];
      if (document !== undefined && gone.has(document)) await cache?.delete(request);
    }
  }
}

/** Deletes the offline files of these deals. */
export async function forgetOfflineFiles(userId: string, deals: readonly string[]): Promise<void> {
  const gone = (await offlineCaches(userId)).filter(({ deal }) => deals.includes(deal));
  for (const { name } of gone) await caches.delete(name);
}
