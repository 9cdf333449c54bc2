import { describe, expect, it } from 'vitest';
import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import { newQueueEntry } from '../../../tests/support/rows.ts';
import { isWarned, receiptWords, uploadWords, type Situation } from './upload-words.ts';

const ONLINE: Situation = { offline: false, signedOut: false, paused: false, sparing: false };
/** Its bytes are gone, and the row says so. */
const EVICTED = { evicted: true, errorMessage: 'The browser no longer has this file. Add it again.' };
const at = (status: QueueEntry['status'], facts: Partial<QueueEntry> = {}) => ({
  ...newQueueEntry('deed', status),
  ...facts,
});

describe('where an upload stands', () => {
  it.for<[QueueEntry['status'], Partial<QueueEntry>, Partial<Situation>, string]>([
    ['QUEUED', {}, {}, 'Waiting…'],
    ['UPLOADING_FILE_TO_STORE', {}, {}, 'Uploading…'],
    ['WAITING_ON_DMS', {}, {}, 'Accessing document....'],
    ['CREATING_DOCUMENT', {}, { offline: true }, 'Waits for the network'],
    ['QUEUED', {}, { paused: true, offline: true }, 'Paused'],
    ['QUEUED', {}, { sparing: true }, 'Waiting: data saver is on'],
    ['QUEUED', {}, { signedOut: true, paused: true }, 'Waits for your sign-in'],
    [
      'QUEUED',
      { setback: 'The file store answered 503.' },
      {},
      'The file store answered 503. It is tried again.',
    ],
    [
      'QUEUED',
      { setback: 'ApiFetch error general 500' },
      {},
      'The server had a problem (500). It is tried again.',
    ],
    ['QUEUED', { duplicateOf: 'Deed' }, { paused: true }, 'Already in this transaction as “Deed”.'],
    ['SUCCESS_CREATING_DOCUMENT', {}, { offline: true }, 'Saved. We’ll continue when you’re online.'],
    ['SUCCESS_CREATING_DOCUMENT', {}, { signedOut: true }, 'Saved. More once you have signed in.'],
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
      { errorMessage: 'This transaction takes no more files.' },
      {},
      'We encountered an error attempting to upload this file: This transaction takes no more files.',
    ],
  ])('%s with %j, %j: %s', ([status, facts, situation, words]) => {
    expect(uploadWords(at(status, facts), { ...ONLINE, ...situation }, 0)).toBe(words);
  });

  it('warns of what is amiss, not of what the person or the network holds', () => {
    const setBack = at('QUEUED', { setback: 'The file store answered 503.' });
    expect(isWarned(setBack, ONLINE)).toBe(true);
    expect(isWarned(setBack, { ...ONLINE, paused: true })).toBe(false);
    expect(isWarned(at('QUEUED', { duplicateOf: 'Deed' }), { ...ONLINE, paused: true })).toBe(true);
    expect(isWarned(at('WAITING_ON_DMS'), ONLINE)).toBe(true);
    expect(isWarned(at('UPLOADING_FILE_TO_STORE'), ONLINE)).toBe(false);
  });

  it('counts down while the pages are prepared, and claims nothing once that has run out', () => {
    const preparing = at('SUCCESS_CONVERTING_DOCUMENT', { numPages: 30 });
    expect(uploadWords(preparing, ONLINE, 12)).toBe('Preparing pages, about 12 s');
    expect(uploadWords(preparing, ONLINE, 0)).toBe('Preparing pages…');
  });
});

it('what the server has bears its receipt', () => {
  expect(receiptWords(at('UPLOADING_FILE_TO_STORE'))).toBeNull();
  expect(receiptWords(at('CONVERSION_COMPLETE', { sha256: 'ab12' }))).toBe(
    'Received by the server just as it was sent. SHA-256: ab12',
  );
});
