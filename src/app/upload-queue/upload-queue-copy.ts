// The UI copy of the upload queue. Sentences marked "spec" are word for word from the specification
// (tests/house/specification-strings.test.ts).
import type { SigningType } from '../../contract/rules/documents/upload-checks.ts';
import { UPLOAD_MESSAGES } from '../../contract/rules/documents/upload-status.ts';
import { counted } from '../lib/format/numbers.ts';

export const SIGNING_LABELS: Record<SigningType, string> = {
  to_be_signed: 'To be signed',
  // spec
  non_executable: 'Non-executable',
  // spec
  fully_executed: 'Executed',
};

/** The drawer and its button. */
export const QUEUE = {
  name: 'Upload Queue',
  // spec
  handle: (count: number) => `Upload Queue (${count})`,
  list: 'Documents in the upload queue',
  // spec
  empty: 'Select documents or drag and drop.',
  needAttention: (count: number) => `${counted(count, 'document needs', 'documents need')} your attention`,
  // spec
  complete: (done: number, all: number) => `${done} of ${all} documents complete.`,
  // spec
  failed: (failed: number, all: number) => `Failed to upload ${failed} of ${all} documents.`,
  selectAll: 'Select all',
  deleteSelected: 'Delete selected',
  clear: 'Clear',
  signingType: 'Signing type',
  signingTypeOfSelected: 'Signing type of the selected documents',
  addAsVersion: 'Add as new version…',
  // spec
  add: (count: number) => `Add ${counted(count, 'document', 'documents')} to transaction`,
  selectFirst: 'Select the documents to add.',
  deselectFailed: 'Deselect or delete the documents that need your attention.',
  notReady: (count: number) => `${counted(count, 'document isn’t', 'documents aren’t')} ready yet.`,
  addVersionAct: (item: string) => `New version of “${item}”`,
  versionAdded: (document: string, item: string) => `“${document}” is now the current version of “${item}”.`,
};

/** What holds up all uploads of this device, and what the user can do about it. */
export const QUEUE_STATE = {
  paused: 'Uploads are paused.',
  dataSaver: 'Waiting: data saver is on.',
  notify: 'Notify me when done',
  retry: 'Try again now',
  uploadAnyway: 'Upload anyway',
  pause: 'Pause uploads',
  resume: 'Resume uploads',
};

export const CLEAR_QUEUE = {
  title: 'Clear the upload queue?',
  confirm: 'Clear queue',
  unsaved: (count: number) =>
    count === 1
      ? '1 file isn’t on the server yet. It will be deleted from this device.'
      : `${count} files aren’t on the server yet. They will be deleted from this device.`,
  saved: (count: number) =>
    `${counted(count, 'document', 'documents')} in the queue will be deleted for everyone in this transaction.`,
  /** `theirs` is how many of the `saved` documents, which the sentence above counts, came from others. */
  uploadedByOthers: (theirs: number, saved: number) => {
    if (theirs === 1) return `${saved === 1 ? 'It' : '1 of them'} was uploaded by another participant.`;
    return `${theirs === saved ? 'They' : `${theirs} of them`} were uploaded by other participants.`;
  },
  nothingLost: 'These files were never uploaded, so nothing will be lost.',
};

/** What happens to unsent work if the user closes the app now. `work` is "2 files", "1 file and 3 changes". */
export const CLOSING = {
  copying: 'Keep Counterpart open: files are still being copied to this device.',
  safe: 'You can close Counterpart.',
  saved: 'Everything is saved. You can close Counterpart.',
  files: (count: number) => counted(count, 'file', 'files'),
  changes: (count: number) => counted(count, 'change', 'changes'),
  both: (files: string, changes: string) => `${files} and ${changes}`,
  keepsUploading: (work: string) =>
    `${work} will keep uploading for a few minutes and continue when you come back.`,
  sentLater: (work: string, count: number, when: keyof typeof SENT_WHEN) =>
    `${work} ${count === 1 ? 'is' : 'are'} kept on this device and will be sent ${SENT_WHEN[when]}.`,
  needAttention: (work: string, count: number) =>
    `${work} ${count === 1 ? 'needs' : 'need'} your attention and ${count === 1 ? 'stays' : 'stay'} on this device.`,
  addAgain: (count: number) => `${counted(count, 'file needs', 'files need')} to be added again.`,
  notAdded: (count: number) => `${counted(count, 'file wasn’t', 'files weren’t')} added.`,
};

