import type { DocumentStatus } from './document-status.ts';

/** Where an upload stands (upload spec 4). */
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
  /** In the non-failed chain, from 1; null = outside it. */
  position: number | null;
  /** The server has the document: closing the window loses nothing. */
  saved: boolean;
  failed: boolean;
  /** Who says that it is so: this device, the server, or the document management system. */
  owner: 'device' | 'server' | 'dms';
  /** What may follow. REMOVED may follow anything, and is not named here. */
  next: readonly UploadStatus[];
}

/**
 * The one table of the course of an upload (upload spec 4). Steps between two that are named may go unseen: the device
 * writes no status that it would leave in the same breath, and of the server it sees what it is told.
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
 *       └── every step of the device, when it is held, and every ✗ of it, when the person tries again
 *
 *     ✗ may end in FAILED_… of that step. FAILED_DROP and FAILED_FILE_TOO_SMALL are never queued.
 *     REMOVED (soft: hidden, then undone by the engine) from anywhere.
 */
export const UPLOAD_STATUSES: Readonly<Record<UploadStatus, StatusFacts>> = {
  SELECTED_FROM_DMS: { position: null, saved: false, failed: false, owner: 'dms', next: ['WAITING_ON_DMS'] },
  WAITING_ON_DMS: {
    position: null,
    saved: false,
    failed: false,
    owner: 'dms',
    next: ['SUCCESS_CREATING_DOCUMENT', 'FAILED_CREATING_DOCUMENT'],
  },
  QUEUED: { position: 1, saved: false, failed: false, owner: 'device', next: ['IN_PROGRESS'] },
  IN_PROGRESS: {
    position: 2,
    saved: false,
    failed: false,
    owner: 'device',
    // A create that was held goes on from what is stored; bytes that the browser has let go of cannot be sent.
    next: ['QUEUED', 'FETCHING_PRESIGNED_URL', 'CREATING_DOCUMENT', 'FAILED_UPLOADING_FILE_TO_STORE'],
  },
  FETCHING_PRESIGNED_URL: {
    position: 3,
    saved: false,
    failed: false,
    owner: 'device',
    next: [
      'QUEUED',
      'SUCCESS_FETCHING_PRESIGNED_URL',
      'UPLOADING_FILE_TO_STORE',
      // The server answers that the document is there: the answer to an earlier create was lost.
      'SUCCESS_CREATING_DOCUMENT',
      'FAILED_FETCHING_PRESIGNED_URL',
      'FAILED_CREATING_DOCUMENT',
    ],
  },
  SUCCESS_FETCHING_PRESIGNED_URL: {
    position: 4,
    saved: false,
    failed: false,
    owner: 'device',
    next: ['QUEUED', 'UPLOADING_FILE_TO_STORE'],
  },
  UPLOADING_FILE_TO_STORE: {
    position: 5,
    saved: false,
    failed: false,
    owner: 'device',
    next: ['QUEUED', 'SUCCESS_UPLOADING_FILE_TO_STORE', 'FAILED_UPLOADING_FILE_TO_STORE'],
  },
  SUCCESS_UPLOADING_FILE_TO_STORE: {
    position: 6,
    saved: false,
    failed: false,
    owner: 'device',
    next: ['QUEUED', 'CREATING_DOCUMENT'],
  },
  CREATING_DOCUMENT: {
    position: 7,
    saved: false,
    failed: false,
    owner: 'device',
    // Bytes that arrived damaged are sent again so many times, and no more.
    next: [
      'QUEUED',
      'SUCCESS_CREATING_DOCUMENT',
      'FAILED_CREATING_DOCUMENT',
      'FAILED_UPLOADING_FILE_TO_STORE',
    ],
  },
  SUCCESS_CREATING_DOCUMENT: {
    position: 8,
    saved: true,
    failed: false,
    owner: 'server',
    next: [
      'CONVERTING_DOCUMENT',
      'SUCCESS_CONVERTING_DOCUMENT',
      'CONVERSION_COMPLETE',
      'FAILED_CONVERTING_DOCUMENT',
    ],
  },
  CONVERTING_DOCUMENT: {
    position: 9,
    saved: true,
    failed: false,
    owner: 'server',
    next: ['SUCCESS_CONVERTING_DOCUMENT', 'CONVERSION_COMPLETE', 'FAILED_CONVERTING_DOCUMENT'],
  },
  SUCCESS_CONVERTING_DOCUMENT: {
    position: 10,
    saved: true,
    failed: false,
    owner: 'server',
    next: ['GENERATING_THUMBNAILS', 'CONVERSION_COMPLETE', 'FAILED_GENERATING_THUMBNAILS'],
  },
  GENERATING_THUMBNAILS: {
    position: 11,
    saved: true,
    failed: false,
    owner: 'server',
    next: ['SUCCESS_GENERATING_THUMBNAILS', 'CONVERSION_COMPLETE', 'FAILED_GENERATING_THUMBNAILS'],
  },
  SUCCESS_GENERATING_THUMBNAILS: {
    position: 12,
    saved: true,
    failed: false,
    owner: 'server',
    next: ['CONVERSION_COMPLETE'],
  },
  CONVERSION_COMPLETE: { position: 13, saved: true, failed: false, owner: 'server', next: [] },
  FAILED_DROP: { position: null, saved: false, failed: true, owner: 'device', next: [] },
  FAILED_FILE_TOO_SMALL: { position: null, saved: false, failed: true, owner: 'device', next: [] },
  FAILED_FETCHING_PRESIGNED_URL: {
    position: null,
    saved: false,
    failed: true,
    owner: 'device',
    next: ['QUEUED'],
  },
  FAILED_UPLOADING_FILE_TO_STORE: {
    position: null,
    saved: false,
    failed: true,
    owner: 'device',
    next: ['QUEUED'],
  },
  FAILED_CREATING_DOCUMENT: { position: null, saved: false, failed: true, owner: 'device', next: ['QUEUED'] },
  FAILED_CONVERTING_DOCUMENT: { position: null, saved: true, failed: true, owner: 'server', next: [] },
  FAILED_GENERATING_THUMBNAILS: { position: null, saved: true, failed: true, owner: 'server', next: [] },
  REMOVED: { position: null, saved: false, failed: false, owner: 'device', next: [] },
};

