import { randomBytes } from 'node:crypto';

/** RFC 4648. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const BYTES = 10;

/** Returns a new code for a page: `CP-` and 16 characters with 80 random bits. It identifies a scan of the page. */
export function newShortCode(): string {
  let bits = BigInt(`0x${randomBytes(BYTES).toString('hex')}`);
  let code = '';
  for (let at = 0; at < (BYTES * 8) / 5; at += 1) {
    code = `${ALPHABET[Number(bits & 31n)] ?? ''}${code}`;
    bits >>= 5n;
  }
  return `CP-${code}`;
}
