/** So many characters a password has at least. */
const PASSWORD_MIN = 10;
/** At most, as JavaScript counts: beyond it is no password but a way to keep the server busy. */
const PASSWORD_MAX = 1000;

const DIFFERENT_MIN = 4;

/**
 * What is wrong with a new password, as a sentence; null = nothing, apart from the list of common passwords, which only the
 * server has.
 */
export function passwordFault(password: string): string | null {
  if (password.length > PASSWORD_MAX) return `A password has at most ${PASSWORD_MAX} characters.`;
  const characters = Array.from(password);
  if (characters.length < PASSWORD_MIN) return `A password has at least ${PASSWORD_MIN} characters.`;
  if (new Set(characters).size < DIFFERENT_MIN) {
    return `A password has at least ${DIFFERENT_MIN} different characters.`;
  }
  return null;
}
