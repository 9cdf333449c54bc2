// A virtual grid positions its own cells, which table elements do not allow. Hence the ARIA roles.
import {
  useCallback,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMountedItems } from '../../../lib/mounted-items.ts';
import { withPinned } from '../../../lib/pinned-range.ts';
import { useMedia } from '../../../lib/use-media.ts';
import { classNames } from '../../../ui/class-names.ts';
import type { ReadCells, SignatureCount } from './cells.ts';
import { rangeOf, sizeOf, type GridPlace, type GridRange } from './fill.ts';
import type { ReadPacket } from './cell-packets.ts';
import { MATRIX } from '../matrix-copy.ts';
import type { MatrixColumn } from './matrix-columns.ts';
import { stepFrom, type GridSize } from './grid-keys.ts';
import type { MatrixLine } from '../../../../contract/rules/signing/assignments/matrix-lines.ts';
import { HeaderRow, MatrixRow } from './matrix-row.tsx';
import styles from './matrix-grid.module.css';

/** Height of the column headers, px. */
const HEAD = 106;
/** Height of a checklist header among the documents, px. */
const SECTION = 34;

/** The column index of the row headers. */
const ROW_HEADER = -1;

export interface MenuPlace extends GridPlace {
  x: number;
  y: number;
}

interface MatrixGridProps {
  lines: readonly MatrixLine[];
  columns: readonly MatrixColumn[];
  read: ReadCells;
  packetOf: ReadPacket;
  counts: ReadonlyMap<string, SignatureCount>;
  readOnly: boolean;
  roomBelow: number;
  /** Selected documents, by item. */
  chosen: ReadonlySet<string>;
  /** Assigns or unassigns a range. A drag treats the whole range like its first cell. */
  onToggle: (range: GridRange, from: GridPlace, isDrag: boolean) => void;
  /** What dragging from that cell would do. */
  wouldDo: (from: GridPlace) => 'assign' | 'unassign';
  onChoose: (line: number, how: 'only' | 'toggle' | 'extend') => void;
  onMenu: (place: MenuPlace) => void;
}

/** The focused cell, and the cell where the selection started. Both are inside the grid. */
interface Cursor {
  active: GridPlace;
  anchor: GridPlace;
}

