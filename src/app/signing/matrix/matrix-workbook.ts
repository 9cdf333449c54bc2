import type { Cell } from '../../../contract/rules/tables/sheet-xml.ts';
import { writeWorkbook, type Workbook } from '../../lib/tables/write-workbook.ts';
import { statusInWords } from '../signing-status-copy.ts';
import type { MatrixCell, ReadCells } from './cells.ts';
import { WORKBOOK } from './matrix-copy.ts';
import type { MatrixContent } from './matrix-filter.ts';

/** Characters. */
const WIDTHS = { number: 8, document: 48, signatory: 24 };

/** Returns the matrix as a sheet: documents by signatories, each cell in words. */
function matrixSheet({ lines, columns }: MatrixContent, read: ReadCells): Workbook {
  return {
    name: WORKBOOK.sheet,
    columns: [
      { head: WORKBOOK.number, width: WIDTHS.number },
      { head: WORKBOOK.document, width: WIDTHS.document },
      ...columns.map(({ name, capacities }) => ({
        head: [name, capacities[0]?.signer].filter(Boolean).join(' '),
        width: WIDTHS.signatory,
      })),
    ],
    rows: lines.map(({ kind, uuid, number, name }): Cell[] => [
      { text: number },
      { text: name },
      ...(kind === 'document' ? columns.map((column) => cellOf(read(uuid).get(column.uuid))) : []),
    ]),
  };
}

/** Returns the matrix as an .xlsx file. */
export function matrixWorkbook(content: MatrixContent, read: ReadCells): Blob {
  return writeWorkbook(matrixSheet(content, read));
}

function cellOf(cell: MatrixCell | undefined): Cell {
  if (!cell) return null;
  const [group] = cell.groups;
  const state = statusInWords(cell.state);
  return { text: group ? WORKBOOK.throughGroup(state, group.name) : state };
}
