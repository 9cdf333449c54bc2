// The UI copy of the command palette.
import type { PaletteEntry } from '../../db/queries/transactions/palette.ts';

export const PALETTE = {
  name: 'Go to anything',
  placeholder: 'A transaction, document, person, or action',
  withPerson: (person: string) => `Transactions with ${person}`,
  withPersonPlaceholder: 'Search by name',
  more: 'More results. Keep typing to narrow them down.',
  searching: 'Searching…',
  none: 'No results on this device',
  recent: 'Recent transactions',
};

export const HEADINGS: Record<PaletteEntry['kind'] | 'action', string> = {
  document: 'Documents',
  header: 'Headers',
  task: 'Tasks',
  deal: 'Transactions',
  person: 'People',
  action: 'Actions',
};

/** The actions that are available on every screen. */
export const EVERYWHERE = {
  transactions: 'All transactions',
  import: 'New transaction from a spreadsheet',
  account: 'Your account',
  diagnostics: 'Diagnostics',
};
