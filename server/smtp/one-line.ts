/**
 * Returns another person's text as one line of at most `max` characters, for subjects, names and mail servers'
 * messages.
 */
export function oneLine(text: string, max: number): string {
  // Control characters and line separators; marks that change the text direction could make a name look like a different one.
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  // A character has at most two code units, so no more of the text than necessary is split.
  const characters = Array.from(line.slice(0, max * 2 + 2));
  const whole = characters.length <= max;
  return whole
    ? line
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}
