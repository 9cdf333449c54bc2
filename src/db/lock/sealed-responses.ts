import { SEALED_HEADER } from './file-cache.ts';
import { opening, sealing } from './seal.ts';

/** A stored file: its sealed body, with the headers that reading through the cache needs. */
export function sealResponse(
  { lock, key }: { lock: string; key: CryptoKey },
  path: string,
  response: Response,
): Response {
  const headers = headersOf(response);
  headers.set(SEALED_HEADER, lock);
  return new Response(response.body?.pipeThrough(sealing(key, identityOf(path))) ?? null, { headers });
}

/** The original file. Reading a body that can't be opened fails at the damaged place. */
export function openResponse(key: CryptoKey, path: string, kept: Response): Response {
  const headers = headersOf(kept);
  return new Response(kept.body?.pipeThrough(opening(key, identityOf(path))) ?? null, { headers });
}

/** Its length is the original's. Without Accept-Ranges, the reader reads the whole file. */
function headersOf({ headers }: Response): Headers {
  const kept = new Headers();
  for (const name of ['content-type', 'content-length']) {
    const value = headers.get(name);
    if (value !== null) kept.set(name, value);
  }
  return kept;
}

/** Returns the identity of a file for its seal. Its path names a document, the hash of its file, and the part that is shown. */
function identityOf(path: string): string {
  return `cached${path}`;
}
