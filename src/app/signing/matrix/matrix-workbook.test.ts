import { BlobReader, TextWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { expect, it } from 'vitest';
import { SHEET_PART } from '../../../contract/rules/tables/sheet-xml.ts';
import {
  assignmentRow,
  column,
  dynamicAssignmentRow,
} from '../../../../tests/support/signing/signing-rows.ts';
import { cellsOf, type RowCells } from './grid/cells.ts';
import { matrixWorkbook } from './matrix-workbook.ts';

const line = (uuid: string, number: string, kind: 'header' | 'document' = 'document') => ({
  kind,
  uuid,
  number,
  name: uuid,
  depth: 1,
  isMarked: true,
});

const groups = { members: new Map([['buyers', ['omar']]]), nameOf: () => 'Buyers', follows: true };
const cells: Record<string, RowCells> = {
  '=HYPERLINK("x")': cellsOf([assignmentRow({ signatory: 'jane', status: 'executed' })], [], groups),
  'Side Letter': cellsOf([], [dynamicAssignmentRow('Side Letter', 'buyers')], groups),
};

it('becomes a workbook that spells out each status and contains no formula', async () => {
  const lines = [
    line('Ancillary documents', 'I', 'header'),
    line('=HYPERLINK("x")', '1'),
    line('Side Letter', '2'),
  ];
  const content = { lines, columns: [column('jane'), column('omar')] };
  const blob = matrixWorkbook(content, (item) => cells[item] ?? new Map());
  const sheet = await sheetOf(blob);
  expect(rowsOf(sheet)).toEqual([
    ['No.', 'Document', 'jane', 'omar'],
    ['I', 'Ancillary documents'],
    ['1', '=HYPERLINK("x")', 'Executed, held for release', ''],
    ['2', 'Side Letter', '', 'Assigned through Buyers'],
  ]);
  expect(sheet).toContain('state="frozen"');
  expect(sheet).not.toContain('<f>');
});

async function sheetOf(workbook: Blob): Promise<string> {
  const entries = await new ZipReader(new BlobReader(workbook)).getEntries();
  const isSheet = (entry: (typeof entries)[number]): entry is FileEntry => entry.filename === SHEET_PART;
  const text = await entries.find(isSheet)?.getData(new TextWriter());
  return text ?? '';
}

/** The texts of each row. */
function rowsOf(sheet: string): string[][] {
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/g)].map(([, row = '']) =>
    [...row.matchAll(/<c r="\w+"\/>|<t[^>]*>(.*?)<\/t>/g)].map(([, text = '']) => text),
  );
}
