import { describe, expect, it } from 'vitest';
import { documentStatus, type ConversionFacts } from './document-status.ts';

const nothing: ConversionFacts = {
  uuid: null,
  hasThumbnails: false,
  numPages: null,
  hasPdf: false,
  conversionFinished: false,
  thumbnailsFinished: false,
  failed: false,
};
const created = { ...nothing, uuid: 'd' };
const converted = { ...created, hasPdf: true, conversionFinished: true };
const complete = { ...converted, hasThumbnails: true, thumbnailsFinished: true, numPages: 3 };

describe('the first matching rule decides a document’s status', () => {
  it.for([
    ['an error before the conversion ends', { ...created, failed: true }, 'FAILED_CONVERTING_DOCUMENT'],
    ['thumbnails without pages', { ...complete, numPages: 0 }, 'FAILED_CONVERTING_DOCUMENT'],
    [
      'thumbnails without pages, and an error',
      { ...complete, numPages: 0, failed: true },
      'FAILED_CONVERTING_DOCUMENT',
    ],
    ['an error after the conversion ended', { ...converted, failed: true }, 'FAILED_GENERATING_THUMBNAILS'],
    ['everything present, and an error', { ...complete, failed: true }, 'FAILED_GENERATING_THUMBNAILS'],
    ['thumbnails, finish times and pages', complete, 'CONVERSION_COMPLETE'],
    [
      'thumbnails that are not finished',
      { ...complete, thumbnailsFinished: false },
      'SUCCESS_CONVERTING_DOCUMENT',
    ],
    ['an unknown page count', { ...complete, numPages: null }, 'SUCCESS_CONVERTING_DOCUMENT'],
    ['no thumbnails requested', { ...complete, hasThumbnails: false }, 'SUCCESS_CONVERTING_DOCUMENT'],
    ['a PDF', converted, 'SUCCESS_CONVERTING_DOCUMENT'],
    ['a PDF of a running conversion', { ...created, hasPdf: true }, 'SUCCESS_CREATING_DOCUMENT'],
    [
      'a finished conversion without a PDF',
      { ...created, conversionFinished: true },
      'SUCCESS_CREATING_DOCUMENT',
    ],
    ['a uuid', created, 'SUCCESS_CREATING_DOCUMENT'],
    ['nothing yet', nothing, 'IN_PROGRESS'],
  ] as const)('%s means %s', ([, facts, status]) => {
    expect(documentStatus(facts)).toBe(status);
  });
});
