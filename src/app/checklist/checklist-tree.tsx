// A virtual list positions its own rows, which table elements do not allow. Hence the ARIA roles.
import { useLayoutEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ChecklistEntry, ChecklistSnapshot } from '../../db/views/checklist-snapshot.ts';
import { signaturesOfItem, type DealSignatures } from '../../db/queries/signing/assignments/item-signing.ts';
import type { NotesByElement } from '../../db/queries/transactions/notes.ts';
import type { ChecklistRow } from '../../db/views/checklist-rows.ts';
import { COLUMNS } from './checklist-copy.ts';
import { keyIntent, type ChecklistIntent } from './checklist-keys.ts';
import { ChecklistRowView, FastScrollRow } from './row/checklist-row.tsx';
import { DocumentPreview } from './row/document-preview.tsx';
import { DraftRow } from './row/draft-row-view.tsx';
import { isDraft, withDraft, type Draft } from './row/draft-row.ts';
import type { Move } from './move/legal-move.ts';
import type { RowMenuPlace } from './row/row-menu.tsx';
import { chooseOnly, extendTo, toggleChosen, type Selection } from '../lib/selection.ts';
import { useToday } from '../lib/device/use-today.ts';
import { nameOf, type People } from '../details/people.ts';
import { useFastScroll } from './use-fast-scroll.ts';
import { useMedia } from '../lib/use-media.ts';
import { withPinned } from '../lib/pinned-range.ts';
import { useRowGlide } from './row/use-row-glide.ts';
import { INDENT } from './move/use-row-drag.ts';
import { useTreeDrag } from './move/use-tree-drag.ts';
import { classNames } from '../ui/class-names.ts';
import { columnHeaderClass } from '../ui/layout/column-header.tsx';
import styles from './checklist-tree.module.css';

/** Padding below the last row, px. */
const ROOM_BELOW = 24;
/** Height of the heading, which sticks to the top while rows scroll, px. */
const HEADING_HEIGHT = 32;

/** A request to focus a row; null = the active row. */
export interface FocusRequest {
  uuid: string | null;
}

interface ChecklistTreeProps {
  label: string;
  /** Whether the user may only view the checklist. */
  fixed: boolean;
  snapshot: ChecklistSnapshot;
  rows: readonly ChecklistRow[];
  /** The uuids of the rows, and the index of each. */
  order: readonly string[];
  indexes: ReadonlyMap<string, number>;
  selection: Selection;
  /** The row being renamed. */
  editing: string | null;
  draft: Draft | null;
  /** Names of the people on the deal. */
  people: People;
  notes: NotesByElement;
  /** Signature pages and their statuses, by item. */
  signatures: DealSignatures;
  /** The row to focus as soon as it exists; a new object for each request. */
  focusRequest: FocusRequest | null;
  roomBelow: number;
  onSelect: (selection: Selection) => void;
  onToggle: (uuid: string) => void;
  /** Opens the row's menu at that position. */
  onMenu: (uuid: string, place: RowMenuPlace) => void;
  /** Opens the row's document in the viewer. */
  onView: (uuid: string) => void;
  onEdit: (uuid: string) => void;
  onIntent: (intent: ChecklistIntent) => void;
  onMove: (move: Move) => void;
  onRename: (entry: ChecklistEntry, name: string | null) => void;
  onComplete: (entry: ChecklistEntry, complete: boolean) => void;
  onDraft: (name: string | null) => void;
}

