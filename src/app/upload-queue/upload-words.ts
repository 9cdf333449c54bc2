import type { QueueEntry } from '../../db/queries/upload-queue.ts';
import type { SigningType } from '../../contract/rules/upload-checks.ts';
import { UPLOAD_MESSAGES } from '../../contract/rules/upload-status.ts';
import { counted } from '../parts/counted.ts';

export const SIGNING_LABELS: Record<SigningType, string> = {
  to_be_signed: 'To be signed',
  non_executable: 'Non-executable',
  fully_executed: 'Executed',
};

/** The badge of a row: only what differs from the default has one (upload spec 2). */
export function signingBadge(signingType: SigningType): string | null {
  return signingType === 'to_be_signed' ? null : SIGNING_LABELS[signingType];
}

/** Where an upload stands, in a word or two. */
export function uploadWords(entry: QueueEntry, offline: boolean): string {
  if (entry.failed) return entry.errorMessage ?? UPLOAD_MESSAGES.fallback;
  switch (entry.status) {
    case 'CONVERSION_COMPLETE':
      return `Ready, ${counted(entry.numPages ?? 0, 'page', 'pages')}`;
    case 'SUCCESS_CREATING_DOCUMENT':
    case 'CONVERTING_DOCUMENT':
      return offline ? 'Converts once online' : 'Converting…';
    case 'SUCCESS_CONVERTING_DOCUMENT':
    case 'GENERATING_THUMBNAILS':
    case 'SUCCESS_GENERATING_THUMBNAILS':
      return 'Preparing pages…';
    case 'CREATING_DOCUMENT':
    case 'SUCCESS_UPLOADING_FILE_TO_STORE':
      return 'Saving…';
    case 'UPLOADING_FILE_TO_STORE':
      return offline ? 'Waits for the network' : 'Uploading…';
    default:
      return offline ? 'Waits for the network' : 'Waiting…';
  }
}

/** Failures that a new try can mend: the file itself was fine. */
export function canRetry(entry: QueueEntry): boolean {
  return (
    entry.status === 'FAILED_FETCHING_PRESIGNED_URL' ||
    entry.status === 'FAILED_UPLOADING_FILE_TO_STORE' ||
    entry.status === 'FAILED_CREATING_DOCUMENT'
  );
}
