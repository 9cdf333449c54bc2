import type { Diagnostics } from '../../../db/queries/status/diagnostics.ts';
import type { StorageFacts } from '../../lib/device/storage.ts';

/** All that the page shows, for whoever helps: names, and unsent edits with all that was typed, but no bytes of documents. */
export function diagnosticsAsJson(facts: Diagnostics, storage: StorageFacts | null): string {
  const dealNames = Object.fromEntries(facts.dealNames);
  return JSON.stringify(
    { at: new Date().toISOString(), browser: navigator.userAgent, ...facts, dealNames, storage },
    null,
    2,
  );
}
