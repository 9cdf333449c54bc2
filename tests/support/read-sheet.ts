import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { TextWriter, Uint8ArrayReader, ZipReader, type FileEntry } from '@zip.js/zip.js';

const run = promisify(execFile);

/**
 * The cells of a spreadsheet, row by row, as LibreOffice shows them. Where its Calc is not installed (Word files need only
 * Writer) they are read by the letter of the format.
 */
export async function readSheet(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const { stdout } = await run('sh', ['-c', 'command -v soffice']);
  const soffice = stdout.trim();
  return (await hasCalc(soffice)) ? byLibreOffice(soffice, bytes) : byLetter(bytes);
}

async function hasCalc(soffice: string): Promise<boolean> {
  return existsSync(join(dirname(await realpath(soffice)), 'libsclo.so'));
}

async function byLibreOffice(soffice: string, bytes: Uint8Array): Promise<string[][]> {
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-sheet-'));
  try {
    const path = join(folder, 'sheet.xlsx');
    await writeFile(path, bytes);
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`;
    // Comma, quotes, UTF-8, every text in quotes, as it is shown.
    const asCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,true';
    await run(soffice, [profile, '--headless', '--convert-to', asCsv, '--outdir', folder, path], {
      timeout: 90_000,
    });
    return cellsOfCsv(await readFile(join(folder, 'sheet.csv'), 'utf8'));
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

async function byLetter(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const zip = new ZipReader(new Uint8ArrayReader(bytes), { useWebWorkers: false, checkSignature: true });
  const sheet = (await zip.getEntries()).find(
    (entry): entry is FileEntry => !entry.directory && entry.filename === 'xl/worksheets/sheet1.xml',
  );
  const xml = (await sheet?.getData(new TextWriter())) ?? '';
  // A formula would be an <f>, which no cell may have.
  if (/<f[ >]/.test(xml)) throw new Error('The sheet has a formula.');
  return inRectangle(
    [...xml.matchAll(/<row>(.*?)<\/row>/gs)].map(([, row = '']) =>
      [...row.matchAll(/<c(?: s="(\d)")?(?: t="inlineStr")?(?:\/>|>(.*?)<\/c>)/gs)].map(
        ([, style, cell = '']) => shown(style, cell),
      ),
    ),
  );
}

function shown(style: string | undefined, cell: string): string {
  const [, text] = /<t xml:space="preserve">(.*)<\/t>/s.exec(cell) ?? [];
  if (text !== undefined) {
    return text
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&')
      .replaceAll('_x005F_', '_');
  }
  const [, value = ''] = /<v>(.*)<\/v>/.exec(cell) ?? [];
  if (style === undefined) return value;
  const at = new Date(Math.round((Number(value) - 25_569) * 86_400_000)).toISOString();
  return style === '2' ? at.slice(0, 10) : at.slice(0, 19).replace('T', ' ');
}

/** Without lines that have nothing, and each as long as the head. */
function inRectangle(rows: readonly string[][]): string[][] {
  const [head = []] = rows;
  return rows
    .filter((row) => row.some((cell) => cell !== ''))
    .map((row) => head.map((_head, column) => row[column] ?? ''));
}
