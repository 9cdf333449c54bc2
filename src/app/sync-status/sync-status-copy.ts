// The UI copy of the sync indicator, which is loaded with the first screen. The dialog behind it has sync-dialog-copy.ts.
import { counted } from '../lib/format/numbers.ts';

export const SYNC_STATUS = {
  name: 'Sync status',
  signIn: 'Sign in',
  rejected: (count: number) => counted(count, 'change was rejected', 'changes were rejected'),
  notUploaded: (count: number) => counted(count, 'file was not uploaded', 'files were not uploaded'),
  undecided: (count: number) => counted(count, 'file needs your attention', 'files need your attention'),
  unfiled: (count: number) => counted(count, 'file needs a transaction', 'files need a transaction'),
  review: (count: number) => `${count} to review`,
  copying: 'Copying files…',
  saving: 'Saving…',
  connecting: 'Connecting…',
  saved: 'All changes saved',
  savedBrief: 'Saved',
  offline: 'Offline',
  offlineAnd: (state: string) => `Offline – ${state}`,
  offlineAndBrief: (state: string) => `Offline, ${state}`,
  /** There was a response, but not a valid one from our server. */
  trouble: 'The server is not responding correctly',
  troubleBrief: 'Server problem',
  signedOut: 'Signed out',
  outdated: 'Reload to update',
  uploadsPaused: { paused: 'Uploads are paused', sparing: 'Data saver is on' },
  stalled: (changes: number, since: string) =>
    `${counted(changes, 'change', 'changes')} unsent since ${since}`,
  work: (changes: number, files: number) =>
    [
      ...(changes > 0 ? [counted(changes, 'change', 'changes')] : []),
      ...(files > 0 ? [counted(files, 'file', 'files')] : []),
    ].join(' and '),
  onDevice: (work: string) => `${work} on this device`,
  waiting: (state: string, work: string) => `${state} – ${work} waiting`,
  brief: (state: string, waiting: number) => (waiting > 0 ? `${state} (${waiting})` : state),
};

/** The label of a single transaction. */
export const SYNCED_LABEL = {
  never: 'Not on this device yet',
  syncedAt: 'Synced at',
  onDeviceOnly: (work: string) => `${work} on this device only`,
  notSynced: 'Not synced yet',
};
