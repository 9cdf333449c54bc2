import type { DocumentStatus } from './document-status.ts';

/** The way of an upload, in order (upload spec 4). */
export const UPLOAD_CHAIN = [
  'QUEUED',
  'IN_PROGRESS',
  'FETCHING_PRESIGNED_URL',
  'SUCCESS_FETCHING_PRESIGNED_URL',
  'UPLOADING_FILE_TO_STORE',
  'SUCCESS_UPLOADING_FILE_TO_STORE',
  'CREATING_DOCUMENT',
  'SUCCESS_CREATING_DOCUMENT',
  'CONVERTING_DOCUMENT',
  'SUCCESS_CONVERTING_DOCUMENT',
  'GENERATING_THUMBNAILS',
  'SUCCESS_GENERATING_THUMBNAILS',
  'CONVERSION_COMPLETE',
] as const;

export type UploadStatus =
  | (typeof UPLOAD_CHAIN)[number]
  | 'REMOVED'
  | 'FAILED_DROP'
  | 'FAILED_FILE_TOO_SMALL'
  | 'FAILED_FETCHING_PRESIGNED_URL'
  | 'FAILED_UPLOADING_FILE_TO_STORE'
  | 'FAILED_CREATING_DOCUMENT'
  | DocumentStatus;

/** What a failed upload says (upload spec 8). */
export const UPLOAD_MESSAGES = {
  upload: 'We encountered an error attempting to upload this file',
  create: 'We encountered an error attempting to save this document',
  convert: 'We encountered an error attempting to convert this document',
  fallback: 'There was a problem uploading this file',
} as const;

/**
 * Percentage: the position in the non-failed chain divided by its length (upload spec 4), with `sentShare` (0–1) of the
 * step that carries the bytes. 0 for a status outside the chain.
 */
export function uploadPercent(status: UploadStatus, sentShare: number): number {
  const chain: readonly string[] = UPLOAD_CHAIN;
  const position = chain.indexOf(status);
  if (position < 0) return 0;
  const within = status === 'UPLOADING_FILE_TO_STORE' ? Math.min(Math.max(sentShare, 0), 1) : 0;
  return Math.round(((position + 1 + within) / chain.length) * 100);
}
