import { expect, it } from 'vitest';
import { newQueueEntry } from '../../../tests/support/rows.ts';
import { notePreparing, preparedFor } from './preparing-since.ts';

const preparing = newQueueEntry('deed', 'SUCCESS_CONVERTING_DOCUMENT');

it('the estimate runs on from when it was first seen, though the drawer is closed and opened again', () => {
  notePreparing([preparing], 1000);
  notePreparing([preparing], 4000);
  expect(preparedFor(preparing.uuid, 5000)).toBe(4000);
});

it('a document that is prepared anew begins anew, and one that nobody has heard of at nothing', () => {
  notePreparing([{ ...preparing, status: 'CONVERTING_DOCUMENT' }], 6000);
  expect(preparedFor(preparing.uuid, 7000)).toBe(0);
  notePreparing([preparing], 7000);
  expect(preparedFor(preparing.uuid, 7500)).toBe(500);
});
