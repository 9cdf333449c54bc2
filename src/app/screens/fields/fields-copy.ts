// The UI copy of a transaction's custom fields.
import { canBeRestored } from '../../lib/format/restore-copy.ts';

export const FIELDS = {
  name: 'Custom fields',
  intro: 'In Word documents, put field names in double braces, such as',
  introExample: '{{Company}}',
  introMissing: 'Names used in documents but missing from this list are shown below.',
  none: 'This transaction has no fields yet.',
  missingTitle: 'Used in documents but not listed',
  addMissing: 'Add field',
  newField: 'New field',
  newExample: 'Company',
  add: 'Add field',
  nameOf: (field: string) => `Name of ${field}`,
  moveUp: (field: string) => `Move ${field} up`,
  moveDown: (field: string) => `Move ${field} down`,
  delete: (field: string) => `Delete ${field}`,
  moved: (field: string, position: number, total: number) =>
    `Moved ${field} to position ${position} of ${total}`,
  noBraces: 'Field names can’t contain braces.',
  taken: (field: string) => `This transaction already has a field named “${field}”.`,
  unused: 'Not used in document names',
  usedBy: (first: string, others: number) =>
    others === 0 ? `Used in “${first}”` : `Used in “${first}” and ${others} more`,
};

/** Names of the user's actions, for undo and the palette. */
export const ACTS = {
  add: (field: string) => `Add the field “${field}”`,
  rename: (field: string) => `Rename the field “${field}”`,
  delete: (field: string) => `Delete the field “${field}”`,
  deleted: (field: string) => `Deleted the field “${field}”. ${canBeRestored(1)}`,
  move: (field: string) => `Move the field “${field}”`,
};
