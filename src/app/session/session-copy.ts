// The UI copy of the device lock, the sign-out and the clock warning. All of it is loaded lazily.
import type { Tried } from '../../db/commands/account/device-lock.ts';
import { counted } from '../lib/format/numbers.ts';

/** The lock screen, and the sign-out that it offers. */
export const LOCK = {
  title: (product: string) => `${product} is locked`,
  passphrase: 'Device passphrase',
  unlock: 'Unlock',
  unlocking: 'Unlocking…',
  failed: 'We couldn’t check the passphrase. Reload the page and try again.',
  uploads: 'Uploads continue after you unlock this device.',
  signOut: 'Sign out of this device…',
  signOutTitle: 'Sign out of this device?',
  signOutConfirm: 'Delete files and sign out',
  filesDeleted: 'Signing out deletes all Counterpart files from this device and removes the lock.',
  filesLost: (count: number) =>
    count === 0
      ? 'All of them are also on the server.'
      : `${counted(count, 'file isn’t', 'files aren’t')} on the server yet and will be lost.`,
  forgotten:
    'If you don’t know the passphrase, this is the only way to continue. Afterwards, sign in with your password.',
};

/** Returns why a passphrase was not accepted; null = it was. */
export function passphraseProblem(tried: Tried): string | null {
  switch (tried.outcome) {
    case 'right':
      return null;
    case 'wrong':
      return 'Incorrect passphrase. Try again.';
    case 'wait':
      return `Too many incorrect attempts. Try again in ${waitInWords(tried.ms)}.`;
  }
}

function waitInWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return seconds < 60
    ? counted(seconds, 'second', 'seconds')
    : counted(Math.ceil(seconds / 60), 'minute', 'minutes');
}

/** The dialog that appears if a sign-out would affect unsent work. */
export const SIGN_OUT = {
  title: 'Sign out?',
  titleUnsent: 'Sign out with unsent work?',
  titleDisconnected: 'Sign out without a connection?',
  confirm: (files: number) =>
    files > 0 ? `Delete ${counted(files, 'file', 'files')} and sign out` : 'Sign out',
  lockedOut: {
    offline:
      'You’re offline. If you sign out, you can’t open your work on this device until you’re back online.',
    disconnected:
      'Counterpart can’t reach the server. If you sign out now, you can’t open your work on this device until the connection is back.',
  },
  copying: 'Files are still being copied to this device. You can sign out when that’s done.',
  files: (count: number) =>
    count === 1
      ? '1 file isn’t on the server and will be deleted from this device. Upload it or export your unsent work first.'
      : `${count} files aren’t on the server and will be deleted from this device. Upload them or export your unsent work first.`,
  unsent: (count: number) =>
    count === 1
      ? '1 change hasn’t been sent. It stays on this device and will be sent after you sign in here again.'
      : `${count} changes haven’t been sent. They stay on this device and will be sent after you sign in here again.`,
  rejected: (count: number) =>
    count === 1
      ? '1 change needs your attention. It stays on this device until you sign in here again.'
      : `${count} changes need your attention. They stay on this device until you sign in here again.`,
};

const HOUR_MS = 60 * 60_000;

/** From this many hours on, the difference is given in days. */
const DAYS_FROM_HOURS = 20;

/**
 * Returns the warning about a wrong clock. `aheadMs` is negative if the clock is behind. A difference of an hour or two may be
 * the time zone.
 */
export function clockWarning(aheadMs: number): string {
  const hours = Math.round(Math.abs(aheadMs) / HOUR_MS);
  const inDays = hours >= DAYS_FROM_HOURS;
  const clock = inDays ? 'This device’s clock' : 'This device’s clock or time zone';
  const off = inDays ? counted(Math.round(hours / 24), 'day', 'days') : counted(hours, 'hour', 'hours');
  return `${clock} is about ${off} ${aheadMs > 0 ? 'ahead' : 'behind'}. Due dates and today’s date may be wrong until you correct it.`;
}
