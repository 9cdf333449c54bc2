/** The longest address that mail can be sent to (RFC 5321). */
const LENGTH_MAX = 320;

/** The pattern that the server accepts. A test keeps the two identical. */
const ADDRESS = /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/;

/**
 * Returns the email address that somebody typed or pasted, such as "Jane Doe <jane@alpha.com>" or
 * "mailto:jane@alpha.com", without surrounding text. Returns any other text unchanged.
 */
export function cleanEmail(text: string): string {
  const typed = text
    .normalize('NFKC')
    .replaceAll(/[\u200B-\u200D\u2060\uFEFF]/g, '')
    .trim();
  const inBrackets = /<\s*(?:mailto:)?([^<>\s]+@[^<>\s]+?)\s*>$/i.exec(typed)?.[1];
  return (inBrackets ?? typed).replace(/^mailto:\s*/i, '').replace(/[\s;,.]+$/, '');
}

/** Returns what is wrong with an email address, as a sentence, or null if mail can be sent to it. */
export function emailProblem(address: string): string | null {
  if (ADDRESS.test(address) && address.length <= LENGTH_MAX) return null;
  if (address.split('@').length > 2 && /[\s;,/]/.test(address))
    return `“${address}” is more than one email address.`;
  if (/\s/.test(address)) return `The email address “${address}” has a space in it.`;
  const foreign = /[^\u0021-\u007E]/u.exec(address)?.[0];
  if (foreign !== undefined)
    return `The email address “${address}” contains a character that isn’t allowed: ${foreign}`;
  return `“${address}” isn’t an email address.`;
}