/** The checklist as a virtual treegrid. One row has the tab stop; the grid handles keys and clicks for all rows. */
export function ChecklistTree(props: ChecklistTreeProps) {
  const { rows, order, indexes, selection, draft, focusRequest } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const today = useToday();
  const narrow = useMedia('(width < 48rem)');
  const coarse = useMedia('(pointer: coarse)');
  // Narrow: two lines of name and one of facts. Coarse: a touch target.
  const rowHeight = narrow ? 58 : coarse ? 48 : 40;

  const shown = useMemo(() => withDraft(rows, draft), [rows, draft]);
  const activeUuid = selection.active ?? order[0] ?? null;
  const activeIndex = (activeUuid === null ? undefined : indexes.get(activeUuid)) ?? -1;
  const pinned = draft ? shown.findIndex(isDraft) : activeIndex;

  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    paddingEnd: ROOM_BELOW + props.roomBelow,
    scrollMargin: HEADING_HEIGHT,
    scrollPaddingStart: HEADING_HEIGHT,
    scrollPaddingEnd: props.roomBelow,
    // Keep the focused row mounted while it is scrolled away. Otherwise the focus would be lost.
    rangeExtractor: (range) => withPinned(range, pinned),
  });

  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  useLayoutEffect(() => {
    if (draft && pinned >= 0) virtualizer.scrollToIndex(pinned);
  }, [virtualizer, draft, pinned]);
  const items = virtualizer.getVirtualItems();
  const { scrollOffset: offset, isScrolling, scrollRect } = virtualizer;
  const isFast = useFastScroll({ offset, isScrolling, shown: scrollRect?.height ?? Infinity });
  // No row is mounted until the list has been measured.
  const mounted = items.length > 0;
  const answered = useRef<FocusRequest | null>(null);
  useLayoutEffect(() => {
    if (!mounted || !focusRequest || answered.current === focusRequest) return;
    const target = focusRequest.uuid ?? activeUuid;
    // A row that was just created arrives with a later snapshot, so the request waits for it.
    if (target === null || target !== activeUuid) return;
    answered.current = focusRequest;
    // Skip a request that changes nothing: it would make the browser lay out the page once more.
    const index = order.indexOf(target);
    if (virtualizer.getOffsetForIndex(index)?.[0] !== virtualizer.scrollOffset)
      virtualizer.scrollToIndex(index);
    const row = rowOf(canvas.current, target);
    if (row !== document.activeElement) row?.focus({ preventScroll: true });
  }, [virtualizer, mounted, focusRequest, activeUuid, order]);

  useRowGlide(canvas, order, () =>
    items.flatMap((item) => {
      const each = shown[item.index];
      return each && !isDraft(each) ? [{ uuid: each.entry.uuid, top: item.start - HEADING_HEIGHT }] : [];
    }),
  );
  const hint = useTreeDrag({
    snapshot: props.snapshot,
    chosen: selection.chosen,
    previewClass: styles.preview ?? '',
    onDragStart: (uuid) => {
      if (!selection.chosen.has(uuid)) props.onSelect(chooseOnly(uuid));
    },
    onMove: props.onMove,
  });

  const onClick = (event: MouseEvent) => {
    const uuid = uuidAt(event.target);
    if (uuid === null || isField(event.target)) return;
    if (event.target instanceof Element && event.target.closest('[data-action=toggle]')) {
      props.onToggle(uuid);
      return;
    }
    // With a modifier key, leave the click to the browser, which opens a new tab.
    if (isViewLink(event.target) && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      props.onView(uuid);
      return;
    }
    if (event.shiftKey) props.onSelect(extendTo({ ...selection, active: activeUuid }, uuid, order));
    else if (event.ctrlKey || event.metaKey) props.onSelect(toggleChosen(selection, uuid));
    else props.onSelect(chooseOnly(uuid));
  };
  const onContextMenu = (event: MouseEvent) => {
    const uuid = uuidAt(event.target);
    // In a field, show the browser's own menu, which can paste.
    if (uuid === null || isField(event.target)) return;
    event.preventDefault();
    props.onMenu(uuid, { x: event.clientX, y: event.clientY });
  };
  const onDoubleClick = (event: MouseEvent) => {
    const uuid = uuidAt(event.target);
    if (uuid === null || isField(event.target)) return;
    if (event.target instanceof Element && event.target.closest('[data-action]')) return;
    props.onEdit(uuid);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isField(event.target)) return;
    const intent = keyIntent(event);
    if (!intent) return;
    event.preventDefault();
    props.onIntent(intent);
  };

  return (
    <div
      role="treegrid"
      aria-label={props.label}
      aria-multiselectable="true"
      aria-rowcount={shown.length + 1}
      className={styles.grid}
      style={{ '--indent': `${INDENT}px` }}
      tabIndex={-1}
      onClick={onClick}
      onContextMenu={onContextMenu}
      onDoubleClick={onDoubleClick}
      onKeyDown={onKeyDown}
    >
      <div className={styles.scroller} ref={scroller} role="presentation">
        <div role="rowgroup" className={styles.heading}>
          <div role="row" aria-rowindex={1} className={classNames(columnHeaderClass, styles.headingRow)}>
            <div role="columnheader">{COLUMNS.number}</div>
            <div role="columnheader" className={styles.nameHeading}>
              {COLUMNS.name}
            </div>
            <div role="columnheader" className={styles.documentHeading}>
              {COLUMNS.document}
            </div>
            <div role="columnheader" className={styles.signingHeading}>
              {COLUMNS.signing}
            </div>
            <div role="columnheader" className={styles.doneHeading}>
              {COLUMNS.done}
            </div>
          </div>
        </div>
        <div
          role="rowgroup"
          className={styles.canvas}
          ref={canvas}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map((item, place) => {
            const each = shown[item.index];
            if (!each) return null;
            if (isDraft(each)) {
              return (
                <DraftRow
                  key="draft"
                  kind={each.draft.kind}
                  depth={each.depth}
                  rowIndex={item.index + 2}
                  top={item.start - HEADING_HEIGHT}
                  height={item.size}
                  onDone={props.onDraft}
                />
              );
            }
            const row = each;
            const { uuid } = row.entry;
            // Keyed by position, so that React reuses each row's elements for the next row.
            if (isFast && uuid !== activeUuid)
              return (
                <FastScrollRow
                  key={place}
                  row={row}
                  rowIndex={item.index + 2}
                  top={item.start - HEADING_HEIGHT}
                  height={item.size}
                />
              );
            const marked = hint?.uuid === uuid ? hint : null;
            return (
              <ChecklistRowView
                key={uuid}
                entry={row.entry}
                depth={row.depth}
                number={row.number}
                index={row.index}
                setSize={row.setSize}
                fixed={props.fixed}
                expandable={row.expandable}
                expanded={row.expanded}
                rowIndex={item.index + 2}
                top={item.start - HEADING_HEIGHT}
                height={item.size}
                chosen={selection.chosen.has(uuid)}
                active={uuid === activeUuid}
                editing={props.editing === uuid}
                today={today}
                assignee={assigneeOf(row.entry, props.people)}
                notes={props.notes.get(uuid)?.length ?? 0}
                signatures={signaturesOfItem(props.signatures, row.entry.item)}
                dropMark={marked?.mark ?? null}
                dropLevel={marked?.level ?? 0}
                onRename={props.onRename}
                onComplete={props.onComplete}
              />
            );
          })}
        </div>
      </div>
      <DocumentPreview list={scroller} />
    </div>
  );
}

function assigneeOf({ task }: ChecklistEntry, people: People): string | null {
  if (!task || task.assignee === null) return null;
  return nameOf(people, task.assignee);
}

function uuidAt(target: EventTarget): string | null {
  return target instanceof Element
    ? (target.closest<HTMLElement>('[data-uuid]')?.dataset['uuid'] ?? null)
    : null;
}

function isField(target: EventTarget): boolean {
  return target instanceof HTMLInputElement;
}

function isViewLink(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-action=view]') !== null;
}

function rowOf(canvas: HTMLElement | null, uuid: string): HTMLElement | null {
  return canvas?.querySelector<HTMLElement>(`[data-uuid="${CSS.escape(uuid)}"]`) ?? null;
}
