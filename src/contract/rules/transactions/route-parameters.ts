/**
 * What a page's address names in its query (docs/product/app-shell.md, "Addresses"); null = nothing. The item:
 * src/app/checklist/linked-row.ts.
 */
interface RouteParameters {
  transaction: string | null;
  project: string | null;
}

const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Returns whether text from an address is an id. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** `id` is what the page is about; an invalid id counts as none. */
export function routeParameters(query: URLSearchParams): RouteParameters {
  const idOf = (...names: string[]) => names.map((name) => query.get(name) ?? '').find(isUuid) ?? null;
  return { transaction: idOf('transactionId', 'id'), project: idOf('projectId', 'id') };
}
