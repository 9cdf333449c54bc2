/**
 * Returns the custom keys that a text names as `{{key}}` (docs/product/documents.md, "Custom fields"), in order, each
 * once.
 */
export function variablesIn(text: string): string[] {
  const named = [...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, key = '']) => key.trim());
  return [...new Set(named.filter((key) => key !== ''))];
}

/** Returns whether two names are the same custom key. */
export function isSameKey(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