/** Documents by signatories, virtual in both directions. One cell has the tab stop; the grid handles keys and pointers for all. */
export function MatrixGrid(props: MatrixGridProps) {
  const { lines, columns, read, readOnly, onToggle, onChoose } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const narrow = useMedia('(width < 48rem)');
  const medium = useMedia('(width < 72rem)');
  const coarse = useMedia('(pointer: coarse)');
  const [first, columnWidth] = narrow ? [152, 104] : [medium ? 240 : 320, 124];
  const rowHeight = narrow ? 56 : coarse ? 48 : 40;

  const size: GridSize = { lines: lines.length, columns: columns.length };
  const isDocument = useCallback((line: number) => lines[line]?.kind === 'document', [lines]);
  const [stored, setCursor] = useState<Cursor | null>(null);
  const cursor = useMemo(() => clamp(stored, size.columns, isDocument), [stored, size.columns, isDocument]);
  const { active } = cursor;
  const range = rangeOf(cursor.anchor, active);
  const isRange = active.column !== ROW_HEADER && sizeOf(range) > 1;
  const [preview, setPreview] = useState<'assign' | 'unassign' | null>(null);

  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (lines[index]?.kind === 'header' ? SECTION : rowHeight),
    overscan: 3,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD,
    scrollPaddingEnd: props.roomBelow,
    paddingEnd: props.roomBelow,
    // Keep the focused cell mounted while it is scrolled away. Otherwise the focus would be lost.
    rangeExtractor: (visible) => withPinned(visible, active.line),
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnWidth,
    overscan: 1,
    scrollMargin: first,
    scrollPaddingStart: first,
    rangeExtractor: (visible) => withPinned(visible, active.column),
  });
  useLayoutEffect(() => rows.measure(), [rows, rowHeight, lines]);
  useLayoutEffect(() => across.measure(), [across, columnWidth, first]);
  const shownRows = useMountedItems(rows.getVirtualItems(), active.line);
  const shownColumns = useMountedItems(across.getVirtualItems(), active.column);
  const width = first + across.getTotalSize();

  /** Set when the focus should follow the cursor. */
  const follow = useRef(false);
  useLayoutEffect(() => {
    if (!follow.current) return;
    follow.current = false;
    rows.scrollToIndex(active.line);
    if (active.column !== ROW_HEADER) across.scrollToIndex(active.column);
    cellAt(canvas.current, active)?.focus({ preventScroll: true });
  }, [rows, across, active]);
  const moveTo = (next: GridPlace, extend: boolean) => {
    follow.current = true;
    setCursor({ active: next, anchor: extend && next.column !== ROW_HEADER ? cursor.anchor : next });
  };

  /** A drag from cell to cell; null = none. A ref, because it changes with every event. */
  const drag = useRef<{ from: GridPlace; over: GridPlace } | null>(null);
  const isAfterDrag = useRef(false);
  const onPointerDown = (event: PointerEvent) => {
    isAfterDrag.current = false;
    const place = placeAt(event.target);
    if (!place || event.button !== 0 || event.pointerType === 'touch' || event.shiftKey) return;
    if (place.column === ROW_HEADER || readOnly) return;
    drag.current = { from: place, over: place };
  };
  const onPointerMove = (event: PointerEvent) => {
    const now = drag.current;
    if (!now) return;
    // The grid captures the pointer during a drag, so the event's own target is useless.
    const beneath = document.elementFromPoint(event.clientX, event.clientY);
    const over = beneath && placeAt(beneath);
    if (!over || over.column === ROW_HEADER || isSame(over, now.over)) return;
    // From here on, it is a drag and not a click.
    event.currentTarget.setPointerCapture(event.pointerId);
    now.over = over;
    setPreview(props.wouldDo(now.from));
    setCursor({ anchor: now.from, active: over });
  };
  const onPointerEnd = (event: PointerEvent, done: boolean) => {
    const now = drag.current;
    drag.current = null;
    if (!now || preview === null) return;
    setPreview(null);
    isAfterDrag.current = true;
    if (event.currentTarget.hasPointerCapture(event.pointerId))
      event.currentTarget.releasePointerCapture(event.pointerId);
    if (done) onToggle(rangeOf(now.from, now.over), now.from, true);
    follow.current = true;
    setCursor({ anchor: now.from, active: now.over });
  };

  const onClick = (event: MouseEvent) => {
    if (isAfterDrag.current) {
      isAfterDrag.current = false;
      return;
    }
    const place = placeAt(event.target);
    if (!place) return;
    if (place.column === ROW_HEADER) {
      onChoose(place.line, event.shiftKey ? 'extend' : event.ctrlKey || event.metaKey ? 'toggle' : 'only');
      moveTo(place, false);
      return;
    }
    moveTo(place, event.shiftKey);
    if (!event.shiftKey) onToggle(rangeOf(place, place), place, false);
  };
  const onContextMenu = (event: MouseEvent) => {
    const place = placeAt(event.target);
    if (!place || place.column === ROW_HEADER || readOnly) return;
    event.preventDefault();
    moveTo(place, false);
    props.onMenu({ ...place, x: event.clientX, y: event.clientY });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === ' ' || key === 'Enter') {
      event.preventDefault();
      if (active.column === ROW_HEADER) onChoose(active.line, event.shiftKey ? 'extend' : 'toggle');
      else onToggle(isRange ? range : rangeOf(active, active), cursor.anchor, false);
      return;
    }
    if (key === 'Escape' && isRange) {
      event.preventDefault();
      moveTo(active, false);
      return;
    }
    if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) {
      const cell = cellAt(canvas.current, active)?.getBoundingClientRect();
      if (!cell || active.column === ROW_HEADER || readOnly) return;
      event.preventDefault();
      props.onMenu({ ...active, x: cell.left, y: cell.bottom });
      return;
    }
    const page = Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 0) - HEAD) / rowHeight) - 1);
    const next = stepFrom(active, event, size, page, isDocument);
    if (!next) return;
    event.preventDefault();
    moveTo(next, event.shiftKey);
  };

  return (
    <div
      role="grid"
      aria-label={MATRIX.grid}
      aria-multiselectable="true"
      aria-readonly={readOnly}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length + 1}
      className={styles.scroller}
      ref={scroller}
      style={{ '--first': `${first}px`, '--column': `${columnWidth}px` }}
      tabIndex={-1}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={(event) => onPointerEnd(event, true)}
      onPointerCancel={(event) => onPointerEnd(event, false)}
      onClick={onClick}
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={styles.head} style={{ height: HEAD, width }}>
        <div role="row" aria-rowindex={1} className={styles.headRow}>
          <div role="columnheader" aria-colindex={1} className={classNames(styles.first, styles.corner)}>
            {MATRIX.documents}
          </div>
          {shownColumns.map(({ key, index, start, size: columnSize }) => {
            const column = columns[index];
            return column ? (
              <ColumnHeader
                key={key}
                column={column}
                index={index}
                count={props.counts.get(column.uuid) ?? null}
                left={start}
                width={columnSize}
              />
            ) : null;
          })}
        </div>
      </div>
      <div
        role="rowgroup"
        ref={canvas}
        className={styles.canvas}
        style={{ height: rows.getTotalSize(), width }}
      >
        {shownRows.map(({ key, index, start, size: height }) => {
          const line = lines[index];
          if (!line) return null;
          const top = start - HEAD;
          if (line.kind === 'header')
            return <HeaderRow key={key} line={line} index={index} top={top} height={height} />;
          const isInRange = isRange && index >= range.lines[0] && index <= range.lines[1];
          return (
            <MatrixRow
              key={key}
              line={line}
              index={index}
              top={top}
              height={height}
              cells={read(line.uuid)}
              packetOf={props.packetOf}
              columns={columns}
              first={first}
              shown={shownColumns}
              active={index === active.line ? active.column : null}
              from={isInRange ? range.columns[0] : null}
              to={isInRange ? range.columns[1] : null}
              preview={isInRange ? preview : null}
              chosen={props.chosen.has(line.uuid)}
            />
          );
        })}
      </div>
    </div>
  );
}

