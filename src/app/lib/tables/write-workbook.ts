import { strToU8, zipSync } from 'fflate';
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
export function writeWorkbook({ name, columns, rows }: Workbook): Blob {
  const sheet = sheetStart(columns) + sheetRows(rows) + SHEET_END;
  const parts = Object.entries({ ...workbookParts(name), [SHEET_PART]: sheet });
  const file = zipSync(Object.fromEntries(parts.map(([path, xml]) => [path, strToU8(xml)])));
  return new Blob([file], {
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  });
}
