import type { CollationProblem } from '../../contract/rules/closing/collation-problems.ts';
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
  intro: 'Signed pages are held in escrow. They take effect together when they’re released.',
  offline: 'You’re offline, so this board may be out of date. Reconnect to release pages.',
  watching: 'Also viewing this board:',
  watchingAlone: 'Nobody else is viewing this board right now.',
  watcher: (name: string, organization: string) => `${name} (${organization})`,
  moreWatchers: (count: number) => counted(count, 'other person', 'other people'),
  noneTitle: 'Nothing to release yet',
  none: 'Once documents are assigned to signatories, this board shows who still has to sign and which pages are held.',
  prepare: 'Prepare release',
  documents,
  signatures,
  held: (held: number, all: number) => `${held} of ${signatures(all)} held`,
  allOutstanding: 'Outstanding signatures',
  nothingOutstanding: 'All signatures are held.',
  earlierVersion:
    'This signature is on a page of an earlier version. Make that version current again, or assign the current version instead.',
  unassigned: (name: string, count: number) =>
    count === 1
      ? `“${name}” has a signature page that nobody is assigned to. It won’t be in the executed document.`
      : `“${name}” has ${count} signature pages that nobody is assigned to. They won’t be in the executed document.`,
  rejected: (name: string, people: readonly string[]) =>
    people.length === 1
      ? `${listed(people)}’s signature on “${name}” was rejected and hasn’t been requested again.`
      : `The signatures of ${listed(people)} on “${name}” were rejected and haven’t been requested again.`,
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
  metBy: (name: string, when: string) => `Marked as met by ${name}, ${when}`,
  confirmations: 'Confirmations',
  needed: (count: number) =>
    count === 1 ? 'One person must confirm.' : 'Two different people must confirm.',
  neededLabel: 'Confirmations needed',
  lowerTitle: 'Let one person confirm?',
  lowerLead:
    'One person will then be able to confirm a release alone. Open releases will lose their confirmations, and the ledger will record who made this change.',
  lower: 'Require one person',
  one: 'One person',
  two: 'Two people',
  confirmedBy: (name: string, when: string) => `${name}, ${when}`,
  outdated: 'This release has changed since it was confirmed. It must be confirmed again.',
  waitingFor: (names: readonly string[]) =>
    names.length === 1
      ? `${listed(names)} must also confirm because it collected some of these pages.`
      : `${listed(names)} must also confirm because they collected some of these pages.`,
  confirmLater: 'You can confirm once all conditions are met and all signatures are held.',
  confirm: 'Confirm release',
  takeBack: 'Withdraw my confirmation',
  edit: 'Edit release',
  withdraw: 'Withdraw release',
  release: (count: number) => `Release ${documents(count)}`,
  askTitle: (count: number) => `Release ${documents(count)}?`,
  ask: (count: number, date: string | null) =>
    date === null
      ? `${signatures(count)} will take effect now.`
      : `${signatures(count)} will take effect now, with the effective date ${formatDate(date)}.`,
  askOtherDate: (date: string) =>
    `The effective date is ${formatDate(date)}, not today. To change it, go back and edit the release.`,
  askTwoDates: (name: string, date: string) =>
    `Pages of “${name}” were released earlier with the effective date ${formatDate(date)}. They keep that date.`,
  askKeptDate: (name: string, date: string) =>
    `“${name}” keeps the effective date of its earlier release: ${formatDate(date)}.`,
  gone: (names: readonly string[]) =>
    names.length === 1
      ? `${listed(names)} collected some of these pages, but is no longer on this transaction and doesn’t have to confirm.`
      : `${listed(names)} collected some of these pages, but are no longer on this transaction and don’t have to confirm.`,
  askConfirmed: (names: readonly string[]) => `Confirmed by ${listed(names)}.`,
  askFinal: 'Everyone on this transaction will be able to see the signed pages. A release can’t be undone.',
  withdrawTitle: 'Withdraw this release?',
  withdrawLead: 'Its pages stay in escrow. You can prepare another release later.',
};

export const PREPARE = {
  title: 'Prepare release',
  editTitle: 'Edit release',
  lead: 'Nothing is released until all conditions are met and the release is confirmed.',
  editLead: 'If you change the release, it must be confirmed again.',
  what: 'What to release',
  byDocument: 'Documents',
  byParty: 'One signatory’s pages',
  all: 'All documents',
  documents: 'Documents to release',
  party: 'Signatory',
  choose: 'Choose a signatory',
  name: 'Name (optional)',
  date: 'Effective date (optional)',
  otherDate: 'This date isn’t today.',
  conditions: 'Conditions, one per line (optional)',
  cancel: 'Cancel',
  save: 'Save release',
};

export const PAST = {
  title: 'Past releases',
  released: 'Released',
  withdrawn: 'Withdrawn',
  releasedBy: (count: number, name: string, when: string) =>
    `${documents(count)}, released by ${name}, ${when}`,
  effective: (date: string) => `Effective ${formatDate(date)}`,
  download: 'Download documents',
  withdrawnBy: (name: string, when: string) => `Withdrawn by ${name}, ${when}`,
  reason: (reason: string) => `Reason: ${reason}`,
  announced: (name: string, count: number) => `${name} released ${documents(count)}.`,
};

export const COLLATED = {
  title: 'Executed documents',
  intro: 'Each released document is combined with its signed pages and sealed.',
  created: (done: number, all: number) => `${done} of ${documents(all)} created`,
  progress: 'Executed documents created',
  done: 'Created',
  doneList: (count: number) => `${documents(count)} created`,
  running: 'Creating',
  canceled: 'Canceled',
  failed: 'Failed',
  since: (when: string) => `Since ${when}`,
  open: (name: string) => `Open the executed document for ${name}`,
  retry: 'Try again',
  retryOne: (name: string) => `Try again to create the executed document for ${name}`,
  retryAll: (count: number) => `Try again for ${documents(count)}`,
  cancel: 'Cancel',
  cancelOne: (name: string) => `Cancel creating the executed document for ${name}`,
  cancelAll: 'Cancel all',
  cancelTitle: 'Stop creating these executed documents?',
  cancelLead: 'Their pages stay released and can be downloaded. You can create the executed documents later.',
  cancelConfirm: 'Stop creating them',
  problems: {
    canceled: 'Someone canceled this. You can still download the released pages.',
    no_file:
      'A PDF of this document is missing from the server. Ask your administrator to restore it, then try again.',
    unreadable:
      'The PDF of the released version can’t be combined with the signed pages. Download its original PDF and its signed pages instead.',
    signatures_misplaced:
      'A released signature isn’t on exactly one page of the document. Check its signature pages, then try again.',
    too_large:
      'It would be larger than 800 MB. Download the document with its attachments or its signed pages instead.',
    unavailable: 'The server tried for hours and couldn’t create it. Try again, or ask your administrator.',
  } satisfies Record<CollationProblem, string>,
};

export const LEDGER = {
  title: 'Ledger',
  intact: (count: number) =>
    `${counted(count, 'entry', 'entries')}. The sequence is unbroken and unaltered (checked on this device).`,
  broken: (seq: number) => `Entry ${seq} was altered, removed, or moved. Don’t rely on this record.`,
  cut: 'Entries are missing from the end. Don’t rely on this record.',
  download: 'Download PDF',
  offline: 'You need a network connection to see the ledger.',
  empty: 'The ledger starts when the first page is held.',
  by: (seq: number, name: string, when: string) => `Entry ${seq} · ${name} · ${when}`,
  server: 'Counterpart',
};
