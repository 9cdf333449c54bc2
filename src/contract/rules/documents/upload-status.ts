import type { DocumentStatus } from './document-status.ts';

/** The status of an upload (docs/product/upload-queue.md, "Statuses"). */
export type UploadStatus =
  | 'SELECTED_FROM_DMS'
  | 'WAITING_ON_DMS'
  | 'QUEUED'
  | 'IN_PROGRESS'
  | 'FETCHING_PRESIGNED_URL'
  | 'SUCCESS_FETCHING_PRESIGNED_URL'
  | 'UPLOADING_FILE_TO_STORE'
  | 'SUCCESS_UPLOADING_FILE_TO_STORE'
  | 'CREATING_DOCUMENT'
  | 'SUCCESS_CREATING_DOCUMENT'
  | 'CONVERTING_DOCUMENT'
  | 'SUCCESS_CONVERTING_DOCUMENT'
  | 'GENERATING_THUMBNAILS'
  | 'SUCCESS_GENERATING_THUMBNAILS'
  | 'CONVERSION_COMPLETE'
  | 'FAILED_DROP'
  | 'FAILED_FILE_TOO_SMALL'
  | 'FAILED_FETCHING_PRESIGNED_URL'
  | 'FAILED_UPLOADING_FILE_TO_STORE'
  | 'FAILED_CREATING_DOCUMENT'
  | 'FAILED_CONVERTING_DOCUMENT'
  | 'FAILED_GENERATING_THUMBNAILS'
  | 'REMOVED'
  | DocumentStatus;

interface StatusFacts {
  /** Position in the chain without failures, from 1; null = outside of it. */
  position: number | null;
  /** The server has the document: closing the window loses nothing. */
  saved: boolean;
  failed: boolean;
  /** Who reports the status: this device, the server, or the document management system. */
  owner: 'device' | 'server' | 'dms';
  /** The statuses that can follow. REMOVED can follow any status, and is not listed here. */
  next: readonly UploadStatus[];
}

type Next = StatusFacts['next'];

/** Returns a step of the chain before the server has the document. */
function onDevice(position: number, next: Next): StatusFacts {
  return { ...offChain('device', next), position };
}

function onServer(position: number, next: Next): StatusFacts {
  return { ...offChain('server', next), position, saved: true };
}

/** Returns a failed status. For a file that the server has, only the server's failures are reported. */
function failure(owner: 'device' | 'server', next: Next): StatusFacts {
  return { ...offChain(owner, next), saved: owner === 'server', failed: true };
}

function offChain(owner: StatusFacts['owner'], next: Next): StatusFacts {
  return { position: null, saved: false, failed: false, owner, next };
}

/** A step that a worker left midway: it is retried, or the next worker resumes it. */
const HELD = ['QUEUED', 'IN_PROGRESS'] as const;

/**
 * The only table of upload statuses and what may follow each (docs/product/upload-queue.md, "Statuses"). Some may be
 * skipped: the device writes no status that it would leave at once, and sees only those of the server's that it receives.
 *
 *     SELECTED_FROM_DMS ─▶ WAITING_ON_DMS ──────────────────────────┐ or ✗ CREATING_DOCUMENT
 *                                                                   │
 *     QUEUED ─▶ IN_PROGRESS ─▶ FETCHING_PRESIGNED_URL ✗ ─▶ SUCCESS_FETCHING_PRESIGNED_URL
 *       ▲            │ stored before                                │
 *       │            │         ┌────────────────────────────────────┘
 *       │            ▼         ▼                                    │
 *       │  CREATING_DOCUMENT ✗ ◀─ SUCCESS_UPLOADING_FILE_TO_STORE ◀─ UPLOADING_FILE_TO_STORE ✗
 *       │            │                                              │
 *       │            ▼                                              │
 *       │  SUCCESS_CREATING_DOCUMENT ◀──────────────────────────────┘ from the DMS; there already
 *       │            │ saved
 *       │            ▼
 *       │  CONVERTING_DOCUMENT ✗ ─▶ SUCCESS_CONVERTING_DOCUMENT ─▶ GENERATING_THUMBNAILS ✗
 *       │                                                           │
 *       │                  CONVERSION_COMPLETE ◀─ SUCCESS_GENERATING_THUMBNAILS
 *       │
 *       └── every step of the device, when it is held (or taken up, by another worker: IN_PROGRESS), and every ✗ of it, when
 *           the person tries again
 *
 *     ✗ may end in FAILED_… of that step. FAILED_DROP and FAILED_FILE_TOO_SMALL are never queued.
 *     REMOVED (soft: hidden, then undone by the engine) from anywhere.
 */
