import { createPrivateKey, type KeyObject } from 'node:crypto';

/** Parses an RSA private key from text in which line breaks may be written as \n; null for anything else. */
export function rsaKeyIn(text: string): KeyObject | null {
  try {
    const key = createPrivateKey(text.replaceAll('\\n', '\n'));
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}