/** Steps of the non-failed chain. */
const CHAIN_LENGTH = 13;

/** Whether an upload at one status may next be seen at another. */
export function mayFollow(from: UploadStatus, to: UploadStatus): boolean {
  if (from === 'REMOVED') return false;
  return to === 'REMOVED' || UPLOAD_STATUSES[from].next.includes(to);
}

/** Whether it is on its way and the server does not have it: it goes on without the person. */
export function isUnderWay(status: UploadStatus): boolean {
  const { saved, failed } = UPLOAD_STATUSES[status];
  return !saved && !failed && status !== 'REMOVED';
}

/** Whether it failed in a way that a new try can mend: the file itself was fine, and its bytes are on the device. */
export function canRetry(status: UploadStatus): boolean {
  return UPLOAD_STATUSES[status].failed && mayFollow(status, 'QUEUED');
}

/** What a failed upload says (upload spec 8). */
export const UPLOAD_MESSAGES = {
  upload: 'We encountered an error attempting to upload this file',
  create: 'We encountered an error attempting to save this document',
  convert: 'We encountered an error attempting to convert this document',
  fallback: 'There was a problem uploading this file',
} as const;

/**
 * Percentage, 0–100: the position in the non-failed chain divided by its length (upload spec 4). `share` (0–1) is how much
 * is done of a step that shows it: the bytes sent while they are going, and the pages prepared (`preparedShare`), which
 * run up to the last step before the end. 0 outside the chain.
 */
export function uploadPercent(status: UploadStatus, share: number): number {
  const { position } = UPLOAD_STATUSES[status];
  if (position === null) return 0;
  const within = Math.min(Math.max(share, 0), 1);
  return Math.round(((position + within * stepsWithin(status)) / CHAIN_LENGTH) * 100);
}

/** How many steps of the chain a status runs over by itself. */
function stepsWithin(status: UploadStatus): number {
  if (status === 'UPLOADING_FILE_TO_STORE') return 1;
  // Nothing is heard of the server until the thumbnails are there, two steps on.
  return status === 'SUCCESS_CONVERTING_DOCUMENT' ? 2 : 0;
}

/** Upload spec 9: what a page takes to be prepared where the server says nothing else, ms. */
export const PAGE_CONVERSION_MS = 400;

/** The countdown per page while SUCCESS_CONVERTING_DOCUMENT (upload spec 4). Times in ms; without a number of pages, one. */
export interface Preparation {
  pages: number | null;
  /** Since the status was first seen. */
  elapsed: number;
  perPage: number;
}

/** How much of the pages is prepared by the estimate, 0–1. */
export function preparedShare({ pages, elapsed, perPage }: Preparation): number {
  return Math.min(Math.max(elapsed, 0) / (Math.max(pages ?? 1, 1) * perPage), 1);
}

/** Whole seconds that the estimate has still to run; 0 once it has run out. */
export function secondsLeft({ pages, elapsed, perPage }: Preparation): number {
  return Math.max(0, Math.ceil((Math.max(pages ?? 1, 1) * perPage - elapsed) / 1000));
}
