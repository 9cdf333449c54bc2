import { filePath, SEALED_HEADER } from '../../db/lock/file-cache.ts';
import { openPersonCache } from '../../db/offline/person-cache.ts';
import { whereBroken } from '../../db/lock/seal.ts';
import { openResponse, sealResponse } from '../../db/lock/sealed-responses.ts';
import { sha256 } from '../uploads/staging/sha256.ts';
import type { FileToTurn, Form } from './left-to-turn.ts';

function asideCacheName(userId: string, name: string): string {
  return `counterpart-aside-${userId}/${name}`;
}

/**
 * Converts a cached file to the other form: writes a copy, reads it back and verifies it, then replaces the old file. If the
 * browser ends midway, neither file may be there, so `finishCached` restores the copy.
 */
export async function turnCached(
  userId: string,
  form: Form,
  { cache: name, request }: Extract<FileToTurn, { kind: 'cached' }>,
): Promise<void> {
  const asideName = asideCacheName(userId, name);
  const [cache, aside] = await openBoth(userId, name, asideName);
  if (!cache || !aside) return;
  const read = async (from: Cache) => {
    const kept = await from.match(request);
    return kept && opened(form, request, kept);
  };
  const kept = await cache.match(request);
  if (!kept || kept.headers.has(SEALED_HEADER) === form.seals) return;
  const hash = await hashOf(await read(cache)).catch(whereBroken);
  // Nobody will ever be able to open it, and it can be downloaded again.
  if (hash === 'broken') return void (await cache.delete(request));
  try {
    const turned = form.seals ? sealResponse(form, filePath(request), kept) : opened(form, request, kept);
    await aside.put(request, turned);
    if ((await hashOf(await read(aside))) !== hash) throw new Error('The stored file is incomplete.');
    const verified = await aside.match(request);
    // Files that were deleted in the meantime are not restored.
    if (verified && (await caches.has(name)) && (await cache.match(request)))
      await cache.put(request, verified);
  } catch (error) {
    // The copy is useless only if the old file is still there.
    if (await cache.match(request)) await caches.delete(asideName);
    throw error;
  }
  await caches.delete(asideName);
}

/** Puts a copy from an interrupted conversion in its place, unless the file was deleted. */
export async function finishCached(userId: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const asideName = asideCacheName(userId, name);
    if (!(await caches.has(asideName))) continue;
    const [cache, aside] = await openBoth(userId, name, asideName);
    if (!cache || !aside) return;
    for (const request of await aside.keys()) {
      const verified = await aside.match(request);
      if (verified && !(await cache.match(request))) await cache.put(request, verified);
    }
    await caches.delete(asideName);
  }
}

async function openBoth(userId: string, name: string, asideName: string): Promise<(Cache | null)[]> {
  return Promise.all([openPersonCache(userId, name), openPersonCache(userId, asideName)]);
}

function opened({ key }: Form, request: Request, kept: Response): Response {
  return kept.headers.has(SEALED_HEADER) ? openResponse(key, filePath(request), kept) : kept;
}

/** Returns the hash of a response's content; null = there is no response. */
async function hashOf(response: Response | undefined): Promise<string | null> {
  if (!response) return null;
  const { body } = response;
  return sha256({
    size: Number(response.headers.get('content-length') ?? 0),
    stream: () => body ?? new Blob([]).stream(),
    arrayBuffer: async () => response.arrayBuffer(),
  });
}
