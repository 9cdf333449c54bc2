import type { Tried } from '../../db/commands/account/device-lock.ts';

/** Why a passphrase did not do it, in a sentence; null = it did. */
export function triedInWords(tried: Tried): string | null {
  switch (tried.outcome) {
    case 'right':
      return null;
    case 'wrong':
      return 'That is not the passphrase of this device.';
    case 'wait':
      return `There were several wrong passphrases. Try again in ${waitInWords(tried.ms)}.`;
  }
}

function waitInWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
