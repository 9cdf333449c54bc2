import type { QueueEntry } from '../../db/queries/documents/upload-queue.ts';
import type { SigningType } from '../../contract/rules/documents/upload-checks.ts';
import { UPLOAD_MESSAGES } from '../../contract/rules/documents/upload-status.ts';
import { counted } from '../lib/format/numbers.ts';
import { reasonInWords } from '../sync-status/reason-in-words.ts';

export const SIGNING_LABELS: Record<SigningType, string> = {
  to_be_signed: 'To be signed',
  non_executable: 'Non-executable',
  fully_executed: 'Executed',
};

/** The badge of a row: only what differs from the default has one (docs/product/upload-queue.md, "Where it shows"). */
export function signingBadge(signingType: SigningType): string | null {
  return signingType === 'to_be_signed' ? null : SIGNING_LABELS[signingType];
}

/** What holds up every file of this device. */
export interface Situation {
  offline: boolean;
  signedOut: boolean;
  /** By the person. */
  paused: boolean;
  /** Data is to be spared, and the person has not said to send all the same. */
  sparing: boolean;
}

/** docs/product/upload-queue.md, "Messages": for an upload that could not begin, where the server did not say why. */
const NOT_PRESIGNED = 'Failed to get pre-signed URL';

interface FailureWords {
  sentence: string;
  reason: string | null;
}

/** What a failed upload says: its message (docs/product/upload-queue.md, "Messages") and, if that doesn't explain it, the reason. */
export function failureWords({ status, errorMessage, evicted }: QueueEntry): FailureWords {
  // At whichever step it had failed: what is to be done now is another thing.
  if (evicted) return { sentence: errorMessage ?? UPLOAD_MESSAGES.fallback, reason: null };
  switch (status) {
    case 'FAILED_CREATING_DOCUMENT':
      return withReason(UPLOAD_MESSAGES.create, errorMessage);
    case 'FAILED_FETCHING_PRESIGNED_URL':
      return {
        sentence: UPLOAD_MESSAGES.upload,
        reason: errorMessage === UPLOAD_MESSAGES.upload ? NOT_PRESIGNED : (errorMessage ?? NOT_PRESIGNED),
      };
    case 'FAILED_CONVERTING_DOCUMENT':
    case 'FAILED_GENERATING_THUMBNAILS':
      return withReason(UPLOAD_MESSAGES.convert, errorMessage);
    default:
      return { sentence: errorMessage ?? UPLOAD_MESSAGES.fallback, reason: null };
  }
}

function withReason(sentence: string, reason: string | null): FailureWords {
  return { sentence, reason: reason === sentence ? null : reason };
}

/** Where an upload stands, in a word or two. `seconds`: left of the estimate while its pages are prepared. */
export function uploadWords(entry: QueueEntry, situation: Situation, seconds: number): string {
  if (entry.failed) {
    const { sentence, reason } = failureWords(entry);
    return reason === null ? sentence : `${sentence}: ${reason}`;
  }
  if (entry.duplicateOf !== null) {
    return entry.twinGone
      ? `“${entry.duplicateOf}”, the same file, is not in this transaction any more.`
      : `Already in this transaction as “${entry.duplicateOf}”.`;
  }
  return waitingWords(entry, situation) ?? goingWords(entry, seconds);
}

/** The receipt of a file that the server has, for whoever rests the pointer on it; null = it has none. */
export function receiptWords({ sha256 }: QueueEntry): string | null {
  return sha256 === null ? null : `Received by the server just as it was sent. SHA-256: ${sha256}`;
}

/** Whether something is amiss that has not failed: it is tried again, or waits for the DMS or for the person. */
export function isWarned({ status, setback, duplicateOf }: QueueEntry, situation: Situation): boolean {
  const { offline, signedOut, paused, sparing } = situation;
  const held = offline || signedOut || paused || sparing;
  return duplicateOf !== null || status === 'WAITING_ON_DMS' || (setback !== null && !held);
}

/** Why nothing happens to it now; null where something does. */
function waitingWords({ status, saved, setback }: QueueEntry, situation: Situation): string | null {
  const { offline, signedOut, paused, sparing } = situation;
  if (status === 'CONVERSION_COMPLETE') return null;
  // What the server does with it goes on there, unseen.
  if (saved && signedOut) return 'Saved. More once you have signed in.';
  // The server's own sentence: it waits as well.
  if (saved) return offline ? 'Saved. We’ll continue when you’re online.' : setback;
  if (signedOut) return 'Waits for your sign-in';
  // The server fetches it, whatever this device spares.
  if (status === 'WAITING_ON_DMS' && !offline) return null;
  if (paused) return 'Paused';
  if (sparing) return 'Waiting: data saver is on';
  if (offline) return 'Waits for the network';
  return setback === null ? null : `${reasonInWords(setback)} It is tried again.`;
}

function goingWords({ status, numPages }: QueueEntry, seconds: number): string {
  switch (status) {
    case 'WAITING_ON_DMS':
      return 'Accessing document....';
    case 'CONVERSION_COMPLETE':
      return `Ready, ${counted(numPages ?? 0, 'page', 'pages')}`;
    case 'SUCCESS_CREATING_DOCUMENT':
    case 'CONVERTING_DOCUMENT':
      return 'Converting…';
    case 'SUCCESS_CONVERTING_DOCUMENT':
      return seconds > 0 ? `Preparing pages, about ${seconds} s` : 'Preparing pages…';
    case 'GENERATING_THUMBNAILS':
    case 'SUCCESS_GENERATING_THUMBNAILS':
      return 'Preparing pages…';
    case 'CREATING_DOCUMENT':
    case 'SUCCESS_UPLOADING_FILE_TO_STORE':
      return 'Saving…';
    case 'UPLOADING_FILE_TO_STORE':
      return 'Uploading…';
    default:
      return 'Waiting…';
  }
}
