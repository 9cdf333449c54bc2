import { expect, it } from 'vitest';
import { newQueueEntry as entry } from '../../../tests/support/rows.ts';
import { clearQuestion } from './clear-question.ts';

it('says of each kind of loss how much there is of it', () => {
  const queue = [
    entry('a', 'UPLOADING_FILE_TO_STORE'),
    entry('b', 'FAILED_CREATING_DOCUMENT'),
    entry('c', 'CONVERSION_COMPLETE'),
    { ...entry('d', 'CONVERSION_COMPLETE'), byAnother: true },
    entry('e', 'FAILED_DROP'),
    // What has the same content may be cleared with it.
    { ...entry('f', 'QUEUED'), underWay: false, duplicateOf: 'Deed' },
  ];
  expect(clearQuestion(queue)).toEqual([
    '3 files are not on the server yet, and are deleted from this device: you would have to add them again.',
    '2 documents in the queue are deleted for everyone in this transaction.',
    '1 of them was uploaded by another participant.',
  ]);
});

it('speaks of one as of one', () => {
  expect(clearQuestion([entry('a', 'QUEUED')])).toEqual([
    '1 file is not on the server yet, and is deleted from this device: you would have to add it again.',
  ]);
  expect(clearQuestion([{ ...entry('a', 'CONVERTING_DOCUMENT'), byAnother: true }])).toEqual([
    '1 document in the queue is deleted for everyone in this transaction.',
    'It was uploaded by another participant.',
  ]);
});

it('does not frighten where nothing is lost', () => {
  expect(clearQuestion([entry('a', 'FAILED_DROP'), entry('b', 'FAILED_FILE_TOO_SMALL')])).toEqual([
    'Nothing is lost: none of these files is on this device or on the server.',
  ]);
});
