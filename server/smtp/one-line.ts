/** A text of other people's as one line of at most `max` characters: for subjects, names and what a mail server says. */
export function oneLine(text: string, max: number): string {
  // Controls and separators of lines; marks that turn the direction of what follows could show one name as another.
  const line = text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  // A character is at most two units: no more are taken apart than can be needed.
  const characters = Array.from(line.slice(0, max * 2 + 2));
  const whole = characters.length <= max;
  return whole
    ? line
    : `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`;
}
