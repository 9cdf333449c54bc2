import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

const HASHED_AT_ONCE = 4_000_000;

/**
 * Returns the SHA-256 of a file of any size, in one or more parts. It yields between pieces, so that requests don't have to
 * wait.
 */
export async function hashInPieces(...parts: readonly Uint8Array[]): Promise<Buffer> {
  const digest = createHash('sha256');
  for (const part of parts)
    for (let at = 0; at < part.length; at += HASHED_AT_ONCE) {
      if (at > 0) await setImmediate();
      digest.update(part.subarray(at, at + HASHED_AT_ONCE));
    }
  return digest.digest();
}
