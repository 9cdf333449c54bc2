import { createWriteStream } from 'node:fs';
import { Writable } from 'node:stream';
import { ZipWriter } from '@zip.js/zip.js';
import {
  SHEET_PART,
  sheetEnd,
  sheetRows,
  sheetStart,
  workbookParts,
  type Cell,
  type PageHeader,
  type SheetColumn,
} from '../../src/contract/rules/tables/sheet-xml.ts';

export interface Sheet {
  name: string;
  columns: readonly SheetColumn[];
  /** The number of columns at the left that stay in view. */
  frozenColumns?: number;
  /** Printed above each page. */
  header?: PageHeader;
  /** Written in batches, so that thousands of rows are never in memory at once. */
  rows: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Writes one sheet as .xlsx to a new file, row by row as they arrive. */
export async function writeSheet(path: string, sheet: Sheet): Promise<void> {
  const zip = new ZipWriter(Writable.toWeb(createWriteStream(path, { flags: 'wx' })), {
    useWebWorkers: false,
    // Spreadsheet programs support the classic format best, and its limit of 4 GB is more than a sheet can reach.
    zip64: false,
  });
  for (const [part, xml] of Object.entries(workbookParts(sheet.name))) await zip.add(part, textStream(xml));
  await zip.add(SHEET_PART, textStream(worksheet(sheet)));
  await zip.close();
}

/** Yields the bytes of texts. Each text is produced when the previous one has been consumed. */
function textStream(texts: AsyncIterator<string> | string): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      if (typeof texts === 'string') {
        controller.enqueue(encoder.encode(texts));
        controller.close();
        return;
      }
      const next = await texts.next();
      if (next.done === true) controller.close();
      else controller.enqueue(encoder.encode(next.value));
    },
    async cancel() {
      if (typeof texts !== 'string') await texts.return?.();
    },
  });
}

async function* worksheet({ columns, rows, frozenColumns, header }: Sheet): AsyncGenerator<string> {
  yield sheetStart(columns, frozenColumns);
  let next = 2;
  for await (const batch of rows) {
    yield sheetRows(batch, columns, next);
    next += batch.length;
  }
  yield sheetEnd(header);
}
