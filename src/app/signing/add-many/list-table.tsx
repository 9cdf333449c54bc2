import { useRef, type CSSProperties } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { classNames } from '../../ui/class-names.ts';
import { Select } from '../../ui/form/select.tsx';
import { PREVIEW, resultWords, ROLES } from './add-many-copy.ts';
import { totalsOf, type PlannedRow } from './plan-list.ts';
import type { ColumnRole, ListKey } from './recognize-columns.ts';
import type { PlannedList } from './use-list-plan.ts';
import styles from './list-table.module.css';

const ROW_HEIGHT = 37;

interface ListTableProps {
  rows: readonly PlannedRow[];
  /** The cells of a row as they were read. */
  cellsOf: (row: number) => readonly string[];
  planned: PlannedList;
  keys: readonly ListKey[];
}

/** The rows of a list, with the roles of their columns above. Only the visible rows are mounted. */
export function ListTable({ rows, cellsOf, planned, keys }: ListTableProps) {
  const { roles, headings } = planned;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => rows[index]?.row ?? index,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const columns = roles.map((_, column) => headings?.[column]?.trim() || PREVIEW.column(column + 1));
  const width: CSSProperties & Record<'--columns', number> = { '--columns': columns.length };
  return (
    <div
      ref={scroller}
      className={styles.scroller}
      role="table"
      aria-label={PREVIEW.table}
      aria-rowcount={rows.length + 1}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard
      tabIndex={0}
      style={width}
    >
      <div role="row" aria-rowindex={1} className={classNames(styles.row, styles.head)}>
        <span role="columnheader" className={styles.number}>
          {PREVIEW.row}
        </span>
        <span role="columnheader">{PREVIEW.result}</span>
        {columns.map((name, column) => (
          // Columns have no identity other than their position.
          <span role="columnheader" key={column} className={styles.column}>
            {headings === null ? null : <span className={styles.heading}>{name}</span>}
            <Select
              label={PREVIEW.contents(name)}
              options={optionsOf(keys)}
              value={roles[column] ?? 'none'}
              onChoose={(role) => planned.setRole(column, role === 'none' ? null : role)}
            />
          </span>
        ))}
      </div>
      <div className={styles.body} style={{ height: virtualizer.getTotalSize() }} role="rowgroup">
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          return row ? (
            <div
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              role="row"
              aria-rowindex={index + 2}
              className={classNames(styles.row, row.line.errors.length > 0 && styles.wrong)}
              style={{ transform: `translateY(${start}px)` }}
            >
              <span role="cell" className={styles.number}>
                {row.row}
              </span>
              <Result row={row} />
              {columns.map((_, column) => (
                <span
                  role="cell"
                  key={column}
                  className={roles[column] === null ? styles.unused : styles.cell}
                >
                  {cellsOf(row.row)[column]}
                </span>
              ))}
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

function Result({ row }: { row: PlannedRow }) {
  const { errors, notes } = row.line;
  const result = resultWords(totalsOf([row]));
  return (
    <span role="cell" className={styles.result}>
      {errors.map((error) => (
        <span key={error} className={styles.error}>
          <CircleAlert aria-hidden="true" />
          {error}
        </span>
      ))}
      {result === '' ? null : <span>{result}</span>}
      {notes.map((note) => (
        <span key={note} className={styles.note}>
          {note}
        </span>
      ))}
    </span>
  );
}

function optionsOf(keys: readonly ListKey[]): (readonly [value: ColumnRole | 'none', text: string])[] {
  const fields = keys.map(({ uuid, key }) => [`key:${uuid}`, `{{${key}}}`] as const);
  return [['none', PREVIEW.notUsed], ...ROLE_OPTIONS, ...fields];
}

const ROLE_OPTIONS = [
  ['entity', ROLES.entity],
  ['name', ROLES.name],
  ['first_name', ROLES.first_name],
  ['last_name', ROLES.last_name],
  ['title', ROLES.title],
  ['email', ROLES.email],
  ['entity_description', ROLES.entity_description],
  ['address', ROLES.address],
  ['kind', ROLES.kind],
] as const;
