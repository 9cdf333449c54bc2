// The UI copy of the transaction list, its menus and its toasts.
import type { DealColumn } from '../../../db/queries/transactions/deal-order.ts';
import { counted } from '../../lib/format/numbers.ts';

export const LIST = {
  title: 'Transactions',
  create: 'New transaction',
  loading: 'Loading transactions',
  found: (count: number) => counted(count, 'transaction found', 'transactions found'),
  actions: 'Actions',
  unfiled: (count: number) =>
    counted(count, 'file on this device needs a transaction.', 'files on this device need a transaction.'),
  chooseTransaction: 'Choose a transaction',
};

export const COLUMNS: Record<DealColumn, string> = {
  name: 'Transaction',
  client: 'Client',
  matter: 'Matter no.',
  closing: 'Closing',
  signatures: 'Signatures',
  documents: 'Documents',
  people: 'Participants',
  step: 'On this device',
};

export const TOOLBAR = {
  lists: 'Active or archived transactions',
  active: 'Active',
  archived: 'Archived',
  sortBy: 'Sort by',
  reverseOrder: (descending: boolean) =>
    descending ? 'Sort in ascending order' : 'Sort in descending order',
  search: 'Search transactions',
  searchIn: 'Name, client, or matter',
};

export const ROW = {
  sample: 'Sample',
  matter: 'Matter',
  signatures: 'Signatures',
  executed: (executed: number, total: number) => `${executed} of ${total} executed`,
  documents: 'Documents',
  restricted: 'Ask to be made a participant',
  noClosingDate: 'No closing date',
};

export const MENU = {
  open: (name: string) => `More actions for ${name}`,
  details: 'Edit details…',
  participants: 'Participants…',
  keep: 'Keep on this device',
  release: 'Remove from this device',
  archive: 'Archive',
  unarchive: 'Unarchive',
  leave: 'Leave…',
  delete: 'Delete…',
};

export const TOASTS = {
  kept: (name: string) => `“${name}” will be kept on this device`,
  released: (name: string) => `“${name}” is no longer kept on this device`,
  archived: (name: string) => `“${name}” was archived`,
  unarchived: (name: string) => `“${name}” is active again`,
  undo: 'Undo',
};

export const EMPTY = {
  notHereTitle: 'Not on this device yet',
  notHere:
    'Your transactions load when you’re back online. Until then, you can create a new one, and it stays on this device.',
  noneTitle: 'No transactions yet',
  none: 'Create a transaction for your next closing, then drop its documents on it to build the checklist. You also see the transactions that colleagues add you to.',
  noMatchTitle: (search: string) => `No results for “${search}”`,
  clearSearch: 'Clear search',
  noMatchAnywhere:
    'We searched the names, clients, client numbers, and matter numbers of all your transactions.',
  matchesElsewhere: (count: number, shownArchived: boolean) =>
    `See ${counted(count, 'match', 'matches')} in ${shownArchived ? 'active' : 'archived'} transactions`,
  noneArchivedTitle: 'No archived transactions',
  noneArchived:
    'To archive a transaction, open the menu at the end of its row. Nothing changes for the other participants.',
  showActive: 'Show active transactions',
  noneActiveTitle: 'No active transactions',
  showArchived: 'Show archived transactions',
};
