/** Returns whether a name has anything to print: a letter or a digit. */
export function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Returns the initials of a name: the first letter of each word, at most four. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s-]+/u).filter(hasLetters);
  return words
    .flatMap((word) => /[\p{L}\p{N}]/u.exec(word)?.[0] ?? [])
    .slice(0, 4)
    .join('')
    .toLocaleUpperCase('en-US');
}
