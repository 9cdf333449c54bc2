import { describe, expect, it } from 'vitest';
import {
  canRetry,
  isSentByDevice,
  isUnderWay,
  mayFollow,
  preparedShare,
  secondsLeft,
  UPLOAD_MESSAGES,
  UPLOAD_STATUSES,
  uploadPercent,
  type UploadStatus,
} from './upload-status.ts';

const CHAIN: UploadStatus[] = [
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
];
const STATUSES = Object.entries(UPLOAD_STATUSES).map(([status, facts]) => ({ status, ...facts }));
const namesOf = (found: { status: string }[]) => found.map(({ status }) => status);

describe('the table of statuses', () => {
  it('has the whole chain of statuses, in order and without a gap', () => {
    const chain = STATUSES.filter(({ position }) => position !== null);
    expect(namesOf(chain.toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0)))).toEqual(CHAIN);
    expect(chain.map(({ position }) => position).toSorted((a, b) => (a ?? 0) - (b ?? 0))).toEqual(
      CHAIN.map((_, index) => index + 1),
    );
  });

  it('marks the failed statuses, and gives them no place in the chain', () => {
    expect(namesOf(STATUSES.filter(({ failed }) => failed))).toEqual([
      'FAILED_DROP',
      'FAILED_FILE_TOO_SMALL',
      'FAILED_FETCHING_PRESIGNED_URL',
      'FAILED_UPLOADING_FILE_TO_STORE',
      'FAILED_CREATING_DOCUMENT',
      'FAILED_CONVERTING_DOCUMENT',
      'FAILED_GENERATING_THUMBNAILS',
    ]);
    for (const { failed, position } of STATUSES) expect(failed && position !== null).toBe(false);
  });

  it('counts as saved exactly those files that the server has and reports on', () => {
    for (const { status, saved, owner } of STATUSES) expect(saved, status).toBe(owner === 'server');
    const created = CHAIN.indexOf('SUCCESS_CREATING_DOCUMENT');
    for (const [index, status] of CHAIN.entries())
      expect(UPLOAD_STATUSES[status].saved, status).toBe(index >= created);
  });

  it('lets every status of the chain be followed by the next', () => {
    const steps = CHAIN.slice(1).map((next, index) => ({ from: CHAIN[index] ?? next, next }));
    expect(steps.filter(({ from, next }) => !mayFollow(from, next))).toEqual([]);
  });

  it('lets a failure on the device return to its step or nowhere', () => {
    const failures = STATUSES.filter(({ failed }) => failed);
    expect(new Set(failures.flatMap(({ next }) => next))).toEqual(new Set(['QUEUED', 'SELECTED_FROM_DMS']));
  });

  it('lets the next worker resume, or the loop hold, any step that a worker left unfinished', () => {
    const sending = STATUSES.map(({ status }) => asStatus(status)).filter(isSentByDevice);
    expect(sending).toEqual(CHAIN.slice(0, CHAIN.indexOf('SUCCESS_CREATING_DOCUMENT')));
    const stuck = sending.filter(
      (status) => !mayFollow(status, 'IN_PROGRESS') || !mayFollow(status, 'QUEUED'),
    );
    expect(stuck).toEqual([]);
  });

  it('never leads from a saved status to an unsaved one', () => {
    const after = STATUSES.filter(({ saved }) => saved).flatMap(({ next }) => next);
    expect(after.filter((status) => !UPLOAD_STATUSES[status].saved)).toEqual([]);
  });

  it('lets a file be removed at any status, and never return', () => {
    for (const { status } of STATUSES) {
      const from = asStatus(status);
      expect(mayFollow(from, 'REMOVED'), status).toBe(true);
      expect(mayFollow('REMOVED', from), status).toBe(status === 'REMOVED');
    }
  });

  it('lets files from the DMS begin when they are chosen there', () => {
    expect(mayFollow('SELECTED_FROM_DMS', 'WAITING_ON_DMS')).toBe(true);
    expect(mayFollow('WAITING_ON_DMS', 'SUCCESS_CREATING_DOCUMENT')).toBe(true);
    const before = STATUSES.filter(({ next }) => next.includes('SELECTED_FROM_DMS'));
    expect(before.map(({ status }) => status)).toEqual(['FAILED_CREATING_DOCUMENT']);
  });

  it('retries automatically or by the user, never both', () => {
    for (const { status } of STATUSES) {
      const named = asStatus(status);
      expect(isUnderWay(named) && canRetry(named), status).toBe(false);
    }
    expect(namesOf(STATUSES.filter(({ status }) => canRetry(asStatus(status))))).toEqual([
      'FAILED_FETCHING_PRESIGNED_URL',
      'FAILED_UPLOADING_FILE_TO_STORE',
      'FAILED_CREATING_DOCUMENT',
    ]);
    expect(isUnderWay('SUCCESS_CREATING_DOCUMENT')).toBe(false);
    expect(isUnderWay('CREATING_DOCUMENT')).toBe(true);
  });
});

