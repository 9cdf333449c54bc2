import { describe, expect, it } from 'vitest';
import { safeToClose, type Closing } from './safe-to-close.ts';

const SAVED: Closing = {
  copying: 0,
  files: 0,
  edits: 0,
  failed: 0,
  notHere: 0,
  refused: 0,
  offline: false,
  paused: false,
  signedOut: false,
  goesOn: 'on_return',
};

describe('what happens if the window is closed now', () => {
  it.for<[string, Partial<Closing>, string]>([
    ['nothing, where everything is saved', {}, 'Everything is saved. You can close Counterpart.'],
    [
      'nothing either where uploads are paused and there are none',
      { paused: true },
      'Everything is saved. You can close Counterpart.',
    ],
    [
      'a loss, while files are being copied, whatever else holds',
      { copying: 1, files: 3, offline: true, goesOn: 'by_itself' },
      'Keep Counterpart open: files are still being copied to this device.',
    ],
    [
      'nothing, but a file of which the bytes are gone has not arrived',
      { notHere: 1 },
      'You can close Counterpart. 1 file has to be added again.',
    ],
    [
      'nothing, but a file that was too small is not saved',
      { notTaken: 1 },
      'You can close Counterpart. 1 file was not taken in.',
    ],
    [
      'files go on, others have to be added again',
      { files: 2, notHere: 2 },
      'You can close Counterpart: 2 files go on when you come back. 2 files have to be added again.',
    ],
    [
      'a file goes on on return',
      { files: 1 },
      'You can close Counterpart: 1 file goes on when you come back.',
    ],
    ['files go on on return', { files: 2 }, 'You can close Counterpart: 2 files go on when you come back.'],
    [
      'files go on by themselves where the browser can',
      { files: 2, goesOn: 'by_itself' },
      'You can close Counterpart: 2 files go on by themselves for some minutes, and what is left when you come back.',
    ],
    [
      'edits do not go by themselves, and hold the sentence back',
      { files: 2, edits: 1, goesOn: 'by_itself' },
      'You can close Counterpart: 2 files and 1 change go on when you come back.',
    ],
    [
      'without a network they wait for one',
      { files: 1, offline: true, goesOn: 'by_itself' },
      'You can close Counterpart: 1 file goes on by itself once there is a connection.',
    ],
    [
      'without a network and without a worker they wait for the person',
      { files: 2, offline: true },
      'You can close Counterpart: 2 files stay on this device until you come back online.',
    ],
    [
      'paused files wait for the person, also where the browser could go on',
      { files: 2, paused: true, goesOn: 'by_itself' },
      'You can close Counterpart: 2 files stay on this device until you go on.',
    ],
    [
      'paused files wait for the person, and the edits beside them do not',
      { files: 2, edits: 1, paused: true, goesOn: 'by_itself' },
      'You can close Counterpart: 2 files stay on this device until you go on, and 1 change goes on when you come back.',
    ],
    [
      'without a network the edits beside paused files wait for one',
      { files: 1, edits: 2, paused: true, offline: true },
      'You can close Counterpart: 1 file stays on this device until you go on, and 2 changes stay on this device until you come back online.',
    ],
    [
      'edits alone go on although files are paused',
      { edits: 1, paused: true },
      'You can close Counterpart: 1 change goes on when you come back.',
    ],
    [
      'signed out, files that were paused and edits wait for the same',
      { files: 1, edits: 1, paused: true, signedOut: true },
      'You can close Counterpart: 1 file and 1 change stay on this device until you sign in again.',
    ],
    [
      'signed out, everything waits for the sign-in',
      { files: 1, paused: true, offline: true, signedOut: true, goesOn: 'by_itself' },
      'You can close Counterpart: 1 file stays on this device until you sign in again.',
    ],
    [
      'with a lock files go on when the device is unlocked, whatever the browser could do without a page',
      { files: 2, locks: true, goesOn: 'by_itself' },
      'You can close Counterpart: 2 files go on when you come back and unlock this device.',
    ],
    [
      'with a lock and without a network they wait for both',
      { files: 1, locks: true, offline: true, goesOn: 'by_itself' },
      'You can close Counterpart: 1 file stays on this device until you come back online and unlock it.',
    ],
    [
      'edits wait for no passphrase',
      { files: 1, edits: 1, locks: true },
      'You can close Counterpart: 1 file goes on when you come back and unlock this device, and 1 change goes on when you come back.',
    ],
    [
      'nor do edits alone',
      { edits: 2, locks: true, offline: true },
      'You can close Counterpart: 2 changes stay on this device until you come back online.',
    ],
    [
      'with a lock, too, the person has to go on themselves with what they paused',
      { files: 1, locks: true, paused: true },
      'You can close Counterpart: 1 file stays on this device until you go on.',
    ],
    [
      'what failed or was refused is never called saved',
      { failed: 1 },
      'You can close Counterpart: 1 file stays on this device until you decide on it.',
    ],
    [
      'nor where there are several',
      { failed: 1, refused: 2 },
      'You can close Counterpart: 1 file and 2 changes stay on this device until you decide on them.',
    ],
  ])('%s', ([, facts, sentence]) => {
    expect(safeToClose({ ...SAVED, ...facts })).toBe(sentence);
  });
});
