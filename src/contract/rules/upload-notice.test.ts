import { expect, it } from 'vitest';
import { uploadNotice } from './upload-notice.ts';

it.each([
  [{ sent: 1, failed: 0 }, 'Uploads complete', '1 file has reached Counterpart.'],
  [{ sent: 3, failed: 0 }, 'Uploads complete', '3 files have reached Counterpart.'],
  [
    { sent: 3, failed: 1 },
    'Uploads need attention',
    '1 file could not be uploaded. Open Counterpart to try again.',
  ],
  [
    { sent: 0, failed: 2 },
    'Uploads need attention',
    '2 files could not be uploaded. Open Counterpart to try again.',
  ],
])('tells of %j', (ended, title, body) => {
  expect(uploadNotice(ended)).toEqual({ title, body });
});

it('tells nothing of files that were taken off the queue: none of them is uploaded', () => {
  expect(uploadNotice({ sent: 0, failed: 0 })).toBeNull();
});
