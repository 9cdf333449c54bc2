import { filePath, SEALED_HEADER } from '../../db/lock/file-cache.ts';
import { SealBrokenError } from '../../db/lock/seal.ts';
import { openResponse, sealResponse } from '../../db/lock/sealed-responses.ts';
import { sha256 } from '../uploads/sha256.ts';
import type { FileToTurn, Form } from './left-to-turn.ts';

function asideCacheName(userId: string, name: string): string {
  return `counterpart-aside-${userId}/${name}`;
}

/**
 * Brings a file of a cache into the other form: written aside, read back and verified, then put in the place of the old. A browser
 * that is ended in the middle of that may have neither the old nor the new there: `finishCached` has it from aside.
 */
export async function turnCached(
  userId: string,
  form: Form,
  { cache: name, request }: Extract<FileToTurn, { kind: 'cached' }>,
): Promise<void> {
  const asideName = asideCacheName(userId, name);
  const [cache, aside] = await Promise.all([caches.open(name), caches.open(asideName)]);
  const read = async (from: Cache) => {
    const kept = await from.match(request);
    return kept && opened(form, request, kept);
  };
  try {
    const kept = await cache.match(request);
    if (!kept || kept.headers.has(SEALED_HEADER) === form.seals) return;
    await aside.put(
      request,
      form.seals ? sealResponse(form, filePath(request), kept) : opened(form, request, kept),
    );
    if ((await hashOf(await read(aside))) !== (await hashOf(await read(cache))))
      throw new Error('The file was not kept whole.');
    const verified = await aside.match(request);
    // What was let go of meanwhile is not brought back.
    if (verified && (await caches.has(name)) && (await cache.match(request)))
      await cache.put(request, verified);
  } catch (error) {
    if (!(error instanceof SealBrokenError)) throw error;
    // Nobody will ever open it, and it can be fetched again.
    await cache.delete(request);
  } finally {
    await caches.delete(asideName);
  }
}

/** What was cut off between the old and the new: it is put where it belongs, unless that was let go of. */
export async function finishCached(userId: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const asideName = asideCacheName(userId, name);
    if (!(await caches.has(asideName))) continue;
    const [cache, aside] = await Promise.all([caches.open(name), caches.open(asideName)]);
    for (const request of await aside.keys()) {
      const verified = await aside.match(request);
      if (verified && !(await cache.match(request))) await cache.put(request, verified);
    }
    await caches.delete(asideName);
  }
}

function opened({ key }: Form, request: Request, kept: Response): Response {
  return kept.headers.has(SEALED_HEADER) ? openResponse(key, filePath(request), kept) : kept;
}

/** Of what a response holds; null = there is none. */
async function hashOf(response: Response | undefined): Promise<string | null> {
  if (!response) return null;
  const { body } = response;
  return sha256({
    size: Number(response.headers.get('content-length') ?? 0),
    stream: () => body ?? new Blob([]).stream(),
    arrayBuffer: async () => response.arrayBuffer(),
  });
}
