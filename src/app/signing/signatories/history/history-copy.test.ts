import { expect, it } from 'vitest';
import { actInWords } from './history-copy.ts';

const labelOf = (field: string) => ({ full_name: 'Name', email: 'Email' })[field];

it.each([
  [{ command: 'signatories.create', subject: 'signatory', op: 'put', fields: [] }, 'added this signatory'],
  [
    { command: 'signatories.update', subject: 'signatory', op: 'put', fields: ['full_name', 'email'] },
    'changed the name and email of this signatory',
  ],
  [
    { command: 'assignments.bulkDelete', subject: 'assignment', op: 'delete', fields: [] },
    'removed a document to sign',
  ],
  [
    { command: 'representatives.update', subject: 'representative', op: 'put', fields: ['order'] },
    'moved a capacity',
  ],
  [
    { command: 'transactions.restore', subject: 'signatory', op: 'put', fields: [] },
    'restored this signatory',
  ],
  [{ command: 'signatories.sendReminder', subject: 'reminder', op: 'put', fields: [] }, 'sent a reminder'],
])('says what was done to a signatory: %o', (act, words) => {
  expect(actInWords(act, labelOf)).toBe(words);
});
