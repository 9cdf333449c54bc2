import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findSoffice } from '../../../server/convert/find-soffice.ts';

const run = promisify(execFile);

/** LibreOffice's options: comma, quotes, UTF-8, from the first line. */
const CSV = '44,34,76,1';

/**
 * Returns the cells of a spreadsheet row by row, as LibreOffice shows them. Fails if LibreOffice cannot open
 * it.
 */
export async function readSheet(bytes: Uint8Array, type: 'xlsx' | 'csv' = 'xlsx'): Promise<string[][]> {
  const soffice = await findSoffice(null);
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-sheet-'));
  try {
    const path = join(folder, `sheet.${type}`);
    const shown = join(folder, 'shown');
    await writeFile(path, bytes);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    // Every text is quoted, and values are exported as displayed.
    const asCsv = `csv:Text - txt - csv (StarCalc):${CSV},,0,true,true`;
    const open = type === 'csv' ? [`--infilter=Text - txt - csv (StarCalc):${CSV}`] : [];
    await run(soffice, [profile, '--headless', ...open, '--convert-to', asCsv, '--outdir', shown, path], {
      timeout: 90_000,
    });
    return cellsOfCsv(await readFile(join(shown, 'sheet.csv'), 'utf8'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function cellsOfCsv(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, bare = '', end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'));
    if (end === '\n') rows.push([]);
    if (end === '') break;
  }
  return inRectangle(rows);
}

/** Removes empty lines, and makes each line as long as the heading. */
function inRectangle(rows: readonly string[][]): string[][] {
  const [head = []] = rows;
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => head.map((_head, column) => row[column] ?? ''));
}
