// The UI copy of the checklist.
import type { ChecklistFilter, FilterMatches } from '../../db/views/checklist-filter.ts';
import { counted } from '../lib/format/numbers.ts';
import { canBeRestored, canBeRestoredFromActivity } from '../lib/format/restore-copy.ts';
import type { RowKind } from '../../contract/rules/checklist/containment.ts';
import type { Side } from './move/new-place.ts';

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

/** Returns "3 items". */
export const someItems = (count: number) => counted(count, 'item', 'items');

/** Returns a name in quotation marks. */
export const quoted = (name: string) => `“${name}”`;

export const CHECKLIST = {
  name: 'Closing checklist',
  announcements: 'Checklist announcements',
  added: (name: string) => `Added ${name}`,
  notHereToRename: (name: string) => `You can’t rename ${quoted(name)} because it isn’t on this device.`,
  deleted: (what: string, count: number) => `Deleted ${what}. ${canBeRestored(count)}`,
  emptyTitle: 'Build the closing checklist',
  emptyStart: 'Start with a header such as “Corporate documents”, then add documents under it.',
  emptyDrop:
    'Drop PDF or Word files anywhere on this page, or start with a header such as “Corporate documents” and add documents under it.',
  emptyAdd: 'Add a header',
  emptyForViewersTitle: 'The checklist is empty',
  emptyForViewers: 'Anything the deal team adds appears here.',
};

/** Names of the user's actions, for undo and the palette. */
export const ACTS = {
  add: (name: string) => `Add ${quoted(name)}`,
  rename: (name: string) => `Rename ${quoted(name)}`,
  mark: (name: string, done: boolean) => `Mark ${quoted(name)} as ${done ? 'done' : 'not done'}`,
  move: (what: string) => `Move ${what}`,
  delete: (what: string) => `Delete ${what}`,
};

export const TOOLBAR = {
  name: 'Checklist',
  add: { header: 'Add header', item: 'Add document', task: 'Add task' } satisfies Record<RowKind, string>,
  addShort: { header: 'Header', item: 'Document', task: 'Task' } satisfies Record<RowKind, string>,
  moveTo: 'Move to…',
  assign: 'Assign to…',
  download: 'Download…',
  nothingToDownload: 'Select a document to download it.',
  nothingToAssign: 'To assign a document, select one that isn’t fully executed.',
  delete: 'Delete',
  more: 'More actions',
  filter: 'Filter checklist',
  expandAll: 'Expand all',
  collapseAll: 'Collapse all',
  print: 'Print checklist',
  export: 'Download checklist',
  details: 'Details and notes',
  shortcuts: 'Keyboard shortcuts',
};

/** The checklist as a file. */
export const DOWNLOAD = {
  word: 'Word file',
  excel: 'Excel file',
  hint: 'The whole checklist, with parties and signing status',
  title: (deal: string) => `${deal}: closing checklist`,
  sheet: 'Checklist',
  fileName: (deal: string) => `${deal} checklist`,
  parties: 'Parties',
  assignee: 'Assignee',
  due: 'Due',
  yes: 'Yes',
  executed: (executed: number, total: number) => `${executed} of ${total} executed`,
  made: (date: string, time: string) => `As of ${date}, ${time}`,
  failed: 'We couldn’t create the file. Try again.',
};

/** The columns, on the screen and on paper. */
export const COLUMNS = {
  number: 'No.',
  name: 'Name',
  document: 'Document',
  signing: 'Signing',
  done: 'Done',
};

export const ROW = {
  fold: (name: string, expanded: boolean) => `${expanded ? 'Collapse' : 'Expand'} ${name}`,
  nameOf: (name: string) => `Name of ${name}`,
  notes: (count: number) => counted(count, 'note', 'notes'),
  unsaved: 'Not synced yet',
  assignedTo: (person: string) => `Assigned to ${person}`,
  doneTitle: 'Done',
  done: (name: string) => `Done: ${name}`,
  view: (name: string) => `View ${name}`,
  viewDocument: 'View document',
  newName: {
    header: 'New header name',
    item: 'New document name',
    task: 'New task name',
  } satisfies Record<RowKind, string>,
  newExample: {
    header: 'Header, such as Corporate documents',
    item: 'Document, such as Stock Purchase Agreement',
    task: 'Task, such as Order good standing certificates',
  } satisfies Record<RowKind, string>,
};

/** The state of a document or task. */
export const FACTS = {
  toBeDrafted: 'To be drafted',
  downloading: 'Downloading…',
  notHere: 'Not on this device',
  pages: (count: number) => counted(count, 'page', 'pages'),
  conversionFailed: 'Conversion failed',
  versionFailed: 'New version failed',
  previewsFailed: 'Page previews failed',
  converting: 'Converting…',
  due: (when: string) => `Due ${when}`,
  dueAtLength: (date: string, when: string) => `${date}, ${when}`,
};

