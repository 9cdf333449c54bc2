import { isAccountLane } from '../../../db/queries/status/diagnostics.ts';
import type { SyncSummary } from '../../../db/queries/status/sync-status.ts';
import type { OutboxRow } from '../../../db/rows.ts';
import { SYNC_STATUS } from '../../sync-status/sync-status-copy.ts';

/** Names of the deals, by lane. */
type DealNames = ReadonlyMap<string, string>;

/** A deal by its name; its id is in the JSON. */
export function dealInWords(lane: string, names: DealNames): string {
  return names.get(lane) ?? 'a transaction that is not on this device';
}

const COLLECTIONS: Record<string, string> = {
  changes: 'All that changed',
  activity: 'Who did what',
  elements: 'Checklist',
  items: 'Instruments',
  documents: 'Documents',
  transactions: 'List of transactions',
  notifications: 'Notifications',
};

/** What is loaded from the server as one. */
export function collectionInWords(collection: string): string {
  return COLLECTIONS[collection] ?? collection;
}

const REQUESTS: Record<string, string> = {
  session: 'Prolong the sign-in',
  config: 'Ask what the server offers',
  events: 'Hear of changes as they happen',
  upload: 'Upload a file',
  remove: 'Delete a file that was taken off the queue',
  settle: 'Finish an upload',
};

/** What a request was for, by the name that the engine notes it under (`push/LANE`, `pull/LANE/COLLECTION`, …). */
export function requestInWords(what: string, names: DealNames): string {
  const [kind = '', lane = '', collection = ''] = what.split('/');
  if (kind === 'push') {
    return isAccountLane(lane) ? 'Send what you have read' : `Send changes of ${dealInWords(lane, names)}`;
  }
  if (kind === 'pull') {
    const loaded = `Load: ${collectionInWords(collection)}`;
    return isAccountLane(lane) ? loaded : `${loaded}, ${dealInWords(lane, names)}`;
  }
  return REQUESTS[kind] ?? what;
}

/** How the connection stands, as the indicator has it. */
export function connectionInWords(connection: SyncSummary['connection']): string {
  return CONNECTIONS[connection];
}

const CONNECTIONS: Record<SyncSummary['connection'], string> = {
  connecting: 'Connecting',
  online: 'Online',
  offline: 'Offline',
  trouble: SYNC_STATUS.trouble,
  signed_out: 'Signed out',
  update_needed: 'Counterpart must be reloaded',
};

/**
 * Where a change stands. To have been tried is not to be on its way: one that came to nothing waits for the next time, one
 * that was written to a file for its first, and without a connection nothing goes. `heldBy` is why the first of its deal
 * has not gone, which holds up those behind it; null = nothing does.
 */
export function stateInWords(
  { state, lastError }: Pick<OutboxRow, 'state' | 'lastError'>,
  connection: SyncSummary['connection'],
  heldBy: string | null,
): string {
  if (state === 'acked') return 'On the server';
  const goes = connection === 'online' && lastError === undefined && heldBy === null;
  return state === 'attempted' && goes ? 'Being sent' : 'Waits';
}

/**
 * Whether the person may set an edit aside (SPEC: REJ12): it was answered and not taken, or it alone does not get through
 * while the server is there. What met no server while there was none goes by itself.
 */
export function maySetAside(
  { state, lastError, unreachable = false }: Pick<OutboxRow, 'state' | 'lastError' | 'unreachable'>,
  connection: SyncSummary['connection'],
): boolean {
  if (state === 'acked' || lastError === undefined) return false;
  return !unreachable || connection === 'online';
}
