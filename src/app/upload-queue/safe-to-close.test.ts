import { describe, expect, it } from 'vitest';
import { safeToClose, type UnsentWork } from './safe-to-close.ts';

const SAVED: UnsentWork = {
  copying: 0,
  files: 0,
  edits: 0,
  failed: 0,
  notHere: 0,
  rejected: 0,
  offline: false,
  paused: false,
  signedOut: false,
  continuesInBackground: false,
};

/** The sentences that begin with "You can close Counterpart." */
const safe = (sentence: string) => `You can close Counterpart. ${sentence}`;

describe('the sentence about closing the app', () => {
  it.for<[string, Partial<UnsentWork>, string]>([
    ['says that everything is saved', {}, 'Everything is saved. You can close Counterpart.'],
    [
      'says that everything is saved if uploads are paused and there are none',
      { paused: true },
      'Everything is saved. You can close Counterpart.',
    ],
    [
      'warns while files are being copied, whatever else is going on',
      { copying: 1, files: 3, offline: true, continuesInBackground: true },
      'Keep Counterpart open: files are still being copied to this device.',
    ],
    ['names a file that has to be added again', { notHere: 1 }, safe('1 file needs to be added again.')],
    ['does not call a file saved that was too small', { notTaken: 1 }, safe('1 file wasn’t added.')],
    [
      'tells files that continue from files that have to be added again',
      { files: 2, notHere: 2 },
      safe(
        '2 files are kept on this device and will be sent when you come back. 2 files need to be added again.',
      ),
    ],
    [
      'says that a file is sent when the user comes back',
      { files: 1 },
      safe('1 file is kept on this device and will be sent when you come back.'),
    ],
    [
      'says that uploads continue for a few minutes if the browser can do that',
      { files: 2, continuesInBackground: true },
      safe('2 files will keep uploading for a few minutes and continue when you come back.'),
    ],
    [
      'does not promise that edits are sent in the background',
      { files: 2, edits: 1, continuesInBackground: true },
      safe('2 files and 1 change are kept on this device and will be sent when you come back.'),
    ],
    [
      'says that a file waits for a connection if the browser can wake up for it',
      { files: 1, offline: true, continuesInBackground: true },
      safe('1 file is kept on this device and will be sent as soon as there is a connection.'),
    ],
    [
      'says that files wait for the user if the browser cannot wake up',
      { files: 2, offline: true },
      safe('2 files are kept on this device and will be sent when you come back online.'),
    ],
    [
      'says that paused files wait for the user, even if the browser could continue',
      { files: 2, paused: true, continuesInBackground: true },
      safe('2 files are kept on this device and will be sent after you resume uploads.'),
    ],
    [
      'tells paused files from edits, which are not paused',
      { files: 2, edits: 1, paused: true, continuesInBackground: true },
      safe(
        '2 files are kept on this device and will be sent after you resume uploads. 1 change is kept on this device and will be sent when you come back.',
      ),
    ],
    [
      'says that edits beside paused files wait for a connection',
      { files: 1, edits: 2, paused: true, offline: true },
      safe(
        '1 file is kept on this device and will be sent after you resume uploads. 2 changes are kept on this device and will be sent when you come back online.',
      ),
    ],
    [
      'says that an edit is sent although uploads are paused',
      { edits: 1, paused: true },
      safe('1 change is kept on this device and will be sent when you come back.'),
    ],
    [
      'names files and edits together if both wait for the sign-in',
      { files: 1, edits: 1, paused: true, signedOut: true },
      safe('1 file and 1 change are kept on this device and will be sent after you sign in again.'),
    ],
    [
      'names the sign-in first if uploads are also paused and offline',
      { files: 1, paused: true, offline: true, signedOut: true, continuesInBackground: true },
      safe('1 file is kept on this device and will be sent after you sign in again.'),
    ],
    [
      'says that files of a locked device wait until it is unlocked, whatever the browser can do',
      { files: 2, locks: true, continuesInBackground: true },
      safe('2 files are kept on this device and will be sent after you come back and unlock this device.'),
    ],
    [
      'says that files of a locked device also wait for a connection',
      { files: 1, locks: true, offline: true, continuesInBackground: true },
      safe(
        '1 file is kept on this device and will be sent after you come back online and unlock this device.',
      ),
    ],
    [
      'says that edits do not wait for the passphrase',
      { files: 1, edits: 1, locks: true },
      safe(
        '1 file is kept on this device and will be sent after you come back and unlock this device. 1 change is kept on this device and will be sent when you come back.',
      ),
    ],
    [
      'does not mention the lock if there are only edits',
      { edits: 2, locks: true, offline: true },
      safe('2 changes are kept on this device and will be sent when you come back online.'),
    ],
    [
      'says that paused files of a locked device wait until the user resumes them',
      { files: 1, locks: true, paused: true },
      safe('1 file is kept on this device and will be sent after you resume uploads.'),
    ],
    [
      'never calls a failed file saved',
      { failed: 1 },
      safe('1 file needs your attention and stays on this device.'),
    ],
    [
      'never calls rejected changes saved',
      { failed: 1, rejected: 2 },
      safe('1 file and 2 changes need your attention and stay on this device.'),
    ],
  ])('%s', ([, facts, sentence]) => {
    expect(safeToClose({ ...SAVED, ...facts })).toBe(sentence);
  });
});