const SENT_WHEN = {
  signedIn: 'after you sign in again',
  resumed: 'after you resume uploads',
  connected: 'as soon as there is a connection',
  back: 'when you come back',
  backOnline: 'when you come back online',
  unlocked: 'after you come back and unlock this device',
  unlockedOnline: 'after you come back online and unlock this device',
};

/** One row of the queue. */
export const ROW = {
  select: (name: string) => `Select ${name}`,
  nameField: (name: string) => `Name of ${name}`,
  signingType: (name: string) => `Signing type of ${name}`,
  progress: (name: string) => `Upload progress of ${name}`,
  versionBadge: (item: string) => `New version of ${item}`,
  retry: (name: string) => `Retry ${name}`,
  addAgain: (name: string) => `Add ${name} again`,
  pickAgain: (name: string) => `File for ${name}`,
  upload: (name: string) => `Upload ${name}`,
  uploadAnyway: (name: string) => `Upload ${name} anyway`,
  delete: (name: string) => `Delete ${name}`,
  failed: (sentence: string) => `Failed: ${sentence}`,
  withReason: (sentence: string, reason: string) => `${sentence}: ${reason}`,
  duplicate: (name: string) => `Already in this transaction as “${name}”.`,
  duplicateGone: (name: string) => `The same file, “${name}”, is no longer in this transaction.`,
  receipt: (sha256: string) => `The server received this file unchanged. SHA-256: ${sha256}`,
};

/** Why an upload failed (docs/product/upload-queue.md, "Messages"). All of these are spec. */
export const FAILURES = { ...UPLOAD_MESSAGES, notPresigned: 'Failed to get pre-signed URL' };

/** The state of one upload. */
export const STATUS = {
  // spec
  waitingOnDms: 'Accessing document....',
  waiting: 'Waiting…',
  uploading: 'Uploading…',
  saving: 'Saving…',
  converting: 'Converting…',
  preparing: 'Preparing pages…',
  preparingFor: (seconds: number) => `Preparing pages, about ${seconds} s left`,
  ready: (pages: number) => `Ready, ${counted(pages, 'page', 'pages')}`,
  paused: 'Paused',
  dataSaver: 'Waiting: data saver is on',
  signedOut: 'Waiting for you to sign in',
  offline: 'Waiting for a connection',
  savedSignedOut: 'Saved. We’ll continue after you sign in.',
  savedOffline: 'Saved. We’ll continue when you’re online.',
  retrying: (reason: string) => `${reason} Trying again…`,
};

/** The ways to add files to the queue. */
export const ADD_FILES = {
  // spec
  dropHere: 'Drop documents to begin uploading.',
  // spec
  types: 'Supported file types: pdf, doc, docx',
  dropReturned: 'Drop signed pages to match them.',
  documents: 'Documents',
  signedPages: 'These are signed pages',
  signedPagesOf: (name: string) => `Signed pages of ${name}`,
  orOnRow: 'Or drop signed pages on the row of the person or entity they are from.',
  signedAdded: (count: number) =>
    `${counted(count, 'file with signed pages', 'files with signed pages')} added`,
  showReturned: 'Show returned pages',
  returnedTypes: 'Supported file types: PDF, JPEG, PNG',
  upload: 'Upload',
  fromComputer: ' from computer',
  picker: 'Files to upload',
  // spec
  dmsName: (type: string) => (type === 'IMANAGE' ? 'iManage' : 'NetDocuments'),
  unreadable: 'This file couldn’t be read. Check that you can open it, then add it again.',
  emptyFolder: 'There are no files in that folder.',
  failed: 'The files couldn’t be added to the upload queue. Try adding them again.',
  rejected: (names: string, reason: string) => `${names}: ${reason}`,
  andMore: (first: string, others: number) => `${first} and ${counted(others, 'more file', 'more files')}`,
  moreRejected: (count: number) => `${counted(count, 'more file', 'more files')} couldn’t be added.`,
};

/** The choice of the document that a file is a new version of. */
export const VERSION = {
  title: (name: string) => `Add “${name}” as a new version`,
  cancel: 'Cancel',
  search: 'Document on the checklist',
  placeholder: 'Search documents',
  none: 'No documents found.',
  loading: 'Loading…',
  more: (shown: number) => `Only the first ${shown} documents are shown. Search to find others.`,
  noFile: 'No file yet',
  replaces: 'Becomes the current version',
};
