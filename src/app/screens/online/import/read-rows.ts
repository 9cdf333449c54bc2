import Papa from 'papaparse';

/** Why a file cannot be read, in a sentence for the person. */
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}

const NO_ROWS = 'Nothing stands in it.';

/** The rows of what was pasted or is in a CSV file, by whichever sign parts its columns. @throws {UnreadableError} */
export function rowsOfText(text: string): string[][] {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: false });
  return filled(data);
}

/** The rows of a file's first sheet. @throws {UnreadableError} */
export async function rowsOfFile(file: File): Promise<string[][]> {
  if (/\.csv$/i.test(file.name)) return rowsOfText(await file.text());
  if (!/\.xlsx$/i.test(file.name)) throw new UnreadableError('It must be a CSV file or an .xlsx workbook.');
  const bytes = await file.arrayBuffer();
  const { readSheet } = await workbookReader();
  const sheet = await readSheet(bytes).catch((cause: unknown) => {
    throw new UnreadableError('This workbook is damaged, or protected by a password.', { cause });
  });
  return filled(sheet.map((cells) => cells.map(inWords)));
}

/** Fetched ahead when the screen is shown, so that it is there if the network goes. */
export async function workbookReader() {
  return import('read-excel-file/universal');
}

function filled(rows: string[][]): string[][] {
  if (!rows.some((cells) => cells.some((cell) => cell.trim() !== ''))) throw new UnreadableError(NO_ROWS);
  return rows;
}

function inWords(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean'
    ? String(cell)
    : '';
}
