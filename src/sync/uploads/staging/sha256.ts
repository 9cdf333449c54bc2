import { createSHA256 } from 'hash-wasm';
import type { PlainBytes } from '../../../db/lock/seal.ts';

/** Up to this size, a file is read at once for the browser's own digest, which is several times as fast. Bytes. */
const AT_ONCE = 32 * 1024 * 1024;

/** Returns the hex SHA-256 of bytes. Large data, which may be 500 MB, is read as a stream. */
export async function sha256(bytes: Pick<PlainBytes, 'size' | 'stream' | 'arrayBuffer'>): Promise<string> {
  // The browser only provides it on pages over a secure connection.
  if (bytes.size > AT_ONCE || !('subtle' in crypto)) return sha256OfStream(bytes);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer()));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

async function sha256OfStream(bytes: Pick<PlainBytes, 'stream'>): Promise<string> {
  const hash = await createSHA256();
  hash.init();
  const reader = bytes.stream().getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) hash.update(chunk.value);
  return hash.digest('hex');
}
