import type { Cell, SheetColumn } from '../../tables/sheet-xml.ts';
import { ASSIGNMENT_STATUSES, countsAsSignature, type AssignmentStatus } from './assignment-status.ts';
import type { MatrixLine } from './matrix-lines.ts';
import { statusInWords } from './status-in-words.ts';

/** The status of a signatory's signatures on a document. */
export type CellState = Exclude<AssignmentStatus, 'superseded'>;

/**
 * Returns the status of a cell: that of its least advanced signature. Void signatures count only if there are no others. Null
 * without a signature.
 */
export function cellState(statuses: readonly AssignmentStatus[]): CellState | null {
  const counting = statuses.filter(countsAsSignature);
  const states = new Set(counting.length > 0 ? counting : statuses);
  const first = ASSIGNMENT_STATUSES.find((status) => states.has(status));
  return first === undefined || first === 'superseded' || first === 'unassigned' ? null : first;
}

interface SheetSignatory {
  uuid: string;
  name: string;
  /** The signer for an entity, as in "by Jane Doe, President". */
  signer: string | undefined;
}

interface SheetCell {
  state: CellState;
  /** The name of the signing group through which the document is assigned. */
  group: string | undefined;
}

interface MatrixSheet {
  name: string;
  columns: SheetColumn[];
  rows: Cell[][];
}

/** Columns that stay in view: the document's number and name. */
export const MATRIX_HEAD_COLUMNS = 2;

/** Characters. */
const WIDTHS = { number: 8, document: 48, signatory: 24 };

/** Returns the matrix as a sheet: documents by signatories, each cell in words. */
export function matrixSheet(
  lines: readonly MatrixLine[],
  signatories: readonly SheetSignatory[],
  read: (item: string, signatory: string) => SheetCell | undefined,
): MatrixSheet {
  return {
    name: 'Signatures',
    columns: [
      { head: 'No.', width: WIDTHS.number },
      { head: 'Document', width: WIDTHS.document },
      ...signatories.map(({ name, signer }) => ({
        head: [name, signer].filter(Boolean).join(' '),
        width: WIDTHS.signatory,
      })),
    ],
    rows: lines.map(({ kind, uuid, number, name }): Cell[] => [
      { text: number },
      { text: name },
      ...(kind === 'document' ? signatories.map((signatory) => inWords(read(uuid, signatory.uuid))) : []),
    ]),
  };
}

function inWords(cell: SheetCell | undefined): Cell {
  if (!cell) return null;
  const state = statusInWords(cell.state);
  return { text: cell.group === undefined ? state : `${state} through ${cell.group}` };
}
