import {
  MATRIX_HEAD_COLUMNS,
  matrixSheet,
} from '../../../contract/rules/signing/assignments/matrix-sheet.ts';
import { writeWorkbook } from '../../lib/tables/write-workbook.ts';
import type { ReadCells } from './grid/cells.ts';
import type { MatrixContent } from './matrix-filter.ts';

/** Returns the matrix as an .xlsx file. */
export function matrixWorkbook({ lines, columns }: MatrixContent, read: ReadCells): Blob {
  const signatories = columns.map(({ uuid, name, capacities }) => ({
    uuid,
    name,
    signer: capacities[0]?.signer,
  }));
  const sheet = matrixSheet(lines, signatories, (item, signatory) => {
    const cell = read(item).get(signatory);
    return cell && { state: cell.state, group: cell.groups[0]?.name };
  });
  return writeWorkbook({ ...sheet, frozenColumns: MATRIX_HEAD_COLUMNS });
}
