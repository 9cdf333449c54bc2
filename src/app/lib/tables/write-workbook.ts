import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js';
import {
  SHEET_END,
  SHEET_PART,
  sheetRows,
  sheetStart,
  workbookParts,
  type Cell,
  type SheetColumn,
} from '../../../contract/rules/tables/sheet-xml.ts';

export interface Workbook {
  /** The name of its only sheet. */
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly Cell[])[];
}

/** Returns a workbook with one sheet as an .xlsx file. Its headings stay in view, and no text is a formula. */
export async function writeWorkbook({ name, columns, rows }: Workbook): Promise<Blob> {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  const zip = new ZipWriter(new BlobWriter(type), { useWebWorkers: false, zip64: false });
  for (const [part, xml] of Object.entries(workbookParts(name))) await zip.add(part, new TextReader(xml));
  await zip.add(SHEET_PART, new TextReader(sheetStart(columns) + sheetRows(rows) + SHEET_END));
  return zip.close();
}
