import { expect, it } from 'vitest';
import { uploadNotice } from './upload-notice.ts';

it.each([
  [{ sent: 1, failed: 0, undecided: 0 }, 'Uploads complete', '1 file has been uploaded to Counterpart.'],
  [{ sent: 3, failed: 0, undecided: 0 }, 'Uploads complete', '3 files have been uploaded to Counterpart.'],
  [
    { sent: 3, failed: 1, undecided: 0 },
    'Uploads need attention',
    '1 file could not be uploaded. Open Counterpart to try again.',
  ],
  [
    { sent: 0, failed: 2, undecided: 0 },
    'Uploads need attention',
    '2 files could not be uploaded. Open Counterpart to try again.',
  ],
  [{ sent: 3, failed: 0, undecided: 1 }, 'Uploads need attention', '1 file needs your decision.'],
  [{ sent: 0, failed: 0, undecided: 2 }, 'Uploads need attention', '2 files need your decision.'],
])('reports %j', (ended, title, body) => {
  expect(uploadNotice(ended)).toEqual({ title, body });
});

it('reports nothing about files that were removed from the queue without being uploaded', () => {
  expect(uploadNotice({ sent: 0, failed: 0, undecided: 0 })).toBeNull();
});
