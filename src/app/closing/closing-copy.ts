import { formatDate } from '../lib/format/dates.ts';
import { counted } from '../lib/format/numbers.ts';

// The UI copy of the closing board (docs/product/releases.md).

const documents = (count: number) => counted(count, 'document', 'documents');
const signatures = (count: number) => counted(count, 'signature', 'signatures');

/** Returns names for a sentence: "Ann and Bo". */
function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}

export const CLOSING = {
  name: 'Closing board',
  intro: 'Signed pages are held in escrow. They take effect when they are released together.',
  offline: 'You’re offline. You can read the board as it was last synced. Releasing pages needs the server.',
  noneTitle: 'Nothing to release yet',
  none: 'When documents are assigned to signatories, this board shows who still has to sign and what is held.',
  prepare: 'Prepare release',
  documents,
  signatures,
  held: (held: number, all: number) => `${held} of ${signatures(all)} held`,
  allOutstanding: 'Outstanding signatures',
  nothingOutstanding: 'All signatures are held.',
  heldDocuments: 'Documents',
  documentReady: 'Ready',
  documentHeld: (held: number, all: number) => `${held} of ${all} held`,
  toRelease: 'Not in a release yet',
  ownFirm: 'The organization that leads this transaction',
  otherFirm: 'Another organization',
};

export const RELEASE = {
  untitled: 'Release',
  facts: (count: number, date: string | null) =>
    date === null ? documents(count) : `${documents(count)} · effective ${formatDate(date)}`,
  progress: 'Signatures held',
  conditions: 'Conditions',
  noConditions: 'No conditions.',
  metBy: (name: string, when: string) => `Met: ${name}, ${when}`,
  confirmations: 'Confirmations',
  needed: (count: number) =>
    count === 1 ? 'One person has to confirm.' : 'Two different people have to confirm.',
  neededLabel: 'Confirmations needed',
  one: 'One person',
  two: 'Two people',
  confirmedBy: (name: string, when: string) => `${name}, ${when}`,
  outdated: 'Something has changed since this release was confirmed. It has to be confirmed again.',
  waitingFor: (names: readonly string[]) =>
    names.length === 1
      ? `${listed(names)} has to confirm, too: it collected some of these pages.`
      : `${listed(names)} have to confirm, too: they collected some of these pages.`,
  confirmLater: 'You can confirm once all conditions are met and all signatures are held.',
  confirm: 'Confirm release',
  takeBack: 'Take back my confirmation',
  edit: 'Edit release',
  withdraw: 'Withdraw release',
  release: (count: number) => `Release ${documents(count)}`,
  askTitle: (count: number) => `Release ${documents(count)}?`,
  ask: (count: number, date: string | null) =>
    date === null
      ? `${signatures(count)} will take effect now.`
      : `${signatures(count)} will take effect now, with the effective date ${formatDate(date)}.`,
  askConfirmed: (names: readonly string[]) => `Confirmed by ${listed(names)}.`,
  askFinal: 'Everyone on this transaction will see the signed pages. This can’t be undone.',
  withdrawTitle: 'Withdraw this release?',
  withdrawLead: 'Its pages stay held. You can prepare another release later.',
};

export const PREPARE = {
  title: 'Prepare release',
  editTitle: 'Edit release',
  lead: 'Nothing is released until all conditions are met and the release is confirmed.',
  editLead: 'After a change, the release has to be confirmed again.',
  what: 'What to release',
  byDocument: 'Documents',
  byParty: 'One signatory’s pages',
  all: 'All documents',
  documents: 'Documents to release',
  party: 'Signatory',
  choose: 'Choose a signatory',
  name: 'Name (optional)',
  date: 'Effective date (optional)',
  conditions: 'Conditions, one per line (optional)',
  cancel: 'Cancel',
  save: 'Save release',
};

export const PAST = {
  title: 'Earlier releases',
  released: 'Released',
  withdrawn: 'Withdrawn',
  releasedBy: (count: number, name: string, when: string) =>
    `${documents(count)}, released by ${name}, ${when}`,
  effective: (date: string) => `Effective ${formatDate(date)}`,
  withdrawnBy: (name: string, when: string) => `Withdrawn by ${name}, ${when}`,
  reason: (reason: string) => `Reason: ${reason}`,
  announced: (name: string, count: number) => `${name} released ${documents(count)}.`,
};

export const LEDGER = {
  title: 'Ledger',
  intact: (count: number) =>
    `${counted(count, 'entry', 'entries')}. Checked on this device: the chain is intact.`,
  broken: (seq: number) => `Entry ${seq} was altered, removed or moved. Don’t rely on this record.`,
  offline: 'The ledger needs a network connection.',
  empty: 'The ledger starts with the first page that is held.',
  by: (name: string, when: string) => `${name} · ${when}`,
  server: 'Counterpart',
};
