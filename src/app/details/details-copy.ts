// The UI copy of the details panel: notes, tasks, documents and their versions.
import { counted } from '../lib/format/numbers.ts';
import { canBeRestored } from '../lib/format/restore-copy.ts';
import type { ChecklistEntry } from '../../db/views/checklist-snapshot.ts';

/** Someone who is no longer on the deal and whose name is unknown. */
export const FORMER_PARTICIPANT = 'Former participant';

export const PANEL = {
  name: 'Details and notes',
  kinds: { header: 'Header', item: 'Document', task: 'Task' } satisfies Record<
    ChecklistEntry['kind'],
    string
  >,
  title: 'Details',
  hide: 'Hide details',
  loading: 'This item is still loading.',
  notHere:
    'This item hasn’t loaded on this device, but others may have it. If you delete it, you delete it for everyone.',
  nothingSelected: 'Select an item to see its details and notes.',
};

export const FIELDS = {
  signingType: 'Signing type',
  isDeed: 'Signed as a deed, before a witness',
  areDeeds: 'Signed as a deed, before a witness (set for the whole transaction)',
  description: 'Description',
  nameOnPages: 'Name on signature pages',
  pagesEmbeddedIn: 'Signature pages are in',
  ownPages: 'This document',
  deletedDocument: 'A deleted document',
  assignee: 'Assignee',
  unassigned: 'Unassigned',
  due: 'Due',
  doneBy: (person: string | undefined, when: string) =>
    `Marked as done by ${person ?? 'a former participant'}, ${when}`,
  change: (name: string) => `Change “${name}”`,
};

export const NOTES = {
  title: 'Notes',
  none: 'No notes yet.',
  newNote: 'New note',
  write: 'Write a note',
  add: 'Add note',
};

export const VERSIONS = {
  title: 'Versions',
  uploadFirst: 'Upload file',
  uploadNew: 'Upload new version',
  newVersionOf: (name: string) => `New version of ${name}`,
  noFile: 'No file yet.',
  notHere: 'The file isn’t on this device.',
  uploading: 'In the upload queue',
  needsDecision: 'Waiting for you in the upload queue',
  version: (number: number) => `Version ${number}`,
  current: 'Current',
  notCurrent: 'Not current yet',
  conversionFailed: 'Conversion failed',
  converting: 'Converting…',
  pages: (count: number) => counted(count, 'page', 'pages'),
  review: (number: number) => `Compare version ${number} with the signed one`,
  makeCurrent: 'Make current',
  makeCurrentLabel: (number: number) => `Make current: version ${number}`,
  more: (number: number) => `More actions for version ${number}`,
  download: 'Download',
  takeBack: 'Move back to the upload queue',
  delete: 'Delete this version',
};

/** What the user did with a version: the name of the action, and the toast that offers to undo it. */
export const VERSION_ACTS = {
  makeCurrent: (number: number, name: string) => `Make version ${number} of “${name}” current`,
  isCurrent: (number: number) => `Version ${number} is now current.`,
  takeBack: (number: number, name: string) => `Move version ${number} of “${name}” back to the upload queue`,
  isBack: (file: string) => `“${file}” is back in the upload queue.`,
  delete: (number: number, name: string) => `Delete version ${number} of “${name}”`,
  deleted: (number: number, name: string) => `Deleted version ${number} of “${name}”. ${canBeRestored(1)}`,
};
