/** The maximum number of names in a sentence. */
const MOST_NAMED = 3;

/** Returns names for a sentence, each once: "Ann, Bo and 2 more". */
export function inWords(names: readonly string[]): string {
  const known = [...new Set(names)];
  if (known.length <= MOST_NAMED) return new Intl.ListFormat('en').format(known);
  return `${known.slice(0, MOST_NAMED).join(', ')} and ${known.length - MOST_NAMED} more`;
}
