const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Returns whether text from an address is an id. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/**
 * Returns the transaction that a page's address names in its query (docs/product/app-shell.md, "Addresses"); null without a valid id.
 * The item: src/app/checklist/linked-row.ts.
 */
export function transactionInQuery(query: URLSearchParams): string | null {
  return ['transactionId', 'id'].map((name) => query.get(name) ?? '').find(isUuid) ?? null;
}
