import { describe, expect, it } from 'vitest';
import { RETURNED_FILE_MAX, returnedFileProblem } from './returned-file.ts';

const file = { name: 'Scan.pdf', type: 'application/pdf', size: 1000 };

describe('a file that a signatory sends back', () => {
  it('is a PDF, a JPEG or a PNG, according to its name or its type', () => {
    expect(returnedFileProblem(file)).toBeNull();
    expect(returnedFileProblem({ ...file, name: 'IMG_0001.JPEG', type: '' })).toBeNull();
    expect(returnedFileProblem({ ...file, name: 'photo', type: 'image/png' })).toBeNull();
    expect(returnedFileProblem({ ...file, name: 'Notes.docx', type: '' })).toContain('PDF, JPEG, or PNG');
  });

  it('can’t be a HEIC picture, and the error says what to do instead', () => {
    expect(returnedFileProblem({ ...file, name: 'IMG_0001.HEIC', type: '' })).toContain('JPEG or PDF');
    expect(returnedFileProblem({ ...file, name: 'photo', type: 'image/heic' })).toContain('JPEG or PDF');
  });

  it('isn’t empty, and has at most 50 MB', () => {
    expect(returnedFileProblem({ ...file, size: 0 })).toContain('empty');
    expect(returnedFileProblem({ ...file, size: RETURNED_FILE_MAX })).toBeNull();
    expect(returnedFileProblem({ ...file, size: RETURNED_FILE_MAX + 1 })).toContain('larger than 50 MB');
  });
});
