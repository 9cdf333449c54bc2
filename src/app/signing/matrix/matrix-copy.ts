// The UI copy of the signature matrix.
import { counted } from '../../lib/format/numbers.ts';
import { statusInWords } from '../../../contract/rules/signing/assignments/status-in-words.ts';
import type { CellState } from '../../../contract/rules/signing/assignments/matrix-sheet.ts';
import type { SignatureCount } from './grid/cells.ts';

const quoted = (name: string) => `“${name}”`;
const signatures = (count: number) => counted(count, 'signature', 'signatures');

interface CellFacts {
  state: CellState;
  group: string | null;
  /** The status of the cell's packet, if the state doesn't say it. */
  packet: string | null;
}

export const MATRIX = {
  name: 'Signatures',
  grid: 'Signature matrix',
  announcements: 'Signature announcements',
  loading: 'Loading the signature matrix',
  documents: 'Documents',
  legend: 'Legend',
  noCapacity: 'Nobody signs for this entity yet',
  count: ({ executed, total }: SignatureCount) => `${executed}/${total}`,
  countLabel: ({ executed, total }: SignatureCount) => `${executed} of ${signatures(total)} executed`,
  group: (name: string) => `Through the signing group ${quoted(name)}`,
  cell: (document: string, signatory: string, { state, group, packet }: CellFacts) =>
    `${document}, ${signatory}: ${[statusInWords(state), packet ?? []].flat().join(', ').toLowerCase()}${group === null ? '' : ` through the signing group ${group}`}`,
  times: (count: number) => `×${count}`,
  help: 'Click a cell to assign or unassign it. Drag to change several.',
  helpTouch: 'Tap a cell to assign or unassign it.',
};

/** Names of the user's actions, for undo. */
export const ACTS = {
  one: (how: 'assign' | 'unassign', document: string, signatory: string) =>
    how === 'assign'
      ? `Assign ${quoted(document)} to ${signatory}`
      : `Unassign ${quoted(document)} from ${signatory}`,
  many: (how: 'assign' | 'unassign', count: number) =>
    `${how === 'assign' ? 'Assign' : 'Unassign'} ${signatures(count)}`,
  done: (how: 'assign' | 'unassign', count: number) =>
    `${how === 'assign' ? 'Assigned' : 'Unassigned'} ${signatures(count)}`,
  unassignGroup: (document: string, group: string) => `Unassign ${quoted(document)} from ${group}`,
  assignGroup: (documents: number, group: string) =>
    `Assign ${counted(documents, 'document', 'documents')} to ${group}`,
  signatories: (count: number) => counted(count, 'signatory', 'signatories'),
  assignedTo: (documents: number, name: string) =>
    `Assigned ${counted(documents, 'document', 'documents')} to ${name}`,
};

export const REFUSALS = {
  sent: (document: string, signatory: string) =>
    `${quoted(document)} was already sent to ${signatory}, so you can’t unassign it here.`,
  signed: (document: string, signatory: string) =>
    `${signatory} already signed ${quoted(document)}, so you can’t unassign it here.`,
  group: (document: string, signatory: string, group: string) =>
    `${quoted(document)} is assigned to ${signatory} through the signing group ${quoted(group)}.`,
  unassignGroup: 'Unassign the group',
  tooMany: (most: number) =>
    `You can change up to ${most.toLocaleString()} signatures at once. Select fewer documents or signatories.`,
  many: (count: number) =>
    count === 1
      ? '1 signature is still assigned because it was already sent or signed, or comes from a signing group.'
      : `${signatures(count)} are still assigned because they were already sent or signed, or come from a signing group.`,
};

export const MENU = {
  name: (document: string, signatory: string) => `${document}, ${signatory}`,
  assign: 'Assign',
  assignThrough: (signer: string) => `Assign, to be signed ${signer}`,
  edit: (signer: string | null) => (signer === null ? 'Edit signature…' : `Edit signature ${signer}…`),
  editCaption: (group: string) => `Edit caption of ${group}…`,
  openPacket: 'Open packet',
  unassign: 'Unassign',
  unassignGroup: (group: string) => `Unassign the group ${group}`,
};

export const TOOLBAR = {
  name: 'Signature matrix tools',
  assign: 'Assign to…',
  print: 'Print matrix',
};

export const WORKBOOK = {
  fileName: (deal: string) => `${deal.replaceAll(/[\\/:*?"<>|]/g, ' ').trim()} signatures.xlsx`,
  failed: 'We couldn’t create the Excel file. Try again.',
};

export const FILTER = {
  document: 'Filter documents',
  signatory: 'Filter signatories',
  state: 'Status',
  allStates: 'Any status',
  outstanding: 'Outstanding',
  who: 'Show signatories',
  everyone: 'All signatories',
  parties: 'Parties only',
  withOutstanding: 'With outstanding signatures',
  allDocuments: 'All documents',
  noneTitle: 'No results',
  none: 'No documents or signatories match these filters.',
  clear: 'Clear filters',
};

export const ASSIGN = {
  title: (documents: number) => `Assign ${counted(documents, 'document', 'documents')}`,
  label: 'Assign to',
  placeholder: 'Search signatories and groups',
  groups: 'Signing groups',
  signatories: 'Signatories',
  members: (count: number) => counted(count, 'member', 'members'),
  noCapacity: 'Nobody signs for this entity yet',
  none: 'No results',
  noSignatories: 'This transaction has no signatories yet. Add the people and entities that sign first.',
  toSignatories: 'Go to signatories',
  cancel: 'Cancel',
};

export const PRINT = {
  title: (deal: string) => `${deal}: signatures`,
  printed: (date: string, time: string) => `Printed ${date}, ${time}`,
};

export const EMPTY = {
  noDocumentsTitle: 'No documents to sign yet',
  noDocuments:
    'Documents that you upload as “To be signed” appear here. You can also choose from all documents.',
  showAll: 'Show all documents',
  toChecklist: 'Go to checklist',
  noSignatoriesTitle: 'No signatories yet',
  noSignatories: 'Add the people and entities that sign. Each gets a column here.',
  toSignatories: 'Go to signatories',
  forViewers: 'Anything the deal team adds appears here.',
};