const NOUNS: Record<RowKind, string> = { header: 'header', item: 'document', task: 'task' };

export const MENU = {
  name: (name: string, chosen: number) => (chosen > 1 ? someItems(chosen) : name),
  view: 'View document',
  rename: 'Rename',
  mark: (done: boolean) => (done ? 'Mark as done' : 'Mark as not done'),
  add: (kind: RowKind, side: Side) => `Add ${NOUNS[kind]} ${side}`,
  addAttachment: 'Add attachment',
  details: 'Details and notes',
};

export const FILTER = {
  name: 'Filter checklist',
  text: 'Filter by name',
  which: 'Show',
  options: {
    all: 'All items',
    open: 'Not done',
    mine: 'Assigned to me',
    no_file: 'No file yet',
  } satisfies Record<ChecklistFilter['which'], string>,
  close: 'Clear filter',
};

/** Returns what a filter found: "3 documents and 2 tasks found". */
export function matchesFound({ documents, tasks, headers }: FilterMatches): string {
  const parts = [
    ...(documents > 0 ? [counted(documents, 'document', 'documents')] : []),
    ...(tasks > 0 ? [counted(tasks, 'task', 'tasks')] : []),
    ...(headers > 0 ? [counted(headers, 'header', 'headers')] : []),
  ];
  return parts.length === 0 ? 'No results' : `${LIST.format(parts)} found`;
}

/** Announcements of moves for screen readers, and the words of the dialog that moves rows. */
export const MOVES = {
  topLevel: 'Top level',
  atTop: 'at the top level',
  under: (name: string) => `under ${name}`,
  underUnknown: 'under its header',
  noneSelected: 'Nothing is selected',
  alreadyFirst: (where: string) => `Already first ${where}`,
  alreadyLast: (where: string) => `Already last ${where}`,
  alreadyAtTop: 'Already at the top level',
  noneAbove: 'There’s no item above to move it under',
  movedOne: (what: string, position: number, total: number, where: string) =>
    `Moved ${what} to position ${position} of ${total} ${where}`,
  movedMany: (what: string, [first, last]: readonly [number, number], total: number, where: string) =>
    `Moved ${what} to positions ${first} to ${last} of ${total} ${where}`,
  intoItself: (name: string) => `You can’t move ${quoted(name)} into itself.`,
  manyIntoThemselves: 'You can’t move items into one of themselves.',
  underTask: (name: string) => `You can’t put anything under the task ${quoted(name)}.`,
  onlyDocumentsUnder: (name: string) => `Only documents can go under the document ${quoted(name)}.`,
  dialogTitle: (what: string) => `Move ${what}`,
  dialogLabel: 'Move to',
  dialogPlaceholder: 'Search by name',
  cancel: 'Cancel',
  noTargets: 'No results',
};

export const DELETION = {
  header: {
    title: (name: string) => `Delete the header ${quoted(name)}?`,
    text: (children: number, where: string) =>
      `${children === 1 ? 'The item under it moves' : `The ${children} items under it move`} ${where}, and no document is deleted. ${canBeRestoredFromActivity('The header')}`,
    toTop: 'up to the top level',
    toParent: (name: string) => `up under ${quoted(name)}`,
    confirm: 'Delete header',
  },
  one: {
    title: (name: string) => `Delete ${quoted(name)}?`,
    task: 'This removes the task from the checklist.',
    document: 'This removes the document from the checklist.',
    documentWithFile: 'This deletes the document with its file and any earlier versions.',
    notHere: 'It hasn’t loaded on this device. It will be deleted for everyone.',
    attachments: (count: number) => `Its ${counted(count, 'attachment moves', 'attachments move')} up.`,
    restorable: canBeRestoredFromActivity('It'),
    confirm: { item: 'Delete document', task: 'Delete task' },
  },
  many: {
    title: (count: number) => `Delete ${someItems(count)}?`,
    text: 'Documents are deleted with their files.',
    notHere: 'Some of these items haven’t loaded on this device. They will be deleted for everyone, too.',
    moved: 'Other items under them move up.',
    restorable: canBeRestoredFromActivity('They'),
    confirm: (count: number) => `Delete ${someItems(count)}`,
  },
};

export const PRINT = {
  matter: (number: string) => `Matter ${number}`,
  closing: (date: string) => `Closing ${date}`,
  printed: (date: string, time: string) => `Printed ${date}, ${time}`,
  due: (date: string) => `Due ${date}`,
};
