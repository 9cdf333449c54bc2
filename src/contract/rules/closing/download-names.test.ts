import { expect, test } from 'vitest';
import { namesInZip, pdfName, zipName } from './download-names.ts';

test('the PDFs in a zip are numbered in their order, and named safely for Windows', () => {
  expect(namesInZip(['SPA.docx', 'Exhibit A: "Terms" <1/2>', 'CON', 'trailing. '])).toEqual([
    '01 - SPA.pdf',
    '02 - Exhibit A_ _Terms_ _1_2_.pdf',
    '03 - CON.pdf',
    '04 - trailing.pdf',
  ]);
});

test('the numbers of a large zip have as many digits as the last one', () => {
  const names = namesInZip(Array.from({ length: 120 }, () => 'NDA'));
  expect([names[0], names[119]]).toEqual(['001 - NDA.pdf', '120 - NDA.pdf']);
});

test('a name says what the file contains', () => {
  expect(pdfName('SPA.pdf', 'executed_item')).toBe('SPA.pdf');
  expect(pdfName('SPA', 'executed_sigs')).toBe('SPA (signed pages).pdf');
  expect(zipName('Project Alder', ['executed_sigs', 'executed_sigs'])).toBe(
    'Project Alder - signed pages.zip',
  );
  expect(zipName('A/B', ['executed_sigs', 'executed_item'])).toBe('A_B - documents.zip');
});
