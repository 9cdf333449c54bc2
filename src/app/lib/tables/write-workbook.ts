import {
  SHEET_PART,
  sheetEnd,
  sheetRows,
  sheetStart,
  workbookParts,
  type Cell,
  type SheetColumn,
} from '../../../contract/rules/tables/sheet-xml.ts';
import { zippedXml } from './zipped-xml.ts';

const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export interface Workbook {
  /** The name of its only sheet. */
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly Cell[])[];
  /** How many columns at the left stay in view. */
  frozenColumns?: number;
}

/** Returns a workbook with one sheet as an .xlsx file. Its headings stay in view, and no text is a formula. */
export function writeWorkbook({ name, columns, rows, frozenColumns }: Workbook): Blob {
  const sheet = sheetStart(columns, frozenColumns) + sheetRows(rows, columns) + sheetEnd();
  return zippedXml({ ...workbookParts(name), [SHEET_PART]: sheet }, SHEET_TYPE);
}
