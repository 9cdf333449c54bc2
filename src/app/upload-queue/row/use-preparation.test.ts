import { expect, it } from 'vitest';
import { newQueueEntry } from '../../../../tests/support/rows.ts';
import { notePreparing, preparedFor } from './use-preparation.ts';

const preparing = newQueueEntry('deed', 'SUCCESS_CONVERTING_DOCUMENT');

it('the estimate counts from the first time the document was seen, even if the drawer is reopened', () => {
  notePreparing([preparing], 1000);
  notePreparing([preparing], 4000);
  expect(preparedFor(preparing.uuid, 5000)).toBe(4000);
});

it('the estimate starts over when a document is prepared again, and is zero for an unknown document', () => {
  notePreparing([{ ...preparing, status: 'CONVERTING_DOCUMENT' }], 6000);
  expect(preparedFor(preparing.uuid, 7000)).toBe(0);
  notePreparing([preparing], 7000);
  expect(preparedFor(preparing.uuid, 7500)).toBe(500);
});
