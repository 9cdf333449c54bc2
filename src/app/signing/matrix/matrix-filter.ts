import { isExecuted } from '../../../contract/rules/signing/assignments/assignment-status.ts';
import type { CellState } from '../../../contract/rules/signing/assignments/matrix-sheet.ts';
import { isOpen, type MatrixCell, type ReadCells } from './grid/cells.ts';
import type { MatrixColumn } from './grid/matrix-columns.ts';
import type { MatrixLine } from '../../../contract/rules/signing/assignments/matrix-lines.ts';

export interface MatrixFilter {
  /** Part of a document's name or number. */
  document: string;
  /** Part of the name of a signatory, or of the person who signs for it. */
  signatory: string;
  state: 'all' | 'outstanding' | CellState;
  who: 'all' | 'parties' | 'outstanding';
}

export const NO_FILTER: MatrixFilter = { document: '', signatory: '', state: 'all', who: 'all' };

export interface MatrixContent {
  lines: readonly MatrixLine[];
  columns: readonly MatrixColumn[];
}

/** Returns the lines and columns that match a filter; the same arrays if all of them do. */
export function filterMatrix(content: MatrixContent, read: ReadCells, filter: MatrixFilter): MatrixContent {
  const { document, signatory, state, who } = filter;
  const isAsked = (cell: MatrixCell | undefined) =>
    state === 'outstanding' ? isOutstanding(cell) : cell?.state === state;
  let lines = content.lines.filter(
    ({ kind, name, number }) => kind === 'header' || contains([name, number], document),
  );
  let columns = content.columns.filter(({ name, capacities }) =>
    contains([name, ...capacities.map(({ sentence }) => sentence)], signatory),
  );
  const rowsOf = (each: readonly MatrixLine[]) =>
    each.flatMap(({ kind, uuid }) => (kind === 'document' ? read(uuid) : []));
  if (who !== 'all') {
    const rows = rowsOf(content.lines);
    columns = columns.filter(({ uuid, representsOnly }) =>
      who === 'outstanding'
        ? rows.some((cells) => isOutstanding(cells.get(uuid)))
        : !representsOnly || rows.some((cells) => cells.has(uuid)),
    );
  }
  if (state !== 'all') {
    lines = lines.filter(
      ({ kind, uuid }) => kind === 'header' || columns.some((column) => isAsked(read(uuid).get(column.uuid))),
    );
    const rows = rowsOf(lines);
    columns = columns.filter(({ uuid }) => rows.some((cells) => isAsked(cells.get(uuid))));
  }
  return {
    lines: lines.length === content.lines.length ? content.lines : withoutEmptyHeaders(lines),
    columns: columns.length === content.columns.length ? content.columns : columns,
  };
}

/** Returns whether a signature is assigned but not executed. */
function isOutstanding(cell: MatrixCell | undefined): boolean {
  return cell !== undefined && !isOpen(cell) && !isExecuted(cell.state);
}

function contains(texts: readonly string[], part: string): boolean {
  const sought = part.trim().toLowerCase();
  return sought === '' || texts.some((text) => text.toLowerCase().includes(sought));
}

function withoutEmptyHeaders(lines: readonly MatrixLine[]): MatrixLine[] {
  return lines.filter((line, index) => {
    if (line.kind === 'document') return true;
    const below = lines.slice(index + 1);
    const end = below.findIndex(({ depth }) => depth <= line.depth);
    return below.slice(0, end < 0 ? undefined : end).some(({ kind }) => kind === 'document');
  });
}
