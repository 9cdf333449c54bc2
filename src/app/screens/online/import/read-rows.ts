import Papa from 'papaparse';
import { SOURCE } from './import-copy.ts';

/** A file cannot be read. The message is a sentence for the user. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

/** Returns the rows of pasted text or of a CSV file with any delimiter. @throws {UnreadableError} */
export function rowsOfText(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false });
  return filled(data);
}

/** Returns the rows of a file's first sheet. @throws {UnreadableError} */
export async function rowsOfFile(file: File): Promise<string[][]> {
  if (/\.csv$/i.test(file.name)) return rowsOfText(await file.text());
  if (!/\.xlsx$/i.test(file.name)) throw new UnreadableError(SOURCE.wrongFormat);
  const bytes = await file.arrayBuffer();
  const { readSheet } = await workbookReader();
  const sheet = await readSheet(bytes).catch((cause: unknown) => {
    throw new UnreadableError(SOURCE.damaged, { cause });
  });
  return filled(sheet.map((cells) => cells.map(cellText)));
}

/** Loads the reader. The screen prefetches it, in case the network goes away. */
export async function workbookReader() {
  return import('read-excel-file/universal');
}

function filled(rows: string[][]): string[][] {
  if (!rows.some((cells) => cells.some((cell) => cell.trim() !== '')))
    throw new UnreadableError(SOURCE.empty);
  return rows;
}

function cellText(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell)
    : '';
}
