import { describe, expect, it } from 'vitest';
import { askedPage, openedOver, underneathOf, viewerPath } from './viewer-place.ts';
import { viewerIntent } from './viewer-keys.ts';
import { documentProblem } from './viewer-problem.ts';
import { newDocumentRow } from '../../../tests/support/rows.ts';
import type { DealDocument } from '../../db/queries/documents/deal-documents.ts';

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };

describe('viewerIntent', () => {
  it('leaves plain keys to a text field, and handles Escape, Ctrl+F and F3 there', () => {
    const typed = (key: string, more = {}) => viewerIntent({ ...plain, key, ...more }, true);
    expect([typed('/'), typed('Home'), typed('ArrowLeft')]).toEqual([null, null, null]);
    expect([typed('Escape'), typed('f', { ctrlKey: true }), typed('F3')]).toEqual([
      'close',
      'search',
      'next-hit',
    ]);
  });

  it('recognizes page turns, zooms and searches', () => {
    const pressed = (key: string, more = {}) => viewerIntent({ ...plain, key, ...more }, false);
    expect([pressed('PageDown'), pressed('End'), pressed('/')]).toEqual(['next-page', 'last-page', 'search']);
    expect([pressed('=', { ctrlKey: true }), pressed('0', { metaKey: true })]).toEqual([
      'zoom-in',
      'zoom-reset',
    ]);
    expect(pressed('G', { ctrlKey: true, shiftKey: true })).toBe('previous-hit');
  });

  it('marks the page with M, but not with Ctrl+M or in a text field', () => {
    expect(viewerIntent({ ...plain, key: 'm' }, false)).toBe('mark-page');
    expect(viewerIntent({ ...plain, key: 'M', shiftKey: true }, false)).toBe('mark-page');
    expect(viewerIntent({ ...plain, key: 'm', ctrlKey: true }, false)).toBeNull();
    expect(viewerIntent({ ...plain, key: 'm' }, true)).toBeNull();
  });

  it('leaves scrolling and browser shortcuts to the browser', () => {
    expect(viewerIntent({ ...plain, key: 'ArrowDown' }, false)).toBeNull();
    expect(viewerIntent({ ...plain, key: 'ArrowLeft', altKey: true }, false)).toBeNull();
    expect(viewerIntent({ ...plain, key: 'r', ctrlKey: true }, false)).toBeNull();
  });
});

describe('the address of the viewer', () => {
  it('names the document and page, and treats an invalid page as page 1', () => {
    expect(viewerPath('deal', 'doc', 3)).toBe('/transaction/deal/documents/doc?page=3');
    expect(['?page=3', '', '?page=0', '?page=2.5', '?page=x'].map(askedPage)).toEqual([3, 1, 1, 1, 1]);
  });

  it('remembers the screen from which it was opened', () => {
    expect(underneathOf(openedOver('checklist'))).toBe('checklist');
    expect([null, {}, { openedOver: 'elsewhere' }].map(underneathOf)).toEqual([null, null, null]);
  });
});

describe('documentProblem', () => {
  const document = (change: Partial<DealDocument>, pdfUrl: string | null): DealDocument => ({
    row: { ...newDocumentRow('deal'), pdfUrl },
    status: 'CONVERSION_COMPLETE',
    name: 'Deed',
    item: null,
    belongsTo: null,
    versions: 0,
    signingType: 'to_be_signed',
    unsaved: false,
    ...change,
  });

  it('returns null as soon as the document has a PDF', () => {
    expect(documentProblem(document({}, '/api/files/d/h/pdf'))).toBeNull();
    expect(
      documentProblem(document({ status: 'FAILED_GENERATING_THUMBNAILS' }, '/api/files/d/h/pdf')),
    ).toBeNull();
    expect(documentProblem(document({ status: 'SUCCESS_CREATING_DOCUMENT' }, null))).toBe('converting');
    expect(documentProblem(document({ status: 'FAILED_CONVERTING_DOCUMENT' }, null))).toBe('failed');
    expect(documentProblem(null)).toBe('missing');
  });
});
