// The UI copy around a transaction: its header, its tabs, and the states in which it can't be shown.
import { counted } from '../../lib/format/numbers.ts';

export const HEADER = {
  back: 'Transactions',
  facts: 'Transaction facts',
  sample: 'Sample',
  viewOnly: 'View only',
  matter: (number: string) => `Matter ${number}`,
  closing: 'Closing',
  noClosingDate: 'No closing date yet',
  participants: (count: number) => counted(count, 'participant', 'participants'),
  download: 'Download documents…',
  keep: 'Keep on this device…',
  kept: 'Kept on this device…',
  details: 'Details',
  detailsLabel: 'Transaction details',
  done: (done: number, total: number) => `${done} of ${total} done`,
  documentsDone: 'Documents done',
};

/** The actions that the header adds to the palette. */
export const ACTIONS = {
  participants: 'Participants…',
  download: 'Download documents…',
  keep: 'Keep this transaction on this device…',
  goTo: (tab: string) => `Go to ${tab.toLowerCase()}`,
};

export const TABS_NAME = 'Transaction';

export const STATES = {
  loading: 'Loading the checklist',
  allTransactions: 'All transactions',
  notOnDeviceTitle: 'This transaction is not on this device',
  notOnDevice: (name: string) =>
    `The checklist of “${name}” hasn’t loaded on this device yet. It appears here when you’re back online.`,
  unknownNotOnDevice: 'If you have access to it, it appears here when you’re back online.',
  restrictedTitle: 'Ask to be added as a participant',
  restricted: (name: string) =>
    `Your organization uses strict data access, so only participants can see the contents of “${name}”.`,
  notFoundTitle: 'This transaction could not be found',
  notFound: 'It may have been deleted, or you may no longer be a participant.',
};

export const PURGE = {
  approved: 'The files of this transaction will be archived and removed. You can’t add files anymore.',
  done: 'The files were archived and removed.',
  download: 'Download archive',
};
