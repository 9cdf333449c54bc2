import type { FileVerdict } from '../../../../contract/rules/evidence/check-file.ts';

/** The UI copy of /verify. */
export const VERIFY = {
  title: 'Check a sealed PDF',
  intro:
    'Choose a PDF or drop it below to check whether this Counterpart server sealed it and whether it has changed since. The file stays on your computer.',
  file: 'PDF file',
  checking: 'Checking the file…',
  noNetwork:
    'You need a network connection to check a file on this device for the first time. Connect, then choose the file again.',
  withoutNetwork: (at: Date) => `Checked offline, against the certificates this server had on ${day(at)}.`,
  unread: 'We couldn’t read this file. Choose it again.',
  tooLarge: 'This file is larger than 200 MB, so it can’t be checked here.',
  sealedBy: 'Sealed by',
  fingerprint: 'Certificate (SHA-256)',
  timestamp: 'Timestamp',
};

const VERDICTS: Readonly<Record<FileVerdict['is'], string>> = {
  unchanged: 'This file was sealed by this Counterpart server and hasn’t changed since.',
  added: 'Something was added to this file after this Counterpart server sealed it.',
  changed: 'This file was sealed by this Counterpart server, but it has changed since.',
  forged: 'The seal on this file is forged: it doesn’t match the certificate in it.',
  foreign: 'This file wasn’t sealed by this Counterpart server.',
  not_sealed: 'This file has no seal.',
};

/**
 * Returns the verdict as a sentence.
 * @param keptAt when the server's certificates were last read, if the server can't be reached now
 */
export function verdictInWords({ is }: FileVerdict, keptAt: Date | null): string {
  if (is === 'foreign' && keptAt)
    return `This file wasn’t sealed by this Counterpart server, or was sealed with a certificate issued after ${day(keptAt)}. Connect to check.`;
  return VERDICTS[is];
}

function day(at: Date): string {
  return at.toLocaleDateString('en-US', { dateStyle: 'long' });
}

/** Says whether the timestamp of a seal can be trusted. */
export function timestampInWords(
  timestamp: Extract<FileVerdict, { seal: unknown }>['seal']['timestamp'],
): string {
  switch (timestamp.is) {
    case 'none':
      return 'None';
    case 'forged':
      return 'The timestamp is forged or damaged.';
    case 'unknown':
      return `From ${timestamp.by}, an authority that this Counterpart server has never used. Don’t rely on it.`;
    case 'valid':
      return `${timestamp.at.toLocaleString('en-US', { dateStyle: 'long', timeStyle: 'long' })}, by ${timestamp.by}`;
  }
}