describe('the percentage of an upload', () => {
  it('is its position in the chain divided by the length of the chain', () => {
    expect(uploadPercent('QUEUED', 0)).toBe(8);
    expect(uploadPercent('SUCCESS_CREATING_DOCUMENT', 0)).toBe(62);
    expect(uploadPercent('CONVERSION_COMPLETE', 0)).toBe(100);
  });

  it('never decreases from one status to the next, nor while bytes are sent', () => {
    const beforePages = CHAIN.slice(0, 10).flatMap((status) =>
      [0, 0.3, 0.9, 1].map((share) => uploadPercent(status, share)),
    );
    const course = [...beforePages, uploadPercent('CONVERSION_COMPLETE', 0)];
    expect(course).toEqual(course.toSorted((a, b) => a - b));
  });

  it('moves with the bytes only while they are sent', () => {
    expect(uploadPercent('UPLOADING_FILE_TO_STORE', 1)).toBeGreaterThan(
      uploadPercent('UPLOADING_FILE_TO_STORE', 0),
    );
    expect(uploadPercent('CREATING_DOCUMENT', 1)).toBe(uploadPercent('CREATING_DOCUMENT', 0));
  });

  it('stays within its step if more bytes are reported than the file has', () => {
    expect(uploadPercent('UPLOADING_FILE_TO_STORE', 7)).toBe(uploadPercent('UPLOADING_FILE_TO_STORE', 1));
    expect(uploadPercent('UPLOADING_FILE_TO_STORE', -1)).toBe(uploadPercent('UPLOADING_FILE_TO_STORE', 0));
  });

  it('follows the estimate while pages are prepared, and stops short of the end', () => {
    expect(uploadPercent('SUCCESS_CONVERTING_DOCUMENT', 0)).toBe(77);
    expect(uploadPercent('SUCCESS_CONVERTING_DOCUMENT', 1)).toBe(
      uploadPercent('SUCCESS_GENERATING_THUMBNAILS', 0),
    );
  });

  it.for(['REMOVED', 'FAILED_DROP', 'FAILED_CONVERTING_DOCUMENT', 'WAITING_ON_DMS'] as const)(
    'is 0 for %s',
    (status) => {
      expect(uploadPercent(status, 0.5)).toBe(0);
    },
  );
});

describe('the countdown while pages are prepared', () => {
  const thirty = { pages: 30, perPage: 400 };

  it('runs for 400 ms a page, or the time from the server', () => {
    expect(secondsLeft({ ...thirty, elapsed: 0 })).toBe(12);
    expect(preparedShare({ ...thirty, elapsed: 3000 })).toBe(0.25);
    expect(secondsLeft({ ...thirty, perPage: 1000, elapsed: 0 })).toBe(30);
  });

  it('ends at zero if the server takes longer', () => {
    expect(secondsLeft({ ...thirty, elapsed: 60_000 })).toBe(0);
    expect(preparedShare({ ...thirty, elapsed: 60_000 })).toBe(1);
  });

  it('counts one page if the number of pages is unknown', () => {
    expect(preparedShare({ pages: null, elapsed: 200, perPage: 400 })).toBe(0.5);
    expect(preparedShare({ pages: 0, elapsed: 200, perPage: 400 })).toBe(0.5);
  });
});

it('a failed upload shows the message of its step', () => {
  expect(UPLOAD_MESSAGES).toEqual({
    upload: 'We encountered an error attempting to upload this file',
    create: 'We encountered an error attempting to save this document',
    convert: 'We encountered an error attempting to convert this document',
    fallback: 'There was a problem uploading this file',
    presign: 'Failed to get pre-signed url for uploads.',
  });
});

function asStatus(name: string): UploadStatus {
  if (!isStatus(name)) throw new Error(`no status ${name}`);
  return name;
}

function isStatus(name: string): name is UploadStatus {
  return name in UPLOAD_STATUSES;
}
