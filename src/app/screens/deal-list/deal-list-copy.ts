// The UI copy of the transaction list that the first paint needs.
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
  restricted: 'Ask to be added as a participant',
  noClosingDate: 'No closing date',
  moreActions: (name: string) => `More actions for ${name}`,
};