interface ColumnHeaderProps {
  column: MatrixColumn;
  index: number;
  count: SignatureCount | null;
  left: number;
  width: number;
}

function ColumnHeader({ column, index, count, left, width }: ColumnHeaderProps) {
  const [capacity] = column.capacities;
  const isUnclear = column.isOrg && !capacity;
  const said = isUnclear ? MATRIX.noCapacity : (capacity?.signer ?? '');
  return (
    <div
      role="columnheader"
      aria-colindex={index + 2}
      className={styles.signatory}
      style={{ left, width }}
      title={capacity?.sentence ?? column.name}
    >
      <span className={styles.signatoryName} dir="auto">
        {column.name}
      </span>
      {said === '' ? null : (
        <span className={classNames(styles.signer, isUnclear && styles.unclear)} dir="auto">
          {said}
        </span>
      )}
      <span className={styles.columnTotal} title={count ? MATRIX.countLabel(count) : undefined}>
        {count && count.total > 0 ? MATRIX.count(count) : ''}
      </span>
    </div>
  );
}

/** Returns the cursor, kept inside a grid that may have shrunk. Before any move, it is on the first document. */
function clamp(cursor: Cursor | null, columns: number, isDocument: (line: number) => boolean): Cursor {
  const fits = ({ line, column }: GridPlace) => isDocument(line) && column < columns;
  if (cursor && fits(cursor.active))
    return fits(cursor.anchor) ? cursor : { active: cursor.active, anchor: cursor.active };
  let line = 0;
  while (line < 1000 && !isDocument(line)) line += 1;
  const place = { line, column: Math.min(0, columns - 1) };
  return { active: place, anchor: place };
}

function placeAt(target: EventTarget): GridPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null;
  if (!cell) return null;
  return { line: Number(cell.dataset['line']), column: Number(cell.dataset['column']) };
}

function cellAt(canvas: HTMLElement | null, { line, column }: GridPlace): HTMLElement | null {
  return canvas?.querySelector<HTMLElement>(`[data-line="${line}"][data-column="${column}"]`) ?? null;
}

function isSame(one: GridPlace, other: GridPlace): boolean {
  return one.line === other.line && one.column === other.column;
}
