/**
 * Thumbnails that were seen once stay readable without a network; their URLs name their bytes' hash. The cache bears the
 * person's id, as the database does.
 */
export function thumbnailCacheName(userId: string): string {
  return `counterpart-thumbnails-${userId}`;
}

/** PDFs that were opened stay readable in the same way. */
export function documentCacheName(userId: string): string {
  return `counterpart-documents-${userId}`;
}

/**
 * Thumbnails and PDFs of a deal that the person keeps on this device. Each has a cache of its own, which goes with it at
 * once, and which nothing that is merely looked at pushes out.
 */
export function keptCacheName(userId: string, deal: string): string {
  return `${keptPrefix(userId)}${deal}`;
}

function keptPrefix(userId: string): string {
  return `counterpart-kept-${userId}/`;
}

/** What the viewer needs beyond the app's own files. Everybody's. */
export const VIEWER_CACHE = 'counterpart-viewer';

/** Lists the paths of that; the build makes it (scripts/pdfjs-files.ts), the precache has it. */
const VIEWER_LIST = '/viewer-files.json';

/** Whether a URL of our origin is a page's picture, `/api/files/{document}/{sha256}/png-144/{page}.png`. */
export function isThumbnail(url: URL): boolean {
  return /^\/api\/files\/[^/]+\/[^/]+\/png-144\//.test(url.pathname);
}

/** Whether a URL of our origin is a document's PDF, `/api/files/{document}/{sha256}/pdf`. */
export function isDocumentPdf(url: URL): boolean {
  return /^\/api\/files\/[^/]+\/[^/]+\/pdf$/.test(url.pathname);
}

/** Only pages by HTTPS or of this machine have caches. */
function hasCaches(): boolean {
  return 'caches' in globalThis;
}

/** The deals of which files are kept. */
export async function dealsWithKeptFiles(userId: string): Promise<string[]> {
  if (!hasCaches()) return [];
  const prefix = keptPrefix(userId);
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

/** The paths of the files of a deal that are kept. */
export async function keptPaths(userId: string, deal: string): Promise<ReadonlySet<string>> {
  return pathsIn(keptCacheName(userId, deal));
}

/** A thumbnail or PDF of a kept deal; undefined = it is not here. */
export async function keptFile(userId: string, url: URL | string): Promise<Response | undefined> {
  for (const deal of await dealsWithKeptFiles(userId)) {
    const kept = await (await caches.open(keptCacheName(userId, deal))).match(url);
    if (kept) return kept;
  }
  return undefined;
}

/** What of the viewer is not on this device: paths. None while nobody knows what it needs, as in development. */
export async function viewerFilesMissing(): Promise<string[]> {
  if (!hasCaches()) return [];
  const list: unknown = await (await caches.match(VIEWER_LIST, { ignoreSearch: true }))?.json();
  if (!isViewerList(list)) return [];
  const here = await pathsIn(VIEWER_CACHE);
  const paths = list.names.map((name) => (name.startsWith('/') ? name : `${list.base}${name}`));
  return paths.filter((path) => !here.has(path));
}

/** Paths, or what follows on a common beginning of them. */
interface ViewerList {
  base: string;
  names: string[];
}

function isViewerList(value: unknown): value is ViewerList {
  return typeof value === 'object' && value !== null && 'base' in value && 'names' in value;
}

async function pathsIn(name: string): Promise<ReadonlySet<string>> {
  // To open it would make it.
  if (!hasCaches() || !(await caches.has(name))) return new Set();
  const requests = await (await caches.open(name)).keys();
  return new Set(requests.map(({ url }) => new URL(url).pathname));
}

/** Lets go of the pictures and PDFs of documents that the person may no longer see. */
export async function forgetFiles(userId: string, documents: readonly string[]): Promise<void> {
  if (documents.length === 0 || !hasCaches()) return;
  const gone = new Set(documents);
  const kept = (await dealsWithKeptFiles(userId)).map((deal) => keptCacheName(userId, deal));
  for (const name of [thumbnailCacheName(userId), documentCacheName(userId), ...kept]) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const document = new URL(request.url).pathname.split('/')[3];
      if (document !== undefined && gone.has(document)) await cache.delete(request);
    }
  }
}

/** Lets go of all that is kept of these deals. */
export async function forgetKeptFiles(userId: string, deals: readonly string[]): Promise<void> {
  if (!hasCaches()) return;
  for (const deal of deals) await caches.delete(keptCacheName(userId, deal));
}
