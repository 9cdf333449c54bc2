// The UI copy of the checklist import.
import type { ImportColumns, ImportKind } from '../../../../contract/rules/checklist/checklist-import.ts';
import { counted } from '../../../lib/format/numbers.ts';

export const IMPORT = {
  title: 'New transaction from a checklist',
  back: 'All transactions',
};

export const SOURCE = {
  title: 'Choose a checklist',
  hint: 'Your table needs a column of names. It can also have a column of numbers or levels, and a column of kinds (header, document, task). The file is read on this device.',
  file: 'Choose a CSV file or .xlsx workbook, or drop it here',
  paste: 'Or paste the rows from a spreadsheet or CSV file',
  read: 'Read pasted rows',
};

export const PREVIEW = {
  columnsTitle: 'Columns',
  columnsHint: 'If the preview below looks wrong, choose other columns.',
  columns: {
    place: 'Number or level',
    name: 'Name',
    kind: 'Kind',
  } satisfies Record<keyof ImportColumns, string>,
  noColumn: 'None',
  column: (number: number) => `Column ${number}`,
  problemsTitle: 'Problems to fix',
  problemsHint: 'Fix these in your checklist, then read it again.',
  problem: (row: number, problem: string) => `Row ${row}: ${problem}`,
  more: (count: number) => `And ${count} more.`,
  dealTitle: 'Transaction',
  lines: (count: number) => counted(count, 'item', 'items'),
  name: 'Name',
  create: 'Create transaction',
  creating: 'Creating…',
  again: 'Read another checklist',
  signIn:
    'Sign in first, in another tab. Your checklist stays here, so you can create the transaction afterward.',
  list: 'Preview',
  kinds: { header: 'Header', document: 'Document', task: 'Task' } satisfies Record<ImportKind, string>,
};
