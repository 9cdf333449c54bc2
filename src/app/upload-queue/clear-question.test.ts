import { expect, it } from 'vitest';
import { newQueueEntry as entry } from '../../../tests/support/rows.ts';
import { clearQuestion } from './clear-question.ts';

it('counts each kind of loss', () => {
  const queue = [
    entry('a', 'UPLOADING_FILE_TO_STORE'),
    entry('b', 'FAILED_CREATING_DOCUMENT'),
    entry('c', 'CONVERSION_COMPLETE'),
    { ...entry('d', 'CONVERSION_COMPLETE'), byAnother: true },
    entry('e', 'FAILED_DROP'),
    // A duplicate is lost, too.
    { ...entry('f', 'QUEUED'), underWay: false, duplicateOf: 'Deed' },
  ];
  expect(clearQuestion(queue)).toEqual([
    '3 files aren’t on the server yet. They will be deleted from this device.',
    '2 documents in the queue will be deleted for everyone in this transaction.',
    '1 of them was uploaded by another participant.',
  ]);
});

it('uses the singular for one file', () => {
  expect(clearQuestion([entry('a', 'QUEUED')])).toEqual([
    '1 file isn’t on the server yet. It will be deleted from this device.',
  ]);
  expect(clearQuestion([{ ...entry('a', 'CONVERTING_DOCUMENT'), byAnother: true }])).toEqual([
    '1 document in the queue will be deleted for everyone in this transaction.',
    'It was uploaded by another participant.',
  ]);
});

it('says so if nothing would be lost', () => {
  expect(clearQuestion([entry('a', 'FAILED_DROP'), entry('b', 'FAILED_FILE_TOO_SMALL')])).toEqual([
    'These files were never uploaded, so nothing will be lost.',
  ]);
});