export const UPLOAD_STATUSES: Readonly<Record<UploadStatus, StatusFacts>> = {
  SELECTED_FROM_DMS: offChain('dms', ['WAITING_ON_DMS']),
  WAITING_ON_DMS: offChain('dms', ['SUCCESS_CREATING_DOCUMENT', 'FAILED_CREATING_DOCUMENT']),
  QUEUED: onDevice(1, ['IN_PROGRESS']),
  IN_PROGRESS: onDevice(
    2,
    // A create that was held resumes from stored data. Bytes that the browser has evicted can't be sent.
    [...HELD, 'FETCHING_PRESIGNED_URL', 'CREATING_DOCUMENT', 'FAILED_UPLOADING_FILE_TO_STORE'],
  ),
  FETCHING_PRESIGNED_URL: onDevice(3, [
    ...HELD,
    'SUCCESS_FETCHING_PRESIGNED_URL',
    'UPLOADING_FILE_TO_STORE',
    // The server responds that the document exists: the response to an earlier create was lost.
    'SUCCESS_CREATING_DOCUMENT',
    'FAILED_FETCHING_PRESIGNED_URL',
    'FAILED_CREATING_DOCUMENT',
    // Its id was taken every time.
    'FAILED_UPLOADING_FILE_TO_STORE',
  ]),
  SUCCESS_FETCHING_PRESIGNED_URL: onDevice(4, [...HELD, 'UPLOADING_FILE_TO_STORE']),
  UPLOADING_FILE_TO_STORE: onDevice(5, [
    ...HELD,
    'SUCCESS_UPLOADING_FILE_TO_STORE',
    'FAILED_UPLOADING_FILE_TO_STORE',
  ]),
  SUCCESS_UPLOADING_FILE_TO_STORE: onDevice(6, [...HELD, 'CREATING_DOCUMENT']),
  CREATING_DOCUMENT: onDevice(
    7,
    // How often bytes that arrived damaged, or that the store discarded, are sent again.
    [...HELD, 'SUCCESS_CREATING_DOCUMENT', 'FAILED_CREATING_DOCUMENT', 'FAILED_UPLOADING_FILE_TO_STORE'],
  ),
  SUCCESS_CREATING_DOCUMENT: onServer(8, [
    'CONVERTING_DOCUMENT',
    'SUCCESS_CONVERTING_DOCUMENT',
    'CONVERSION_COMPLETE',
    'FAILED_CONVERTING_DOCUMENT',
  ]),
  CONVERTING_DOCUMENT: onServer(9, [
    'SUCCESS_CONVERTING_DOCUMENT',
    'CONVERSION_COMPLETE',
    'FAILED_CONVERTING_DOCUMENT',
  ]),
  SUCCESS_CONVERTING_DOCUMENT: onServer(10, [
    'GENERATING_THUMBNAILS',
    'CONVERSION_COMPLETE',
    'FAILED_GENERATING_THUMBNAILS',
  ]),
  GENERATING_THUMBNAILS: onServer(11, [
    'SUCCESS_GENERATING_THUMBNAILS',
    'CONVERSION_COMPLETE',
    'FAILED_GENERATING_THUMBNAILS',
  ]),
  SUCCESS_GENERATING_THUMBNAILS: onServer(12, ['CONVERSION_COMPLETE']),
  CONVERSION_COMPLETE: onServer(13, []),
  FAILED_DROP: failure('device', []),
  FAILED_FILE_TOO_SMALL: failure('device', []),
  FAILED_FETCHING_PRESIGNED_URL: failure('device', ['QUEUED']),
  FAILED_UPLOADING_FILE_TO_STORE: failure('device', ['QUEUED']),
  // A file that was picked in a DMS is fetched once more.
  FAILED_CREATING_DOCUMENT: failure('device', ['QUEUED', 'SELECTED_FROM_DMS']),
  FAILED_CONVERTING_DOCUMENT: failure('server', []),
  FAILED_GENERATING_THUMBNAILS: failure('server', []),
  REMOVED: offChain('device', []),
};

