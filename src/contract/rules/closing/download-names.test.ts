import { expect, test } from 'vitest';
import { namesInZip, pdfName, placesOf, zipName } from './download-names.ts';
import { DOWNLOAD_KINDS, type PlanItem } from './download-plan.ts';

test('the PDFs in a zip are numbered in their order, and named safely for Windows', () => {
  const files = ['SPA.docx', 'Exhibit A: "Terms" <1/2>', 'CON', 'trailing. '].map((name) => ({ name }));
  expect(namesInZip(files)).toEqual([
    '01 - SPA.pdf',
    '02 - Exhibit A_ _Terms_ _1_2_.pdf',
    '03 - CON.pdf',
    '04 - trailing.pdf',
  ]);
});

test('the numbers of a large zip have as many digits as the last one', () => {
  const names = namesInZip(Array.from({ length: 120 }, () => ({ name: 'NDA' })));
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

test('each kind has its own name', () => {
  expect(new Set(DOWNLOAD_KINDS.map((kind) => zipName('Alder', [kind]))).size).toBe(DOWNLOAD_KINDS.length);
  expect(zipName('Alder', ['nonexecutable_item'])).toBe('Alder - original PDFs.zip');
});

test('a document has the same number in every zip: its place on the checklist, with a letter for an attachment', () => {
  const item = (uuid: string, attachments: PlanItem[] = []): PlanItem => ({
    uuid,
    name: uuid,
    bodyPages: 1,
    isUnconverted: false,
    isForSigning: false,
    isFullyExecuted: false,
    isCollated: false,
    pages: [],
    attachments,
  });
  const places = placesOf([item('SPA'), item('Lease', [item('Plan'), item('plan')]), item('Memo')]);
  const names = (...uuids: string[]) =>
    namesInZip(uuids.map((uuid) => ({ name: uuid, place: places.get(uuid) })));
  expect(names('SPA', 'Memo')).toEqual(['01 - SPA.pdf', '03 - Memo.pdf']);
  expect(names('Memo', 'Plan', 'plan')).toEqual(['03 - Memo.pdf', '02-A - Plan.pdf', '02-B - plan.pdf']);
  expect(names('Memo', 'Memo')).toEqual(['03 - Memo.pdf', '03 - Memo (2).pdf']);
});
