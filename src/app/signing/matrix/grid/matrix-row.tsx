import { memo } from 'react';
import { gapBefore, type MountedItem } from '../../../lib/mounted-items.ts';
import { classNames } from '../../../ui/class-names.ts';
import { countRow, type MatrixCell, type RowCells } from './cells.ts';
import type { CellState } from '../../../../contract/rules/signing/assignments/matrix-sheet.ts';
import { MATRIX } from '../matrix-copy.ts';
import type { ReadPacket } from './cell-packets.ts';
import { ASSIGNMENT_STATUS } from '../../../../contract/rules/signing/assignments/status-in-words.ts';
import type { MatrixColumn } from './matrix-columns.ts';
import type { MatrixLine } from '../../../../contract/rules/signing/assignments/matrix-lines.ts';
import { StateMark } from './state-mark.tsx';
import styles from './matrix-grid.module.css';

interface MatrixRowProps {
  line: MatrixLine;
  /** Index among the lines. */
  index: number;
  top: number;
  height: number;
  cells: RowCells;
  packetOf: ReadPacket;
  columns: readonly MatrixColumn[];
  /** Width of the row header, px. */
  first: number;
  /** The visible columns. The same array until the grid scrolls sideways. */
  shown: readonly MountedItem[];
  /** The column that has the tab stop; -1 = the row header, null = none in this row. */
  active: number | null;
  /** The selected columns. */
  from: number | null;
  to: number | null;
  /** What a drag would do to the selected cells. */
  preview: 'assign' | 'unassign' | null;
  chosen: boolean;
}

/** One document with its cells. Memoized: a toggle renders only the rows whose cells change. */
export const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { line, index, top, height, cells, packetOf, columns, shown, active, from, to, chosen } = props;
  const count = countRow(cells);
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      className={classNames(styles.row, chosen && styles.chosen)}
      style={{ top, height }}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        data-line={index}
        data-column={-1}
        tabIndex={active === -1 ? 0 : -1}
        className={classNames(styles.first, styles.document)}
        style={{ '--depth': line.depth - 1 }}
        title={line.name}
      >
        <span className={styles.number}>{line.number}</span>
        <span className={styles.name} dir="auto">
          {line.name}
        </span>
        {count.total > 0 ? (
          <span className={styles.total} title={MATRIX.countLabel(count)}>
            <span aria-hidden="true">{MATRIX.count(count)}</span>
            <span className={styles.hidden}>{MATRIX.countLabel(count)}</span>
          </span>
        ) : null}
      </div>
      {shown.map(({ key, index: at }, place) => {
        const column = columns[at];
        if (!column) return null;
        const cell = cells.get(column.uuid);
        const packet = packetOf(cell);
        const isSelected = from !== null && to !== null && at >= from && at <= to;
        return (
          <Cell
            key={key}
            line={index}
            document={line.name}
            column={at}
            name={column.name}
            signer={column.capacities.length > 1 ? signerOf(column, cell) : null}
            state={cell?.state ?? 'unassigned'}
            times={cell?.assignments.length ?? 0}
            group={cell?.groups[0]?.name ?? null}
            packet={packet?.words ?? null}
            needsAction={packet?.needsAction ?? false}
            gap={gapBefore(shown, place, props.first)}
            active={active === at}
            selected={isSelected}
            preview={isSelected ? props.preview : null}
          />
        );
      })}
    </div>
  );
});

interface CellProps {
  line: number;
  document: string;
  column: number;
  name: string;
  /** The capacity, if the signatory has several and one is chosen. */
  signer: string | null;
  state: CellState;
  /** How many assignments the cell has. */
  times: number;
  /** The name of the signing group through which the document is assigned. */
  group: string | null;
  /** The status of the cell's packet, if `state` doesn't say it. */
  packet: string | null;
  /** Whether the team must do something about the packet. */
  needsAction: boolean;
  /** Width of the unmounted columns before the cell, px. */
  gap: number;
  active: boolean;
  selected: boolean;
  preview: 'assign' | 'unassign' | null;
}

/**
 * Has only primitive props: the server's response to an edit replaces rows, and a cell that looks the same should not render
 * again.
 */
const Cell = memo(function Cell({ line, document, column, name, signer, state, ...props }: CellProps) {
  const isOpen = state === 'unassigned';
  const { group, packet } = props;
  return (
    <div
      role="gridcell"
      aria-colindex={column + 2}
      aria-label={MATRIX.cell(document, signer === null ? name : `${name} ${signer}`, {
        state,
        group,
        packet,
      })}
      aria-selected={props.selected}
      data-line={line}
      data-column={column}
      data-state={state}
      tabIndex={props.active ? 0 : -1}
      className={classNames(
        styles.cell,
        props.selected && styles.selected,
        props.needsAction && styles.urgent,
        props.preview === 'assign' && isOpen && styles.filling,
        props.preview === 'unassign' && !isOpen && styles.clearing,
      )}
      style={props.gap > 0 ? { marginLeft: props.gap } : undefined}
      title={signer ?? undefined}
    >
      {isOpen ? null : (
        <>
          <StateMark state={state} />
          {packet ?? ASSIGNMENT_STATUS[state]}
          {props.times > 1 ? <span className={styles.times}>{MATRIX.times(props.times)}</span> : null}
          {group === null ? null : (
            <span className={styles.group} title={MATRIX.group(group)}>
              <GroupMark />
            </span>
          )}
        </>
      )}
    </div>
  );
});

/** Returns the capacity in which an entity with several capacities signs here; null if none is chosen. */
function signerOf({ capacities }: MatrixColumn, cell: MatrixCell | undefined): string | null {
  const authRep = cell?.assignments[0]?.authRep;
  return capacities.find((each) => each.authRep === authRep)?.signer ?? null;
}

function GroupMark() {
  return (
    <svg viewBox="0 0 16 16" width="12" height="12" fill="currentColor" aria-hidden="true">
      <path d="M5.5 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zm5.5 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM1 13c0-2.5 2-4 4.500-4s4.500 1.500 4.500 4zm10.200 0c0-1.500-.5-2.700-1.300-3.600.4-.2.8-.2 1.100-.2 2.200 0 4 1.300 4 3.800z" />
    </svg>
  );
}

/** A header of the checklist above its documents. */
export const HeaderRow = memo(function HeaderRow({
  line,
  index,
  top,
  height,
}: Pick<MatrixRowProps, 'line' | 'index' | 'top' | 'height'>) {
  return (
    <div role="row" aria-rowindex={index + 2} className={styles.section} style={{ top, height }}>
      <div
        role="rowheader"
        aria-colindex={1}
        className={classNames(styles.first, styles.sectionName)}
        style={{ '--depth': line.depth - 1 }}
      >
        <span className={styles.number}>{line.number}</span>
        <span className={styles.name} dir="auto">
          {line.name}
        </span>
      </div>
    </div>
  );
});
