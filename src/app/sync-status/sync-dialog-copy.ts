// The UI copy of the dialog behind the sync indicator, which is loaded lazily.
import type { SyncApi } from '../../workers/sync-api.ts';
import { counted } from '../lib/format/numbers.ts';

export const SYNC_DIALOG = {
  title: 'Sync status',
  diagnostics: 'Diagnostics',
  done: 'Done',
  fileNeedsAttention: (file: string) => `“${file}” needs your attention in the upload queue of`,
  rejectedChanges: 'Changes that need your attention',
  needAttention: (count: number) =>
    counted(count, 'change needs your attention', 'changes need your attention'),
  nothingWaiting: 'Nothing is waiting to be sent.',
  waiting: (work: string, count: number) =>
    count === 1
      ? `${work} is kept on this device until the server has received it.`
      : `${work} are kept on this device until the server has received them.`,
  lastContact: (time: string) => `The server last responded at ${time}.`,
};

/** Why a request failed, if the server's response has no sentence for users. */
export const REASONS = {
  missing: 'It was deleted in the meantime, or you no longer have access to it.',
};

/** One rejected change. `change` is a sentence of edit-copy.ts. */
export const REJECTED = {
  toSendAgain: (count: number) => counted(count, 'change to send again', 'changes to send again'),
  noDeal: 'A transaction that is not on this device',
  made: 'Made',
  madeIn: (deal: string) => `${deal} · made`,
  deleted: 'It was deleted in the meantime. Deleted items can be restored for 30 days.',
  unreadable: 'This device can no longer read it, so it can’t be sent again.',
  dealGone: 'Its transaction is no longer on this device, so it can’t be sent again.',
  restoreAndRetry: 'Restore and try again',
  tryAgain: 'Try again',
  sendAgain: 'Send again',
  keepMine: 'Keep mine',
  keepTheirs: 'Keep theirs',
  edit: 'Edit…',
  discard: 'Discard',
  saveCopy: 'Save a copy',
  saveCopyOf: (file: string) => `Save a copy of “${file}”`,
  sending: (change: string) => `Sending again: ${change}.`,
  restoring: (change: string) => `Restoring, then sending again: ${change}.`,
  sendingAs: (text: string) => `Sending as “${text}”.`,
  keptTheirs: (change: string) => `Kept their version. Yours was: ${change}.`,
  alreadyDone: (change: string) => `Already done: ${change}.`,
  discarded: (change: string) => `Discarded: ${change}.`,
  dependents: (count: number) =>
    count === 1
      ? '1 change depends on it and will be sent or discarded with it:'
      : `${count} changes depend on it and will be sent or discarded with it:`,
  fileMissing: '(this device does not have the file)',
  textField: 'Your text',
  textMissing: 'Enter some text.',
  send: 'Send',
  cancel: 'Cancel',
};

/** The two versions of a field that two people changed. */
export const CONFLICT = {
  you: 'You',
  someoneElse: 'Someone else',
  changedItMeanwhile: (who: string) => `${who} changed it in the meantime to`,
  changedItAt: (who: string) => `${who} changed it at`,
  to: 'to',
  restIsSent: 'The rest of your change doesn’t conflict and will be sent either way.',
  formerMember: 'Someone who has left',
  unassigned: 'Unassigned',
  complete: ['Complete', 'Not complete'],
  done: ['Done', 'Not done'],
  yes: ['Yes', 'No'],
  noDate: 'No date',
  empty: 'Empty',
  quoted: (text: string) => `“${text}”`,
} as const;

/** The work that still has to be sent. */
export const UNSENT = {
  changes: (count: number) => counted(count, 'change to send', 'changes to send'),
  files: (count: number) => counted(count, 'file to upload', 'files to upload'),
  moreChanges: (count: number) => `Show ${counted(count, 'more change', 'more changes')}`,
  moreFiles: (count: number) => `Show ${counted(count, 'more file', 'more files')}`,
  sending: 'Sending',
  uploading: 'Uploading',
  uploadingPercent: (percent: number) => `Uploading, ${percent}%`,
  waiting: 'Waiting',
  deletion: (file: string) => `Delete the file “${file}” from the upload queue`,
};

export const UNSENT_FILE = {
  section: 'Unsent work as a file',
  intro: 'Save your unsent work as a file, or import a file from another device or browser.',
  export: 'Export unsent work',
  import: 'Import…',
  picker: 'File of unsent work',
  exported: 'The file was saved to your downloads. Nothing on this device has changed.',
  notIncluded: (files: string) =>
    `This device can no longer read these files, so they’re not included: ${files}.`,
  exportFailed: 'We couldn’t create the file. Nothing on this device has changed.',
  importFailed: 'We couldn’t import the file. Nothing has changed.',
};

type Imported = Awaited<ReturnType<SyncApi['importUnsentWork']>>;

/** Returns the result of importing unsent work. */
export function importResult(imported: Imported): string {
  switch (imported.outcome) {
    case 'imported': {
      const skipped = imported.settled > 0 ? ` ${skippedSentence(imported.settled)}` : '';
      if (imported.edits + imported.files === 0)
        return skipped === ''
          ? 'Everything in this file is already on this device.'
          : `Nothing was imported.${skipped}`;
      const changes = counted(imported.edits, 'change', 'changes');
      const files = counted(imported.files, 'file', 'files');
      return `Imported ${changes} and ${files}. Anything that the server already has won’t be sent again.${skipped}`;
    }
    case 'someone_else':
      return `This file belongs to ${imported.email}. Only they can import it, and nothing has changed.`;
    case 'damaged':
      return 'This file is damaged or doesn’t contain unsent work. Nothing has changed.';
    case 'newer':
      return 'This file was made by a newer version of Counterpart. Reload the page, then import it again.';
    case 'no_room':
      return 'There isn’t enough space on this device for the files in it. Nothing has changed.';
  }
}

function skippedSentence(count: number): string {
  return count === 1
    ? '1 was skipped because you’ve already discarded it, removed it, or tried it again here.'
    : `${count} were skipped because you’ve already discarded them, removed them, or tried them again here.`;
}
