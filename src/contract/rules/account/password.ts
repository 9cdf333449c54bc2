/** The minimum number of characters of a password. */
const PASSWORD_MIN = 10;
/** The maximum, as JavaScript counts: a longer text is not a password but an attempt to keep the server busy. */
const PASSWORD_MAX = 1000;

const DIFFERENT_MIN = 4;

/**
 * Returns what is wrong with a new password, as a sentence; null = nothing, except for the list of common passwords,
 * which only the server has.
 */
export function passwordFault(password: string): string | null {
  if (password.length > PASSWORD_MAX) return `A password can have at most ${PASSWORD_MAX} characters.`;
  const characters = Array.from(password);
  if (characters.length < PASSWORD_MIN) return `A password must have at least ${PASSWORD_MIN} characters.`;
  if (new Set(characters).size < DIFFERENT_MIN) {
    return `A password must have at least ${DIFFERENT_MIN} different characters.`;
  }
  return null;
}
