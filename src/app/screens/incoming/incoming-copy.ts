import { counted } from '../../lib/format/numbers.ts';

export const INCOMING = {
  title: 'Choose a transaction',
  copying: 'Files are still being copied to this device. You can choose a transaction when that’s done.',
  noneKept: 'None of these files is on this device. Open or share them again.',
  kept: (count: number) =>
    `${counted(count, 'file is', 'files are')} saved on this device. Choose the transaction to upload ${count === 1 ? 'it' : 'them'} to.`,
  files: 'Files',
  remove: (file: string) => `Remove ${file}`,
  transactions: 'Transactions',
  viewOnly: 'You can only view this transaction',
  noTransactions: 'There are no transactions on this device yet.',
  create: 'Create one',
  thenComeBack: 'then come back. Your files stay here.',
  emptyTitle: 'No files need a transaction',
  empty:
    'When you open files with Counterpart or share files with it, you choose their transaction here. If a file is missing, open or share it again.',
  allTransactions: 'All transactions',
  shareFailed:
    'Some shared files couldn’t be saved on this device. Free up some space, then share them again.',
};
