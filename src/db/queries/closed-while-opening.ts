import { Dexie } from 'dexie';

/**
 * Whether what was asked had waited for the database to be opened, and the browser closed it again meanwhile, as when site
 * data is cleared. It is opened once more; live queries, which wait for a closed one, break by this.
 */
export function isClosedWhileOpening(error: unknown): boolean {
  if (!(error instanceof Dexie.OpenFailedError)) return false;
  const inner: unknown = error.inner;
  return inner instanceof Error && inner.name === 'AbortError';
}
