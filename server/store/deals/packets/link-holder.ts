import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The caller of a signing room: the secret of the link, the secret of the device and, if the access code was entered in that
 * browser, the proof of it.
 */
export interface LinkHolder {
  readonly token: string;
  readonly pass: string | null;
  readonly device: string | null;
}

/**
 * Returns the proof that the access code was entered, for one link and a limited time. Its key is the stored hash of the
 * code, which never leaves the server, so it ends when the code changes.
 */
export function passFor(token: string, codeHash: string, until: Date): string {
  const end = String(until.getTime());
  return `${end}.${proofOf(token, end, codeHash)}`;
}

/** Returns whether a caller has entered the code. */
export function hasEnteredCode(
  { token, pass }: Pick<LinkHolder, 'token' | 'pass'>,
  codeHash: string,
  now: Date,
): boolean {
  const [end = '', proof = ''] = (pass ?? '').split('.');
  if (!/^\d{1,15}$/.test(end) || Number(end) <= now.getTime()) return false;
  const expected = Buffer.from(proofOf(token, end, codeHash));
  const given = Buffer.from(proof);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function proofOf(token: string, end: string, codeHash: string): string {
  return createHmac('sha256', codeHash).update(`${token} ${end}`).digest('base64url');
}
