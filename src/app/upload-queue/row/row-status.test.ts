import { describe, expect, it } from 'vitest';
import type { QueueEntry } from '../../../db/queries/documents/upload-queue.ts';
import { newQueueEntry } from '../../../../tests/support/rows.ts';
import { isWarned, receiptOf, rowStatus, type Situation } from './row-status.ts';

const ONLINE: Situation = { offline: false, signedOut: false, paused: false, sparing: false };
/** A file whose bytes the browser has deleted. */
const EVICTED = { evicted: true, errorMessage: 'The browser no longer has this file. Add it again.' };
const at = (status: QueueEntry['status'], facts: Partial<QueueEntry> = {}) => ({
  ...newQueueEntry('deed', status),
  ...facts,
});

describe('the status of an upload', () => {
  it.for<[QueueEntry['status'], Partial<QueueEntry>, Partial<Situation>, string]>([
    ['QUEUED', {}, {}, 'Waiting…'],
    ['UPLOADING_FILE_TO_STORE', {}, {}, 'Uploading…'],
    ['WAITING_ON_DMS', {}, {}, 'Accessing document....'],
    ['CREATING_DOCUMENT', {}, { offline: true }, 'Waiting for a connection'],
    ['QUEUED', {}, { paused: true, offline: true }, 'Paused'],
    ['QUEUED', {}, { sparing: true }, 'Waiting: data saver is on'],
    ['QUEUED', {}, { signedOut: true, paused: true }, 'Waiting for you to sign in'],
    [
      'QUEUED',
      { setback: 'The file store returned an error (503).' },
      {},
      'The file store returned an error (503). Trying again…',
    ],
    [
      'QUEUED',
      { setback: 'The server had a problem (500).' },
      {},
      'The server had a problem (500). Trying again…',
    ],
    ['QUEUED', { duplicateOf: 'Deed' }, { paused: true }, 'Already in this transaction as “Deed”.'],
    ['SUCCESS_CREATING_DOCUMENT', {}, { offline: true }, 'Saved. We’ll continue when you’re online.'],
    ['SUCCESS_CREATING_DOCUMENT', {}, { signedOut: true }, 'Saved. We’ll continue after you sign in.'],
    ['SUCCESS_CREATING_DOCUMENT', {}, { paused: true }, 'Converting…'],
    [
      'SUCCESS_CREATING_DOCUMENT',
      { saved: true, setback: 'Waiting for the malware scanner.' },
      {},
      'Waiting for the malware scanner.',
    ],
    ['CONVERSION_COMPLETE', { numPages: 1 }, { offline: true, paused: true }, 'Ready, 1 page'],
    ['FAILED_UPLOADING_FILE_TO_STORE', {}, { paused: true }, 'There was a problem uploading this file'],
    ['FAILED_DROP', { errorMessage: 'Too long.' }, {}, 'Too long.'],
    ['FAILED_CONVERTING_DOCUMENT', {}, {}, 'We encountered an error attempting to convert this document'],
    ['FAILED_GENERATING_THUMBNAILS', {}, {}, 'We encountered an error attempting to convert this document'],
    [
      'FAILED_CONVERTING_DOCUMENT',
      { errorMessage: 'It is damaged.' },
      {},
      'We encountered an error attempting to convert this document: It is damaged.',
    ],
    [
      'FAILED_GENERATING_THUMBNAILS',
      { errorMessage: 'We encountered an error attempting to convert this document' },
      {},
      'We encountered an error attempting to convert this document',
    ],
    ['FAILED_FETCHING_PRESIGNED_URL', EVICTED, {}, 'The browser no longer has this file. Add it again.'],
    ['FAILED_CREATING_DOCUMENT', EVICTED, {}, 'The browser no longer has this file. Add it again.'],
    [
      'FAILED_CREATING_DOCUMENT',
      { errorMessage: 'We encountered an error attempting to save this document' },
      {},
      'We encountered an error attempting to save this document',
    ],
    [
      'FAILED_CREATING_DOCUMENT',
      { errorMessage: 'Too long.' },
      {},
      'We encountered an error attempting to save this document: Too long.',
    ],
    [
      'FAILED_FETCHING_PRESIGNED_URL',
      { errorMessage: 'We encountered an error attempting to upload this file' },
      {},
      'We encountered an error attempting to upload this file: Failed to get pre-signed URL',
    ],
    [
      'FAILED_FETCHING_PRESIGNED_URL',
      { errorMessage: 'This transaction is full.' },
      {},
      'We encountered an error attempting to upload this file: This transaction is full.',
    ],
  ])('%s with %j, %j: %s', ([status, facts, situation, words]) => {
    expect(rowStatus(at(status, facts), { ...ONLINE, ...situation }, 0)).toBe(words);
  });

  it('warns about problems, but not if the user or the network is holding the upload', () => {
    const setBack = at('QUEUED', { setback: 'The file store returned an error (503).' });
    expect(isWarned(setBack, ONLINE)).toBe(true);
    expect(isWarned(setBack, { ...ONLINE, paused: true })).toBe(false);
    expect(isWarned(at('QUEUED', { duplicateOf: 'Deed' }), { ...ONLINE, paused: true })).toBe(true);
    expect(isWarned(at('WAITING_ON_DMS'), ONLINE)).toBe(true);
    expect(isWarned(at('UPLOADING_FILE_TO_STORE'), ONLINE)).toBe(false);
  });

  it('counts down while pages are prepared, and shows no time once the estimate has run out', () => {
    const preparing = at('SUCCESS_CONVERTING_DOCUMENT', { numPages: 30 });
    expect(rowStatus(preparing, ONLINE, 12)).toBe('Preparing pages, about 12 s left');
    expect(rowStatus(preparing, ONLINE, 0)).toBe('Preparing pages…');
  });
});

it('a file that the server has received shows its checksum as a receipt', () => {
  expect(receiptOf(at('UPLOADING_FILE_TO_STORE'))).toBeNull();
  expect(receiptOf(at('CONVERSION_COMPLETE', { sha256: 'ab12' }))).toBe(
    'The server received this file unchanged. SHA-256: ab12',
  );
});
