import type { FileCache } from '../db/lock/file-cache.ts';

/** Larger PDFs are shown but not stored, bytes. */
const ONE_AT_MOST = 50_000_000;

/** The limit on the total size of stored PDFs, bytes. Above it, the PDFs that were opened first are deleted. */
const TOGETHER_AT_MOST = 200_000_000;

interface DocumentPorts {
  openCache: () => Promise<FileCache>;
  ask: () => Promise<Response>;
  /** Keeps the service worker alive for work after the response. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Returns a document's PDF from the cache if it was opened before. Otherwise returns the response of `ask`, and stores it at
 * the same time. As with pictures, any failure of the cache counts as a miss.
 */
export async function offlineDocument(
  url: URL,
  { openCache, ask, waitUntil }: DocumentPorts,
): Promise<Response> {
  const cache = await openCache().catch(() => null);
  const kept = await cache?.match(url).catch(() => undefined);
  if (kept) return kept;
  const response = await ask();
  const size = sizeOf(response);
  if (cache && response.ok && size > 0 && size <= ONE_AT_MOST)
    waitUntil(keep(cache, url, response.clone(), size).catch(() => undefined));
  return response;
}

async function keep(cache: FileCache, url: URL, { body }: Response, size: number): Promise<void> {
  // Without Accept-Ranges, the viewer reads the whole file instead of requesting ranges.
  const headers = { 'content-type': 'application/pdf', 'content-length': String(size) };
  await cache.put(url, new Response(body, { headers }));
  await letGo(cache);
}

/** Deletes the oldest documents above the limit. A cache lists its requests in the order in which they came. */
async function letGo(cache: FileCache): Promise<void> {
  let room = TOGETHER_AT_MOST;
  for (const request of (await cache.keys()).toReversed()) {
    const kept = await cache.match(request);
    room -= kept ? sizeOf(kept) : 0;
    if (room < 0) await cache.delete(request);
  }
}

function sizeOf(response: Response): number {
  return Number(response.headers.get('content-length') ?? 0);
}
