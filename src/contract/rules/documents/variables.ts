/** The custom keys that a text names as `{{key}}` (docs/product/documents.md, "Custom fields"), in their order, each once. */
export function variablesIn(text: string): string[] {
  const named = [...text.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, key = '']) => key.trim());
  return [...new Set(named.filter((key) => key !== ''))];
}

/** Whether two names are the same custom key's. */
export function isSameKey(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
