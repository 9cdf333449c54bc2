import { describe, expect, it } from 'vitest';
import { checkReturnedFile, checkReturnedHead, returnedFileName } from './check-returned-file.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('a file of signed pages', () => {
  it('is a PDF, JPEG or PNG according to its first bytes, whatever its name', () => {
    for (const head of ['%PDF-1.7', '\u00FF\u00D8\u00FF\u00E0', '\u0089PNG\r\n'])
      expect(checkReturnedHead(bytes(head)).ok).toBe(true);
    expect(checkReturnedHead(bytes('PK\u0003\u0004 a Word document'))).toMatchObject({
      ok: false,
      message: 'Signed pages must be a PDF, JPEG, or PNG file.',
    });
  });

  it('is refused as HEIC by its name or its first bytes, and the error says what to do instead', () => {
    const refusal = { ok: false, message: expect.stringMatching(/HEIC.*JPEG or PDF/) };
    expect(checkReturnedFile({ name: 'IMG_0042.HEIC', size: 5000 })).toMatchObject(refusal);
    expect(checkReturnedHead(bytes('\0\0\0\u0018ftypheic'))).toMatchObject(refusal);
  });

  it('is refused if it is larger than 500 MB, or almost empty', () => {
    const size = 600 * 1024 * 1024;
    expect(checkReturnedFile({ name: 'Scan.pdf', size })).toMatchObject({
      ok: false,
      message: 'This file is larger than 500 MB. Split it into parts and add each part.',
    });
    expect(checkReturnedFile({ name: 'Scan.pdf', size: 20 }).ok).toBe(false);
    expect(checkReturnedFile({ name: 'Scan.pdf', size: 20_000 }).ok).toBe(true);
  });

  it('is named after the file, without its extension', () => {
    expect(returnedFileName('Doe, signed.pdf')).toBe('Doe, signed');
    expect(returnedFileName('photo.JPEG')).toBe('photo');
    expect(returnedFileName('.png')).toBe('.png');
  });
});
