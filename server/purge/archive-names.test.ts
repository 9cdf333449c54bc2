import { expect, it } from 'vitest';
import { archiveNames } from './archive-names.ts';

it.for([
  ['NDA', '1 NDA.pdf'],
  ['../../etc/passwd', '1 _.._etc_passwd.pdf'],
  ['C:\\Windows\\a', '1 C__Windows_a.pdf'],
  ['a\u0000b\nc', '1 a_b_c.pdf'],
  ['. .', '1 Document.pdf'],
  ['', '1 Document.pdf'],
  ['CON', '1 CON.pdf'],
  ['Vertrag über Ärzte 契約', '1 Vertrag über Ärzte 契約.pdf'],
  [`${'a'.repeat(59)}😀`, `1 ${'a'.repeat(59)}\ufffd.pdf`],
] as const)('the file %j is named %j in the archive', ([name, there]) => {
  expect(archiveNames([{ name, extension: 'pdf' }])).toEqual([there]);
});

it('archive names are unique, and they sort in the order of the documents', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    name: index % 2 ? 'nda' : 'NDA',
    extension: 'pdf',
  }));
  const names = archiveNames(files);
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(12);
  expect(names.toSorted()).toEqual(names);
});
