import type { Diagnostics } from '../../../db/queries/status/diagnostics.ts';
import type { SyncSummary } from '../../../db/queries/status/sync-status.ts';
import type { OutboxRow } from '../../../db/rows.ts';
import type { StorageFacts } from '../../lib/device/storage.ts';

/** Returns everything on the page for support, with names and all unsent text, but no document contents. */
export function diagnosticsAsJson(facts: Diagnostics, storage: StorageFacts | null): string {
  const dealNames = Object.fromEntries(facts.dealNames);
  return JSON.stringify(
    { at: new Date().toISOString(), browser: navigator.userAgent, ...facts, dealNames, storage },
    null,
    2,
  );
}

/**
 * Returns whether the user may set an edit aside (SPEC: REJ12): the server responded but did not accept it, or it is the only
 * edit without a response while the server can be reached. An edit that failed because there was no connection is sent again
 * automatically.
 */
export function maySetAside(
  { state, lastError, unreachable = false }: Pick<OutboxRow, 'state' | 'lastError' | 'unreachable'>,
  connection: SyncSummary['connection'],
): boolean {
  if (state === 'acked' || lastError === undefined) return false;
  return !unreachable || connection === 'online';
}
