import { expect, test } from 'vitest';
import { openServerFonts } from './page-fonts.ts';
import { layOutTable, type PrintedTable } from './lay-out-table.ts';

const HEADS = ['No.', 'Document'];
const TABLE: Omit<PrintedTable, 'rows'> = {
  title: 'Signature manifest',
  subtitle: 'Project Alder',
  note: '',
  columns: [
    { head: 'No.', share: 1 },
    { head: 'Document', share: 5 },
  ],
  paper: 'letter',
};

async function textsOf(rows: PrintedTable['rows']): Promise<string[][]> {
  const sheets = await layOutTable({ ...TABLE, rows }, await openServerFonts());
  for (const { height, runs } of sheets) for (const run of runs) expect(run.y).toBeLessThan(height - 36 + 1);
  return sheets.map(({ runs }) => runs.map(({ text }) => text.trim()));
}

test('a table has its headings and the page number on every sheet, and each row once', async () => {
  const rows = Array.from({ length: 100 }, (_, at) => [`Tab ${at}`, `Agreement ${at}`]);
  const sheets = await textsOf(rows);
  expect(sheets.length).toBeGreaterThan(2);
  for (const [at, texts] of sheets.entries()) {
    expect(texts).toEqual(expect.arrayContaining([...HEADS, `Page ${at + 1} of ${sheets.length}`]));
  }
  const printed = sheets.flat();
  for (const cell of rows.flat())
    expect([cell, printed.filter((text) => text === cell).length]).toEqual([cell, 1]);
});

test('a row that is taller than a sheet continues on the next one without losing a word', async () => {
  const words = Array.from({ length: 9000 }, (_, at) => `w${at}`);
  const sheets = await textsOf([
    ['1', 'Before'],
    ['2', words.join(' ')],
    ['3', 'After'],
  ]);
  expect(sheets.length).toBeGreaterThan(1);
  const printed = new Set(sheets.flat().join(' ').split(/\s+/));
  expect(words.filter((word) => !printed.has(word))).toEqual([]);
  expect(sheets.at(-1)).toContain('After');
});

test('a row isn’t split if it fits on one sheet', async () => {
  const long = Array.from({ length: 250 }, (_, at) => `w${at}`).join(' ');
  const sheets = await textsOf(Array.from({ length: 12 }, (_, at) => [`Tab ${at}`, long]));
  for (const texts of sheets) {
    const firsts = texts.filter((text) => text.startsWith('w0 ')).length;
    const lasts = texts.filter((text) => /\bw249$/.test(text)).length;
    expect(firsts).toBe(lasts);
  }
});
