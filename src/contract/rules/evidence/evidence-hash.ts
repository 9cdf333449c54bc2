import { hashedText } from './hash-chain.ts';

/** Returns the hash of a value: SHA-256 of its text (hashedText), as hexadecimal digits. */
export async function evidenceHash(value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(hashedText(value));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
