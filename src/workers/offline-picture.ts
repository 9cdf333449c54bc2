import type { FileCache } from '../db/lock/file-cache.ts';

/**
 * A page's picture, from the cache if it was seen before; else what `ask` answers, which is kept. A disk that is full costs
 * the picture its place in the cache, not the person its sight: every fault of the cache's is as if it had nothing.
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
