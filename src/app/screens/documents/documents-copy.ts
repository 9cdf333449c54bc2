// The UI copy of a transaction's documents.
import { counted } from '../../lib/format/numbers.ts';
import { canBeRestored, canBeRestoredFromActivity } from '../../lib/format/restore-copy.ts';
import type { StatusFilter } from './arrange-documents.ts';

/** Returns "3 documents". */
export const someDocuments = (count: number) => counted(count, 'document', 'documents');

export const DOCUMENTS = {
  name: 'Documents',
  list: 'Documents of this transaction',
  emptyTitle: 'No documents yet',
  empty: 'Documents appear here when they’re on the checklist and have a file.',
  emptyDrop:
    'Drop PDF or Word files anywhere on this page. They wait in the upload queue until you add them to the checklist.',
  noMatchTitle: 'No results',
  noMatch: (count: number) =>
    count === 1
      ? 'The one document in this transaction doesn’t match.'
      : `None of the ${count} documents in this transaction match.`,
  showAll: 'Show all documents',
  changedSigningType: (count: number) => `Changed the signing type of ${someDocuments(count)}`,
  deletedOne: (name: string) => `Deleted ${name}`,
  deletedMany: (count: number) => `Deleted ${someDocuments(count)}`,
  deletedNotice: (what: string, count: number) => `Deleted ${what}. ${canBeRestored(count)}`,
};

/** Names of the user's actions, for undo and the palette. */
export const ACTS = {
  changeSigningType: (what: string) => `Change the signing type of ${what}`,
  delete: (what: string) => `Delete ${what}`,
  rename: (what: string) => `Rename ${what}`,
  quoted: (name: string) => `“${name}”`,
};

export const TOOLBAR = {
  name: 'Documents',
  search: 'Search documents',
  searchShort: 'Search',
  show: 'Show',
  filters: {
    all: 'All documents',
    ready: 'Ready',
    converting: 'Converting',
    failed: 'Failed',
    queued: 'In the upload queue',
  } satisfies Record<StatusFilter, string>,
  signingType: 'Signing type of the selected documents',
  deleteSelected: 'Delete selected',
  delete: 'Delete',
  asList: 'List view',
  asGrid: 'Grid view',
};

export const CARD = {
  select: (name: string) => `Select ${name}`,
  nameOf: (name: string) => `Name of ${name}`,
  pages: (count: number) => counted(count, 'page', 'pages'),
  versions: (count: number) => counted(count, 'version', 'versions'),
  onChecklist: 'On the checklist',
  onChecklistLabel: (name: string) => `, ${name}, on the checklist`,
  newVersion: 'New version pending',
  inQueue: 'In the upload queue',
  unsaved: 'Not synced yet',
  signingType: (name: string) => `Signing type of ${name}`,
  rename: (name: string) => `Rename ${name}`,
  download: (name: string) => `Download ${name}`,
  delete: (name: string) => `Delete ${name}`,
};

export const STATUS = {
  ready: 'Ready',
  conversionFailed: 'Conversion failed',
  previewsFailed: 'Page previews failed',
  preparingPages: 'Preparing pages…',
  converting: 'Converting…',
};

export const DELETION = {
  one: {
    title: (name: string) => `Delete “${name}”?`,
    text: 'This deletes the file for everyone.',
    staysOnChecklist: (name: string, number: string) =>
      `“${name}”${number === '' ? '' : ` (${number})`} stays on the checklist without a file.`,
    restorable: canBeRestoredFromActivity('It'),
    confirm: 'Delete document',
  },
  many: {
    title: (count: number) => `Delete ${someDocuments(count)}?`,
    text: 'This deletes their files for everyone.',
    stayOnChecklist: (count: number) =>
      `${counted(count, 'checklist item stays', 'checklist items stay')} without a file.`,
    restorable: canBeRestoredFromActivity('They'),
    confirm: (count: number) => `Delete ${someDocuments(count)}`,
  },
};
