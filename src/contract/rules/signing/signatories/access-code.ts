/** The limits of an access code, without spaces and hyphens. With six characters, guessing takes years at the pace that the server allows. */
const LEAST = 6;
const MOST = 40;

/**
 * Returns a code in the form in which codes are compared. People read codes out and type them, so case, spaces and hyphens
 * don't count.
 */
export function plainAccessCode(code: string): string {
  return code
    .normalize('NFKC')
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
}

/** Returns what is wrong with a new code, in a sentence; null if it can be used. */
export function accessCodeProblem(code: string): string | null {
  const { length } = plainAccessCode(code);
  if (length < LEAST) return `An access code needs at least ${LEAST} letters or digits.`;
  if (length > MOST) return `An access code can have at most ${MOST} letters or digits.`;
  return new Set(plainAccessCode(code)).size < 3 ? 'This code is too easy to guess.' : null;
}
