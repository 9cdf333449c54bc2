import {
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { Values } from '../../../db/queries/signing/signatories/values.ts';
import { useMountedItems } from '../../lib/mounted-items.ts';
import { withPinned } from '../../lib/pinned-range.ts';
import { useMedia } from '../../lib/use-media.ts';
import {
  blockOf,
  cellsOfText,
  clearBlock,
  fillDown,
  nextMissing,
  pasteInto,
  setOne,
  textOfBlock,
  type Filling,
  type Place,
} from './values-block.ts';
import { ACTS, VALUES } from './values-copy.ts';
import { afterEdit, gridIntent, type GridIntent } from './values-keys.ts';
import { cellId, ValuesRow, type Editor } from './values-row.tsx';
import styles from './values-grid.module.css';

// A grid that is virtual in both directions positions its own cells, which table elements do not allow. Hence the ARIA roles.

/** The limits of a column's width, px. Within them, columns share the available width. */
const COLUMN_WIDTH = 176;
const MOST_COLUMN_WIDTH = 360;

export interface GridHandle {
  /** Goes to the next cell without a value. */
  goToMissing: () => void;
}

interface ValuesGridProps {
  grid: Values;
  mayEdit: boolean;
  /** The id of the text that explains the keys. */
  hintId: string;
  /** `done`: what to announce if values change; null = nothing. */
  onFill: (filling: Filling, label: string, done: string | null) => void;
  ref: Ref<GridHandle>;
}

interface Selection {
  active: Place;
  /** The corner that stays when the selection is extended. */
  anchor: Place;
}

const START: Selection = { active: { row: 0, column: 0 }, anchor: { row: 0, column: 0 } };

/** Signatories by fields, with the keys of a spreadsheet. The grid has the focus; the active cell is its descendant. */
export function ValuesGrid({ grid, mayEdit, hintId, onFill, ref }: ValuesGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [selection, setSelection] = useState(START);
  const [editing, setEditing] = useState<{ keepText: boolean } | null>(null);
  /** After Escape, Tab leaves the grid. */
  const released = useRef(false);
  const narrow = useMedia('(width < 48rem)');
  const coarse = useMedia('(pointer: coarse)');
  const rowHeight = coarse ? 44 : 34;
  const nameWidth = narrow ? 132 : 240;
  const share = Math.floor((useWidth(scroller) - nameWidth) / grid.fields.length);
  const columnWidth = Math.min(MOST_COLUMN_WIDTH, Math.max(narrow ? 140 : COLUMN_WIDTH, share));
  const last = { row: grid.signatories.length - 1, column: grid.fields.length - 1 };
  const active = atMost(selection.active, last);
  const block = blockOf(active, atMost(selection.anchor, last));

  const rows = useVirtualizer({
    count: grid.signatories.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 3,
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
    // Keep the active row and column mounted while they are scrolled away. Otherwise an open field would close.
    rangeExtractor: (range) => withPinned(range, active.row),
  });
  const columns = useVirtualizer({
    horizontal: true,
    count: grid.fields.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => columnWidth,
    overscan: 1,
    paddingStart: nameWidth,
    scrollPaddingStart: nameWidth,
    rangeExtractor: (range) => withPinned(range, active.column),
  });
  useLayoutEffect(() => columns.measure(), [columns, columnWidth]);
  const shownRows = useMountedItems(rows.getVirtualItems(), active.row);
  const shownColumns = useMountedItems(columns.getVirtualItems(), active.column);

  const go = (to: Place, extend = false) => {
    setSelection({ active: to, anchor: extend ? selection.anchor : to });
    rows.scrollToIndex(to.row);
    columns.scrollToIndex(to.column);
  };
  const focus = () => scroller.current?.focus({ preventScroll: true });
  useImperativeHandle(ref, () => ({
    goToMissing: () => {
      const place = nextMissing(grid, active);
      if (place) go(place);
      focus();
    },
  }));
  const size = {
    rows: grid.signatories.length,
    columns: grid.fields.length,
    page: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2),
  };
  const edit = (keepText: boolean) => {
    // Synchronously, so that this key's character is typed into the field.
    if (mayEdit) flushSync(() => setEditing({ keepText }));
  };
  const editor: Editor = {
    keepText: editing?.keepText ?? true,
    onCommit: (text) => {
      const [field, who] = [
        grid.fields[active.column]?.key ?? '',
        grid.signatories[active.row]?.fullName ?? '',
      ];
      onFill(setOne(grid, active, text), ACTS.set(field, who), null);
    },
    onEnd: () => setEditing(null),
    onKey: (event) => {
      const to = event.key === 'Escape' ? active : afterEdit(event, active, size);
      if (!to) return null;
      event.preventDefault();
      return () => {
        setEditing(null);
        go(to);
        focus();
      };
    },
  };
  const carryOut = (intent: GridIntent) => {
    switch (intent.type) {
      case 'go':
        go(intent.to, intent.extend);
        break;
      case 'edit':
        edit(intent.keepText);
        break;
      case 'clear': {
        const filling = clearBlock(grid, block);
        if (mayEdit)
          onFill(filling, ACTS.clear(filling.values.length), VALUES.cleared(filling.values.length));
        break;
      }
      case 'fill-down': {
        const filling = fillDown(grid, block);
        if (mayEdit) onFill(filling, ACTS.fill(filling.values.length), VALUES.filled(filling.values.length));
        break;
      }
      case 'choose-all':
        setSelection({ active, anchor: atMost({ row: Infinity, column: Infinity }, last) });
        break;
      case 'release':
        setSelection({ active, anchor: active });
        break;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current) return;
    if (event.key === 'Tab' && released.current) return;
    const intent = gridIntent(event, active, size);
    if (!intent) return;
    released.current = intent.type === 'release';
    // A key that replaces the cell's text is not prevented, so that its character is typed into the field.
    if (intent.type !== 'edit' || intent.keepText) event.preventDefault();
    carryOut(intent);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.target !== scroller.current || !mayEdit) return;
    event.preventDefault();
    const filling = pasteInto(grid, block, cellsOfText(event.clipboardData.getData('text/plain')));
    const count = filling.values.length;
    setSelection({
      active: { row: filling.block.top, column: filling.block.left },
      anchor: { row: filling.block.bottom, column: filling.block.right },
    });
    onFill(filling, ACTS.paste(count), VALUES.pasted(count));
  };
  const onCopy = (event: ClipboardEvent) => {
    if (event.target !== scroller.current) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', textOfBlock(grid, block));
  };
  const onPointer = (event: PointerEvent) => {
    const place = placeAt(event.target);
    if (!place || event.button > 0 || event.target instanceof HTMLInputElement) return;
    const isActive = place.row === active.row && place.column === active.column;
    if (event.type === 'pointerdown')
      setSelection({ active: place, anchor: event.shiftKey ? selection.anchor : place });
    else if (
      event.type === 'pointermove' &&
      event.pointerType === 'mouse' &&
      event.buttons === 1 &&
      !isActive
    )
      setSelection({ active: place, anchor: selection.anchor });
  };

  return (
    <div
      ref={scroller}
      role="grid"
      tabIndex={0}
      className={styles.scroller}
      style={{ '--row': `${rowHeight}px`, '--name': `${nameWidth}px`, '--column': `${columnWidth}px` }}
      aria-label={mayEdit ? VALUES.grid : VALUES.gridViewOnly}
      aria-describedby={mayEdit ? hintId : undefined}
      aria-rowcount={grid.signatories.length + 1}
      aria-colcount={grid.fields.length + 1}
      aria-multiselectable="true"
      aria-readonly={!mayEdit}
      aria-activedescendant={editing ? undefined : cellId(active)}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
      onCopy={onCopy}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onDoubleClick={(event) => {
        if (placeAt(event.target)) edit(true);
      }}
    >
      <div
        role="presentation"
        className={styles.canvas}
        style={{ height: rows.getTotalSize(), width: columns.getTotalSize() }}
      >
        <div role="row" aria-rowindex={1} className={styles.head} style={{ height: rowHeight }}>
          <div role="columnheader" aria-colindex={1} className={styles.corner}>
            {VALUES.signatory}
          </div>
          {shownColumns.map(({ key, index, start, size: width }) => {
            const field = grid.fields[index];
            return field ? (
              <div
                key={key}
                role="columnheader"
                aria-colindex={index + 2}
                className={styles.field}
                style={{ insetInlineStart: start, width }}
                title={field.key}
              >
                {field.key}
              </div>
            ) : null;
          })}
        </div>
        {shownRows.map(({ key, index, start, size: height }) => {
          const signatory = grid.signatories[index];
          if (!signatory) return null;
          const isSelected = index >= block.top && index <= block.bottom;
          const isActive = index === active.row;
          return (
            <ValuesRow
              key={key}
              row={index}
              top={start}
              height={height}
              nameWidth={nameWidth}
              signatory={signatory.uuid}
              name={signatory.fullName}
              fields={grid.fields}
              columns={shownColumns}
              values={grid.values.get(signatory.uuid)}
              left={isSelected ? block.left : null}
              right={isSelected ? block.right : null}
              active={isActive ? active.column : null}
              editor={isActive && editing ? editor : null}
            />
          );
        })}
      </div>
    </div>
  );
}

function atMost({ row, column }: Place, last: Place): Place {
  return { row: Math.min(row, last.row), column: Math.min(column, last.column) };
}

function placeAt(target: EventTarget): Place | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  return cell && { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) };
}

/** Returns the inner width of an element without its scroll bar, px; 0 until it is mounted. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
