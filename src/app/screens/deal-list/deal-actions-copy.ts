// The UI copy of the parts of the transaction list that load later: the row menu, the toasts and the empty states.
import { counted } from '../../lib/format/numbers.ts';

export const MENU = {
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
