import { expect, it } from 'vitest';
import { workbookFile } from '../../../../tests/support/workbook-file.ts';
import { rowsOfFile, rowsOfPaste, rowsOfText } from './read-table.ts';
import { writeWorkbook } from './write-workbook.ts';

const file = (name: string, ...parts: BlobPart[]) => new File(parts, name);

it.each([
  ['commas', 'Name,Title\n"Doe, Jane",President\n'],
  ['semicolons', 'Name;Title\n"Doe, Jane";President\n'],
  ['tabs', 'Name\tTitle\n"Doe, Jane"\tPresident\n'],
  ['a delimiter that Excel names', 'sep=|\r\nName|Title\n"Doe, Jane"|President\n'],
])('reads text with %s', (_, text) => {
  expect(rowsOfText(text).slice(0, 2)).toEqual([
    ['Name', 'Title'],
    ['Doe, Jane', 'President'],
  ]);
});

it('finds the tab among cells with commas, and the comma in a list of names', () => {
  expect(rowsOfText('Alpha, LLC\tJane\nBeta, Inc.\tAli')[0]).toEqual(['Alpha, LLC', 'Jane']);
  expect(rowsOfText('Alpha, Beta, LLC\tJane\nGamma\tAli')[0]).toHaveLength(2);
  expect(rowsOfText('Jane Doe\nAli Hassan\nWang, Jr.')).toHaveLength(3);
});

it('keeps quotes and line breaks inside a quoted cell', () => {
  expect(rowsOfText('"Jane ""JD"" Doe","1 Main St\nBoston"')).toEqual([
    ['Jane "JD" Doe', '1 Main St\nBoston'],
  ]);
});

it('keeps a formula as text', () => {
  expect(rowsOfText('=HYPERLINK("http://x"),a\n"=1+1",b')[1]).toEqual(['=1+1', 'b']);
});

it('reads pasted text if there is no table', () => {
  expect(rowsOfPaste({ html: '<p>Jane</p>', text: 'Jane\tPresident' })).toEqual([['Jane', 'President']]);
});

it('reads a CSV file as Excel saves it', async () => {
  const bytes = Uint8Array.from('Name;Title\nJosé;CEO', (letter) => letter.charCodeAt(0));
  expect(await rowsOfFile(file('list.CSV', bytes))).toEqual([
    ['Name', 'Title'],
    ['José', 'CEO'],
  ]);
});

/** Names in three scripts, formulas, and an address with a space and non-ASCII letters. */
const INVESTORS = [
  ['Name', 'Title', 'Email'],
  ['علي حسن', '=HYPERLINK("http://x.test","CEO")', 'علي@alfa.ae'],
  ['王小明', '@SUM(A1:A9)', 'xiao ming@alpha.cn'],
  ['Łukasz Żak', '+cmd|calc', ' łukasz@alpha.pl '],
];

it('reads names in any script, formulas and odd addresses in a CSV file as they are', async () => {
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const text = INVESTORS.map((cells) => cells.map(quoted).join(',')).join('\r\n');
  expect(await rowsOfFile(file('list.csv', text))).toEqual(INVESTORS);
  expect(await rowsOfFile(file('list.csv', `\uFEFF${text}`))).toEqual(INVESTORS);
});

it('reads the same from a workbook, where a formula is read as its last result', async () => {
  const bytes = workbookFile(INVESTORS.map((cells) => cells.map((cell) => cell.trim())));
  const rows = await rowsOfFile(file('list.xlsx', bytes));
  expect(rows).toEqual(INVESTORS.map((cells) => cells.map((cell) => cell.trim())));
  const calculated = workbookFile([['Jane', '']], '<c r="B1" t="str"><f>A1&amp;"!"</f><v>Jane!</v></c>');
  expect(await rowsOfFile(file('list.xlsx', calculated))).toEqual([['Jane', 'Jane!']]);
});

it('reads the first sheet of a workbook', async () => {
  const rows = await rowsOfFile(file('list.xlsx', workbookFile([['Name', 'Alpha & Co.'], ['Jane Doe']])));
  expect(rows.map((cells) => cells.filter((cell) => cell !== ''))).toEqual([
    ['Name', 'Alpha & Co.'],
    ['Jane Doe'],
  ]);
});

it.each([
  ['list.docx', 'x', 'This isn’t a CSV file or an .xlsx workbook.'],
  ['list.xlsx', 'no zip', 'This workbook is damaged or password-protected.'],
  ['list.csv', ', \n,\n', 'This table has no rows.'],
  [
    'list.csv',
    'x'.repeat(10_000_001),
    'This file is larger than 10 MB. Copy the rows you need and paste them instead.',
  ],
])('says why it cannot read %s: %#', async (name, content, message) => {
  await expect(rowsOfFile(file(name, content))).rejects.toThrow(message);
});

it('reads a workbook that was exported here, with empty cells and more than 26 columns', async () => {
  const columns = Array.from({ length: 28 }, (_, at) => ({ head: `Column ${at + 1}`, width: 10 }));
  const row = columns.map((_, at) => (at === 0 || at === 27 ? { text: `Value ${at + 1}` } : null));
  const workbook = writeWorkbook({ name: 'Signatories', columns, rows: [row, row] });
  const [heads, ...rows] = await rowsOfFile(file('signatories.xlsx', workbook));
  expect(heads).toEqual(columns.map(({ head }) => head));
  expect(rows).toEqual([row, row].map((cells) => cells.map((cell) => cell?.text ?? '')));
});
