import type { QueueEntry } from '../../../db/queries/documents/upload-queue.ts';
import type { SigningType } from '../../../contract/rules/documents/upload-checks.ts';
import { FAILURES, ROW, SIGNING_LABELS, STATUS } from '../upload-queue-copy.ts';

/** What holds up every upload on this device. */
export interface Situation {
  offline: boolean;
  signedOut: boolean;
  /** Whether the user has paused uploads. */
  paused: boolean;
  /** Whether data saver is on and the user has not chosen to upload anyway. */
  sparing: boolean;
}

/** The specification's sentence, and the reason if that sentence is too general. */
interface Failure {
  sentence: string;
  reason: string | null;
}

/** Returns the badge of a row. The default signing type has none. */
export function signingBadge(signingType: SigningType): string | null {
  return signingType === 'to_be_signed' ? null : SIGNING_LABELS[signingType];
}

/** Returns why an upload failed (docs/product/upload-queue.md, "Messages"). */
export function failureOf({ status, errorMessage, evicted }: QueueEntry): Failure {
  // It no longer matters which step failed: the user must add the file again.
  if (evicted) return { sentence: errorMessage ?? FAILURES.fallback, reason: null };
  switch (status) {
    case 'FAILED_CREATING_DOCUMENT':
      return withReason(FAILURES.create, errorMessage);
    case 'FAILED_FETCHING_PRESIGNED_URL':
      return {
        sentence: FAILURES.upload,
        reason:
          errorMessage === FAILURES.upload ? FAILURES.notPresigned : (errorMessage ?? FAILURES.notPresigned),
      };
    case 'FAILED_CONVERTING_DOCUMENT':
    case 'FAILED_GENERATING_THUMBNAILS':
      return withReason(FAILURES.convert, errorMessage);
    default:
      return { sentence: errorMessage ?? FAILURES.fallback, reason: null };
  }
}

function withReason(sentence: string, reason: string | null): Failure {
  return { sentence, reason: reason === sentence ? null : reason };
}

/** Returns the state of an upload in a few words. `seconds` is the remaining time of the estimate while pages are prepared. */
export function rowStatus(entry: QueueEntry, situation: Situation, seconds: number): string {
  if (entry.failed) {
    const { sentence, reason } = failureOf(entry);
    return reason === null ? sentence : ROW.withReason(sentence, reason);
  }
  if (entry.duplicateOf !== null)
    return entry.twinGone ? ROW.duplicateGone(entry.duplicateOf) : ROW.duplicate(entry.duplicateOf);
  return waitingStatus(entry, situation) ?? progressStatus(entry, seconds);
}

/** Returns the receipt of a file on the server; null = the server does not have it yet. */
export function receiptOf({ sha256 }: QueueEntry): string | null {
  return sha256 === null ? null : ROW.receipt(sha256);
}

/**
 * Returns whether a file that has not failed needs a warning icon, because it is being retried or is waiting for the DMS or the
 * user.
 */
export function isWarned({ status, setback, duplicateOf }: QueueEntry, situation: Situation): boolean {
  const { offline, signedOut, paused, sparing } = situation;
  const held = offline || signedOut || paused || sparing;
  return duplicateOf !== null || status === 'WAITING_ON_DMS' || (setback !== null && !held);
}

/** Returns why a file makes no progress; null = it makes progress. */
function waitingStatus({ status, saved, setback }: QueueEntry, situation: Situation): string | null {
  const { offline, signedOut, paused, sparing } = situation;
  if (status === 'CONVERSION_COMPLETE') return null;
  // The server continues to convert it, but this device doesn't receive its progress.
  if (saved && signedOut) return STATUS.savedSignedOut;
  // `setback` is the server's own sentence, because the server is waiting, too.
  if (saved) return offline ? STATUS.savedOffline : setback;
  if (signedOut) return STATUS.signedOut;
  // The server fetches the file, so a pause or data saver on this device doesn't matter.
  if (status === 'WAITING_ON_DMS' && !offline) return null;
  if (paused) return STATUS.paused;
  if (sparing) return STATUS.dataSaver;
  if (offline) return STATUS.offline;
  return setback === null ? null : STATUS.retrying(setback);
}

function progressStatus({ status, numPages }: QueueEntry, seconds: number): string {
  switch (status) {
    case 'WAITING_ON_DMS':
      return STATUS.waitingOnDms;
    case 'CONVERSION_COMPLETE':
      return STATUS.ready(numPages ?? 0);
    case 'SUCCESS_CREATING_DOCUMENT':
    case 'CONVERTING_DOCUMENT':
      return STATUS.converting;
    case 'SUCCESS_CONVERTING_DOCUMENT':
      return seconds > 0 ? STATUS.preparingFor(seconds) : STATUS.preparing;
    case 'GENERATING_THUMBNAILS':
    case 'SUCCESS_GENERATING_THUMBNAILS':
      return STATUS.preparing;
    case 'CREATING_DOCUMENT':
    case 'SUCCESS_UPLOADING_FILE_TO_STORE':
      return STATUS.saving;
    case 'UPLOADING_FILE_TO_STORE':
      return STATUS.uploading;
    default:
      return STATUS.waiting;
  }
}