/** Steps of the non-failed chain. */
const CHAIN_LENGTH = 13;

/** Returns whether an upload with one status can next have another, or the same. */
export function mayFollow(from: UploadStatus, to: UploadStatus): boolean {
  if (from === to) return true;
  if (from === 'REMOVED') return false;
  return to === 'REMOVED' || UPLOAD_STATUSES[from].next.includes(to);
}

/** Returns whether it is being uploaded and the server doesn't have it yet, so it continues without the user. */
export function isUnderWay(status: UploadStatus): boolean {
  const { saved, failed } = UPLOAD_STATUSES[status];
  return !saved && !failed && status !== 'REMOVED';
}

/** Returns whether it waits for this device to send it, or is being sent. */
export function isSentByDevice(status: UploadStatus): boolean {
  return UPLOAD_STATUSES[status].owner === 'device' && isUnderWay(status);
}

/**
 * Returns whether it failed in a way that a retry can fix: the file itself was fine, and its bytes are on the device.
 */
export function canRetry(status: UploadStatus): boolean {
  return UPLOAD_STATUSES[status].failed && mayFollow(status, 'QUEUED');
}

/** The message of a failed upload (docs/product/upload-queue.md, "Messages"). */
export const UPLOAD_MESSAGES = {
  upload: 'We encountered an error attempting to upload this file',
  create: 'We encountered an error attempting to save this document',
  convert: 'We encountered an error attempting to convert this document',
  fallback: 'There was a problem uploading this file',
  presign: 'Failed to get pre-signed url for uploads.',
} as const;

/**
 * Percentage, 0–100: the position in the non-failed chain divided by its length
 * (docs/product/upload-queue.md, "Statuses"). `share` (0–1) is the progress within a step: the bytes sent during the
 * upload, and the pages prepared (`preparedShare`), which run up to the last step before the end. 0 outside the
 * chain.
 */
export function uploadPercent(status: UploadStatus, share: number): number {
  const { position } = UPLOAD_STATUSES[status];
  if (position === null) return 0;
  const within = Math.min(Math.max(share, 0), 1);
  return Math.round(((position + within * stepsWithin(status)) / CHAIN_LENGTH) * 100);
}

/** How many steps of the chain a status covers. */
function stepsWithin(status: UploadStatus): number {
  if (status === 'UPLOADING_FILE_TO_STORE') return 1;
  // The server reports nothing until the thumbnails are ready, two steps on.
  return status === 'SUCCESS_CONVERTING_DOCUMENT' ? 2 : 0;
}

/** docs/product/upload-queue.md, "Statuses": the time to prepare a page, unless the server says otherwise, ms. */
export const PAGE_CONVERSION_MS = 400;

/**
 * The countdown per page during SUCCESS_CONVERTING_DOCUMENT (docs/product/upload-queue.md, "Statuses"). Times are in ms. If
 * the number of pages is unknown, it counts as one.
 */
export interface Preparation {
  pages: number | null;
  /** Since the status was first seen. */
  elapsed: number;
  perPage: number;
}

/** The estimated share of prepared pages, 0–1. */
export function preparedShare({ pages, elapsed, perPage }: Preparation): number {
  return Math.min(Math.max(elapsed, 0) / (Math.max(pages ?? 1, 1) * perPage), 1);
}

/** The remaining whole seconds of the estimate; 0 once it has run out. */
export function secondsLeft({ pages, elapsed, perPage }: Preparation): number {
  return Math.max(0, Math.ceil((Math.max(pages ?? 1, 1) * perPage - elapsed) / 1000));
}
