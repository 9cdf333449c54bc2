/** The stored form of a key. The key that opens it is derived from a passphrase, which isn't stored anywhere. */
export interface WrappedKey {
  /** The rounds and the salt of PBKDF2 with SHA-256. */
  rounds: number;
  salt: Uint8Array<ArrayBuffer>;
  /** The key's 256 bits, encrypted with AES-GCM. */
  iv: Uint8Array<ArrayBuffer>;
  bytes: Uint8Array<ArrayBuffer>;
}

/** OWASP's recommendation for PBKDF2 with SHA-256. Each guess takes a good part of a second. */
const ROUNDS = 600_000;

/** The passphrase is incorrect, or the stored key is damaged. */
export class WrongPassphraseError extends Error {}

/** Creates a key, and wraps it for the user. Nobody can export the key. */
export async function makeKey(
  passphrase: string,
  userId: string,
): Promise<{ key: CryptoKey; wrapped: WrappedKey }> {
  const algorithm = { name: 'AES-GCM', length: 256 };
  const made = await crypto.subtle.generateKey(algorithm, true, ['encrypt', 'decrypt']);
  const wrapped = await wrap(made, passphrase, userId);
  return { wrapped, key: await unwrapKey(wrapped, passphrase, userId) };
}

/** @throws {WrongPassphraseError} */
export async function unwrapKey(wrapped: WrappedKey, passphrase: string, userId: string): Promise<CryptoKey> {
  return unwrap(wrapped, passphrase, userId, false);
}

/**
 * Wraps the same key with another passphrase.
 * @throws {WrongPassphraseError}
 */
export async function rewrapKey(
  wrapped: WrappedKey,
  { from, to }: { from: string; to: string },
  userId: string,
): Promise<WrappedKey> {
  return wrap(await unwrap(wrapped, from, userId, true), to, userId);
}

async function wrap(key: CryptoKey, passphrase: string, userId: string): Promise<WrappedKey> {
  const salt = crypto.getRandomValues(new Uint8Array(16));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const wrapping = await keyOf(passphrase, { rounds: ROUNDS, salt });
  const bytes = await crypto.subtle.wrapKey('raw', key, wrapping, algorithmOf(iv, userId));
  return { rounds: ROUNDS, salt, iv, bytes: new Uint8Array(bytes) };
}

async function unwrap(
  { bytes, iv, ...made }: WrappedKey,
  passphrase: string,
  userId: string,
  extractable: boolean,
): Promise<CryptoKey> {
  const wrapping = await keyOf(passphrase, made);
  const algorithm = algorithmOf(iv, userId);
  const uses: KeyUsage[] = ['encrypt', 'decrypt'];
  try {
    return await crypto.subtle.unwrapKey('raw', bytes, wrapping, algorithm, 'AES-GCM', extractable, uses);
  } catch (cause) {
    throw new WrongPassphraseError('The passphrase is incorrect.', { cause });
  }
}

/** On another keyboard, the same letters may have other code points, so they are normalized. */
async function keyOf(
  passphrase: string,
  { rounds: iterations, salt }: Pick<WrappedKey, 'rounds' | 'salt'>,
): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(passphrase.normalize('NFKC'));
  const typed = await crypto.subtle.importKey('raw', bytes, 'PBKDF2', false, ['deriveKey']);
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    typed,
    { name: 'AES-GCM', length: 256 },
    false,
    ['wrapKey', 'unwrapKey'],
  );
}

/** Bound to the user, so that no other user can unwrap it. */
function algorithmOf(iv: Uint8Array<ArrayBuffer>, userId: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(`counterpart/key/${userId}`) };
}
