// The UI copy of the diagnostics page.
import { isAccountLane } from '../../../db/queries/status/diagnostics.ts';
import type { SyncSummary } from '../../../db/queries/status/sync-status.ts';
import type { FileRow, OutboxRow } from '../../../db/rows.ts';
import { counted, formatSize } from '../../lib/format/numbers.ts';
import { SYNC_STATUS } from '../../sync-status/sync-status-copy.ts';

export const DIAGNOSTICS = {
  title: 'Diagnostics',
  hint: 'The state of your work on this device and on the server, for you and your IT support. Nothing on this page is sent to anyone.',
  copy: 'Copy as JSON',
  copied:
    'Copied. It contains names of transactions and files, and unsent text such as notes, but no document contents.',
  copyFailed: 'Your browser didn’t allow copying.',
};

export const FACTS = {
  connection: 'Connection',
  lastContact: 'Last response from the server',
  notYet: 'None yet',
  attention: 'Needs your attention',
  nothing: 'Nothing',
  syncing: 'Syncing',
  syncingSince: (when: string) => `Since ${when}, in one of your tabs`,
  notSyncing: 'Not yet',
  healed: 'Differences from the server that were repaired',
  healedTimes: (times: number) => (times === 0 ? 'None' : counted(times, 'time', 'times')),
  storage: 'Storage used on this device',
  storageUsed: (usage: number, quota: number) => `${formatSize(usage)} of about ${formatSize(quota)}`,
  unknown: 'Unknown',
  offline: 'Offline transactions',
  lock: 'Device lock',
  lockState: (isOn: boolean) => (isOn ? 'On' : 'Off'),
  persisted: 'Data on this device',
  persistence: (persisted: boolean) =>
    persisted ? 'Stays until you delete it' : 'The browser may delete it when space is low',
  versions: 'Versions',
  versionNumbers: (contract: number, outbox: number, schema: number) =>
    `API ${contract}, unsent work ${outbox}, storage ${schema}`,
};

export const CHANGES = {
  title: 'Changes being sent',
  empty: 'No changes are waiting to be sent.',
  columns: ['Change', 'Transaction', 'State', 'Made', 'Problem', 'Action'],
  setAside: 'Set aside',
};

export const LANES = {
  title: 'Transactions with unsent changes',
  empty: 'No transaction has unsent changes.',
  columns: ['Transaction', 'Not on the server', 'On the server', 'Oldest', 'Problem'],
};

export const FILES = {
  title: 'Files being sent',
  empty: 'No files are waiting to be sent.',
  columns: ['File', 'Transaction', 'State', 'Added', 'Problem'],
};

export const SETBACKS = {
  title: 'Recent problems',
  empty: 'No recent problems.',
  columns: ['Last', 'Request', 'Problem', 'Times'],
};

export const LOADED = {
  title: 'Loaded from the server',
  empty: 'Nothing yet.',
  columns: ['Transaction', 'Data', 'Last', 'Last change number'],
};

/** Deal names, by lane. */
type DealNames = ReadonlyMap<string, string>;

/** Returns the name of a deal. Its id is only in the JSON. */
export function dealText(lane: string, names: DealNames): string {
  return names.get(lane) ?? 'a transaction that is not on this device';
}

const COLLECTIONS: Record<string, string> = {
  changes: 'all changes',
  activity: 'activity',
  elements: 'checklist',
  items: 'documents on the checklist',
  documents: 'document versions',
  transactions: 'transaction list',
  notifications: 'notifications',
};

/** Returns the name of a collection that is loaded from the server. */
export function collectionText(collection: string): string {
  return COLLECTIONS[collection] ?? collection;
}

const REQUESTS: Record<string, string> = {
  session: 'Extend the session',
  config: 'Load the server’s settings',
  events: 'Receive changes live',
  upload: 'Upload a file',
  remove: 'Delete a file removed from the queue',
  settle: 'Finish an upload',
};

/** Returns what a request was for, given the engine's name for it (`push/LANE`, `pull/LANE/COLLECTION`, …). */
export function requestText(what: string, names: DealNames): string {
  const [kind = '', lane = '', collection = ''] = what.split('/');
  if (kind === 'push') {
    return isAccountLane(lane) ? 'Mark notifications as read' : `Send changes to ${dealText(lane, names)}`;
  }
  if (kind === 'pull') {
    const loaded = `Load ${collectionText(collection)}`;
    return isAccountLane(lane) ? loaded : `${loaded} of ${dealText(lane, names)}`;
  }
  return REQUESTS[kind] ?? what;
}

/** The states of the connection, in the same words as the sync status. */
export const CONNECTIONS: Record<SyncSummary['connection'], string> = {
  connecting: 'Connecting',
  online: 'Online',
  offline: 'Offline',
  trouble: SYNC_STATUS.trouble,
  signed_out: 'Signed out',
  update_needed: 'Counterpart needs to be reloaded',
};

/**
 * Returns the state of a change. An attempted change is being sent only while it can be: after a failure, without a connection, or
 * behind a blocked change of its deal, it waits. `blockedBy` is why the first change of its deal was not sent, or null.
 */
export function changeStateText(
  { state, lastError }: Pick<OutboxRow, 'state' | 'lastError'>,
  connection: SyncSummary['connection'],
  blockedBy: string | null,
): string {
  if (state === 'acked') return 'On the server';
  const canBeSent = connection === 'online' && lastError === undefined && blockedBy === null;
  return state === 'attempted' && canBeSent ? 'Sending' : 'Waiting';
}

/** The states of a queued file. */
export const UPLOAD_STATES: Record<FileRow['status'], string> = {
  REMOVED: 'Removed from the queue',
  SELECTED_FROM_DMS: 'Selected in the document management system',
  WAITING_ON_DMS: 'Loading from the document management system',
  QUEUED: 'Waiting',
  IN_PROGRESS: 'Started',
  FETCHING_PRESIGNED_URL: 'Requesting an upload address',
  SUCCESS_FETCHING_PRESIGNED_URL: 'Ready to send',
  UPLOADING_FILE_TO_STORE: 'Sending',
  SUCCESS_UPLOADING_FILE_TO_STORE: 'Sent',
  CREATING_DOCUMENT: 'Creating the document',
  SUCCESS_CREATING_DOCUMENT: 'Saved',
  FAILED_DROP: 'Not accepted',
  FAILED_FILE_TOO_SMALL: 'Too small',
  FAILED_FETCHING_PRESIGNED_URL: 'Failed before it was sent',
  FAILED_UPLOADING_FILE_TO_STORE: 'Failed while sending',
  FAILED_CREATING_DOCUMENT: 'Couldn’t create the document',
};
