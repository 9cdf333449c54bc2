import { describe, expect, it, test } from 'vitest';
import { documentLabel, downloadName, safeFileName } from './document-names.ts';

test('a document has the name of its item, or its own name without one', () => {
  expect(documentLabel({ name: 'draft_v3_final' }, { name: 'Credit Agreement' })).toBe('Credit Agreement');
  expect(documentLabel({ name: 'draft_v3_final' }, null)).toBe('draft_v3_final');
});

describe('the name of a download', () => {
  it.for([
    ['Credit Agreement', 'pdf', 'Credit Agreement.pdf'],
    ['Credit Agreement.docx', 'docx', 'Credit Agreement.docx'],
    ['Credit Agreement.DOCX', 'pdf', 'Credit Agreement.pdf'],
    ['Schedule 1.2', 'pdf', 'Schedule 1.2.pdf'],
    ['Bylaws 12/2025: "final"?', 'pdf', 'Bylaws 12_2025_ _final__.pdf'],
    ['..\\..\\autoexec', 'pdf', '_.._autoexec.pdf'],
    ['Deed . ', 'pdf', 'Deed.pdf'],
    ['CON', 'pdf', '_CON.pdf'],
    ['nul.backup', 'docx', '_nul.backup.docx'],
    ['Contract', 'pdf', 'Contract.pdf'],
    ['Invoice \u202Efdp.exe', 'pdf', 'Invoice fdp.exe.pdf'],
    ['a\u0000b\nc', 'pdf', 'a_b_c.pdf'],
    ['', 'pdf', 'Document.pdf'],
    ['.pdf', 'pdf', 'Document.pdf'],
    ['Vertrag über Ärzte 契約', 'pdf', 'Vertrag über Ärzte 契約.pdf'],
  ] as const)('of %j as %s is %j', ([name, extension, file]) => {
    expect(downloadName(name, extension)).toBe(file);
  });

  it('contains the version only for a replaced file', () => {
    const version = { number: 2, of: 3, superseded: true };
    expect(downloadName('Deed', 'pdf', version)).toBe('Deed (version 2).pdf');
    expect(downloadName('Deed', 'pdf', { ...version, superseded: false })).toBe('Deed.pdf');
  });

  it('fits into 255 bytes, in whole characters', () => {
    const version = { number: 12, of: 13, superseded: true };
    for (const name of ['a'.repeat(350), '契'.repeat(350), '😀'.repeat(200), `${'a'.repeat(119)}😀`]) {
      const file = downloadName(name, 'docx', version);
      expect(new TextEncoder().encode(file).length).toBeLessThanOrEqual(255);
      expect(file.isWellFormed()).toBe(true);
      expect(file).toMatch(/ \(version 12\)\.docx$/);
    }
  });
});

test('a name with nothing left is replaced by Document', () => {
  expect(safeFileName(' .. ', 60)).toBe('Document');
});
