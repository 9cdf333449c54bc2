import { describe, expect, it } from 'vitest';
import { UPLOAD_CHAIN, UPLOAD_MESSAGES, uploadPercent } from './upload-status.ts';

describe('the percentage of an upload', () => {
  it('is the position in the chain divided by its length', () => {
    expect(uploadPercent('QUEUED', 0)).toBe(8);
    expect(uploadPercent('SUCCESS_CREATING_DOCUMENT', 0)).toBe(62);
    expect(uploadPercent('CONVERSION_COMPLETE', 0)).toBe(100);
  });

  it('never goes back from one status to the next, nor while bytes are going', () => {
    const course = UPLOAD_CHAIN.flatMap((status) =>
      [0, 0.3, 0.9, 1].map((share) => uploadPercent(status, share)),
    );
    expect(course).toEqual(course.toSorted((a, b) => a - b));
  });

  it('moves with the bytes only while they are going', () => {
    expect(uploadPercent('UPLOADING_FILE_TO_STORE', 1)).toBeGreaterThan(
      uploadPercent('UPLOADING_FILE_TO_STORE', 0),
    );
    expect(uploadPercent('CREATING_DOCUMENT', 1)).toBe(uploadPercent('CREATING_DOCUMENT', 0));
  });

  it('stays within its step when more bytes are reported than the file has', () => {
    expect(uploadPercent('UPLOADING_FILE_TO_STORE', 7)).toBe(uploadPercent('UPLOADING_FILE_TO_STORE', 1));
    expect(uploadPercent('UPLOADING_FILE_TO_STORE', -1)).toBe(uploadPercent('UPLOADING_FILE_TO_STORE', 0));
  });

  it.for(['REMOVED', 'FAILED_DROP', 'FAILED_CONVERTING_DOCUMENT'] as const)('is 0 for %s', (status) => {
    expect(uploadPercent(status, 0.5)).toBe(0);
  });
});

it('a failed upload says the spec’s sentences', () => {
  expect(UPLOAD_MESSAGES).toEqual({
    upload: 'We encountered an error attempting to upload this file',
    create: 'We encountered an error attempting to save this document',
    convert: 'We encountered an error attempting to convert this document',
    fallback: 'There was a problem uploading this file',
  });
});
