import { describe, expect, it } from 'vitest';
import { ACCEPTED_TYPES, checkFile, documentName, FILE_SIZE_MAX, FILE_SIZE_MIN } from './check-file.ts';
import { DOCUMENT_NAME_MAX } from './upload-checks.ts';

const WRONG_TYPE = { ok: false, status: 'FAILED_DROP', message: 'File type must be .pdf, .doc, or .docx' };

function drop(name: string, type = '', size = 5000) {
  return checkFile({ name, type, size });
}

describe('a dropped file', () => {
  it.for([
    ['Merger Agreement.pdf', ACCEPTED_TYPES.pdf, 'pdf'],
    ['MERGER AGREEMENT.PDF', ACCEPTED_TYPES.pdf, 'pdf'],
    ['Escrow.v2 (final).DocX', ACCEPTED_TYPES.docx, 'docx'],
    ['old.Doc', ACCEPTED_TYPES.doc, 'doc'],
    ['📎 signed ✍️.pdf', ACCEPTED_TYPES.pdf, 'pdf'],
    ['of a type that the system doesn’t know.docx', '', 'docx'],
    ['from an email.pdf', 'application/octet-stream', 'pdf'],
    ['of a type that the system knows by another name.docx', 'application/vnd.ms-office', 'docx'],
    ['without an ending', ACCEPTED_TYPES.pdf, 'pdf'],
    ['agreement.', ACCEPTED_TYPES.docx, 'docx'],
  ] as const)('%s of type "%s" is accepted as %s', ([name, type, accepted]) => {
    expect(drop(name, type)).toEqual({ ok: true, type: accepted });
  });

  it.for([
    ['pages.rtf', 'application/rtf'],
    ['picture called.pdf', 'image/png'],
    ['macro.docm', ''],
    ['invoice.pdf.exe', ''],
    ['page.pdf', 'text/html'],
    ['pdf', ''],
    ['invoice.exe', ACCEPTED_TYPES.pdf],
    ['of v2.3/agreement', 'application/x-unknown'],
    ['', ''],
  ] as const)('"%s" of type "%s" is rejected with the accepted types', ([name, type]) => {
    expect(drop(name, type)).toEqual(WRONG_TYPE);
  });

  it('is too small at 99 bytes, but not at 100', () => {
    expect(FILE_SIZE_MIN).toBe(100);
    expect(drop('a.pdf', '', 99)).toEqual({
      ok: false,
      status: 'FAILED_FILE_TOO_SMALL',
      message: 'File is smaller than the minimum size of 0.1kb',
    });
    expect(drop('a.pdf', '', 100).ok).toBe(true);
  });

  it('is accepted at 500 MB, but not with a byte more', () => {
    expect(drop('a.pdf', '', FILE_SIZE_MAX).ok).toBe(true);
    expect(drop('a.pdf', '', FILE_SIZE_MAX + 1)).toEqual({
      ok: false,
      status: 'FAILED_DROP',
      message: 'File is larger than the maximum size of 500MB',
    });
  });

  it('is rejected for its type before its size', () => {
    expect(drop('tiny.txt', 'text/plain', 1)).toEqual(WRONG_TYPE);
  });
});

describe('the name of a document', () => {
  it.for([
    ['Merger Agreement.pdf', 'Merger Agreement'],
    ['SIDE LETTER.DOCX', 'SIDE LETTER'],
    ['Escrow.v2.doc', 'Escrow.v2'],
    ['report.pdf.pdf', 'report.pdf'],
    ['  spaced out  .pdf', 'spaced out'],
    ['📎 Anlage Ä.pdf', '📎 Anlage Ä'],
    ['.pdf', '.pdf'],
  ] as const)('of %s is %s', ([file, name]) => {
    expect(documentName(file)).toBe(name);
  });

  it('is cut to 350 characters', () => {
    expect(DOCUMENT_NAME_MAX).toBe(350);
    expect(documentName(`${'a'.repeat(400)}.pdf`)).toBe('a'.repeat(350));
  });

  it('is never cut inside a character', () => {
    expect(documentName(`${'😀'.repeat(400)}.pdf`)).toBe('😀'.repeat(350));
  });
});
