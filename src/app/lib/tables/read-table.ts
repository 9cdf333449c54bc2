import { unzipSync, zipSync } from 'fflate';
import Papa from 'papaparse';
import { decodeText } from './decode-text.ts';
import { rowsOfHtml } from './rows-of-html.ts';
import { TABLES } from './tables-copy.ts';

/** If several fit, the first one wins: tabs never occur in names, but commas often do. */
const DELIMITERS = ['\t', ';', ',', '|'];

const FILE_BYTES_MAX = 10_000_000;

/** The limit on a workbook's unpacked size: a small file can unpack to gigabytes. */
const UNPACKED_BYTES_MAX = 200_000_000;

/** A table cannot be read. The message is a sentence for the user. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Returns the rows of pasted text or of a CSV file with any delimiter. @throws {UnreadableError} */
export function rowsOfText(text: string): string[][] {
  // A line that Excel adds to name the delimiter.
  const named = /^sep=(.)\r?\n/.exec(text);
  if (named?.[1] !== undefined) return filled(parse(text.slice(named[0].length), named[1]));
  return filled(parse(text, likeliestDelimiter(text)));
}

/**
 * Returns the rows pasted from a spreadsheet or a document. A document's table is only complete as HTML; without
 * HTML, the text is used. @throws {UnreadableError}
 */
export function rowsOfPaste({ html, text }: { html: string; text: string }): string[][] {
  const rows = rowsOfHtml(html);
  return rows.length > 0 ? filled(rows) : rowsOfText(text);
}

/** Returns the rows of a file's first sheet. @throws {UnreadableError} */
export async function rowsOfFile(file: File): Promise<string[][]> {
  if (file.size > FILE_BYTES_MAX) throw new UnreadableError(TABLES.tooLarge);
  const bytes = await file.arrayBuffer();
  if (/\.(?:csv|tsv|txt)$/i.test(file.name)) return rowsOfText(decodeText(new Uint8Array(bytes)));
  if (!/\.xlsx$/i.test(file.name)) throw new UnreadableError(TABLES.wrongFormat);
  const { readSheet } = await workbookReader();
  try {
    const sheet = await readSheet(uncompressed(bytes));
    return filled(sheet.map((cells) => cells.map(cellText)));
  } catch (cause) {
    throw cause instanceof UnreadableError ? cause : new UnreadableError(TABLES.damaged, { cause });
  }
}

/**
 * Returns the workbook without compression. The reader would decompress large sheets in a worker, which the page's security
 * policy forbids, and would wait for it forever.
 */
function uncompressed(workbook: ArrayBuffer): ArrayBuffer {
  let size = 0;
  const parts = unzipSync(new Uint8Array(workbook), {
    filter({ name, originalSize }) {
      if (!/\.(?:xml|rels)$/.test(name)) return false;
      size += originalSize;
      if (size > UNPACKED_BYTES_MAX) throw new UnreadableError(TABLES.tooLarge);
      return true;
    },
  });
  return zipSync(parts, { level: 0 }).buffer;
}

/** Loads the workbook reader. A screen prefetches it in case the network is lost. */
export async function workbookReader() {
  return import('read-excel-file/universal');
}

function parse(text: string, delimiter: string, rows = 0): string[][] {
  return Papa.parse<string[]>(text, { delimiter, preview: rows, skipEmptyLines: false }).data;
}

/**
 * The delimiter that splits most of the first rows into as many cells as the very first row. Papa's own detection fails on two
 * columns.
 */
function likeliestDelimiter(text: string): string {
  const beginning = text.slice(0, 20_000);
  const scores = DELIMITERS.map((delimiter) => {
    const rows = parse(beginning, delimiter, 20).filter(
      ([first = '', ...more]) => more.length > 0 || first.trim() !== '',
    );
    const width = rows[0]?.length ?? 1;
    const alike = rows.filter(({ length }) => length === width).length;
    return { delimiter, score: width > 1 ? alike / rows.length : 0 };
  });
  return scores.reduce((best, other) => (other.score > best.score ? other : best)).delimiter;
}

function filled(rows: string[][]): string[][] {
  if (!rows.some((cells) => cells.some((cell) => cell.trim() !== '')))
    throw new UnreadableError(TABLES.empty);
  return rows;
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell)
    : '';
}
