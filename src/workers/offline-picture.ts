import type { FileCache } from '../db/lock/file-cache.ts';

/**
 * Returns a page's picture from the cache if it was seen before. Otherwise returns the response of `ask`, and stores it. On a
 * full disk the picture is shown but not stored, because any failure of the cache counts as a miss.
 */
export async function offlinePicture(
  url: URL,
  openCache: () => Promise<Pick<FileCache, 'match' | 'put'>>,
  ask: () => Promise<Response>,
): Promise<Response> {
  const cache = await openCache().catch(() => null);
  const kept = await cache?.match(url).catch(() => undefined);
  if (kept) return kept;
  const response = await ask();
  if (response.ok) await cache?.put(url, response.clone()).catch(() => undefined);
  return response;
}
