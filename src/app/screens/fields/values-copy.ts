// The UI copy of the signatories' values for custom fields.
import { counted } from '../../lib/format/numbers.ts';

const values = (count: number) => counted(count, 'value', 'values');

export const VIEWS = { name: 'Custom field views', fields: 'Fields', values: 'Values' };

export const VALUES = {
  name: 'Custom field values',
  grid: 'Values by signatory',
  gridViewOnly: 'Values by signatory, view only',
  signatory: 'Signatory',
  missing: (count: number) => (count === 0 ? 'No missing values' : `${values(count)} missing`),
  nextMissing: 'Next missing',
  emptyCell: 'missing',
  hint: 'Type to replace a value, or press Enter to edit it. Paste a block from a spreadsheet, or press Ctrl+D to fill down. Press Escape, then Tab, to leave the grid.',
  edit: (field: string, name: string) => `${field} of ${name}`,
  noFieldsTitle: 'No fields yet',
  noFields: 'Add a field, such as “Title”. Each signatory can have a value for it.',
  noFieldsViewOnly: 'Values appear here when someone with edit access adds fields.',
  toFields: 'Add a field',
  noSignatoriesTitle: 'No signatories yet',
  noSignatories: 'Add signatories to this transaction, then enter their values here.',
  noSignatoriesViewOnly: 'Values appear here when someone with edit access adds signatories.',
  toSignatories: 'Go to signatories',
  pasted: (count: number) => `Pasted ${values(count)}`,
  filled: (count: number) => `Filled ${values(count)}`,
  cleared: (count: number) => `Cleared ${values(count)}`,
  unchanged: 'Nothing changed',
  outside: (count: number) => `${counted(count, 'pasted value', 'pasted values')} didn’t fit in the grid.`,
  tooLong: (count: number) =>
    `${counted(count, 'pasted value was', 'pasted values were')} left out. A value can have at most 2,000 characters.`,
};

/** Names of the user's actions, for undo. */
export const ACTS = {
  set: (field: string, name: string) => `Change ${field} of ${name}`,
  paste: (count: number) => `Paste ${values(count)}`,
  fill: (count: number) => `Fill down ${values(count)}`,
  clear: (count: number) => `Clear ${values(count)}`,
};
