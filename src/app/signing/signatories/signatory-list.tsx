// A virtual list positions its own rows, which table elements do not allow. Hence the ARIA roles.
import { useCallback, useLayoutEffect, useMemo, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ListedSignatory } from '../../../db/queries/signing/signatories/signatories.ts';
import { extendTo, toggleChosen, type Selection } from '../../lib/selection.ts';
import { withPinned } from '../../lib/pinned-range.ts';
import { useLatest } from '../../lib/use-latest.ts';
import { useMedia } from '../../lib/use-media.ts';
import { classNames } from '../../ui/class-names.ts';
import { columnHeaderClass } from '../../ui/layout/column-header.tsx';
import { COLUMNS, SIGNATORIES } from './signatories-copy.ts';
import { SignatoryRow, type RowField } from './signatory-row.tsx';
import hidden from '../../ui/visually-hidden.module.css';
import styles from './signatory-list.module.css';

const ROOM_BELOW = 24;
const HEADING_HEIGHT = 32;

/** A request to focus a row; a new object for each. */
export interface FocusRequest {
  uuid: string;
}

/** A key's action, other than moving the focus and selecting. */
export type ListIntent = 'open' | 'rename' | 'delete' | 'escape' | 'search';

interface SignatoryListProps {
  signatories: readonly ListedSignatory[];
  selection: Selection;
  /** The signatory whose details are shown. */
  open: string | null;
  editing: { uuid: string; field: RowField } | null;
  focusRequest: FocusRequest | null;
  mayEdit: boolean;
  showsGroups: boolean;
  roomBelow: number;
  onSelect: (selection: Selection) => void;
  /** Called when the arrow keys or a click have moved to another signatory. */
  onActivate: (uuid: string) => void;
  onOpen: (uuid: string) => void;
  onEdit: (uuid: string, field: RowField) => void;
  onEdited: (signatory: ListedSignatory, field: RowField, text: string | null, next: boolean) => void;
  onIntent: (intent: ListIntent) => void;
}

/** The signatories as a virtual grid. One row has the tab stop; the grid handles keys and clicks for all rows. */
export function SignatoryList(props: SignatoryListProps) {
  const { signatories, selection, mayEdit, focusRequest } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const narrow = useMedia('(width < 48rem)');
  const rowHeight = narrow ? 76 : 54;
  const order = useMemo(() => signatories.map(({ row }) => row.uuid), [signatories]);
  const activeUuid = selection.active ?? order[0] ?? null;
  const activeIndex = activeUuid === null ? -1 : order.indexOf(activeUuid);
  const virtualizer = useVirtualizer({
    count: signatories.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    paddingEnd: ROOM_BELOW + props.roomBelow,
    scrollMargin: HEADING_HEIGHT,
    scrollPaddingStart: HEADING_HEIGHT,
    scrollPaddingEnd: props.roomBelow,
    // Keep the focused row mounted while it is scrolled away. Otherwise the focus would be lost.
    rangeExtractor: (range) => withPinned(range, activeIndex),
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  const items = virtualizer.getVirtualItems();
  const mounted = items.length > 0;
  const answered = useRef<FocusRequest | null>(null);
  useLayoutEffect(() => {
    if (!mounted || !focusRequest || answered.current === focusRequest) return;
    const index = order.indexOf(focusRequest.uuid);
    // A new signatory arrives with a later read, so the request waits for it.
    if (index < 0 || focusRequest.uuid !== activeUuid) return;
    answered.current = focusRequest;
    virtualizer.scrollToIndex(index);
    rowOf(canvas.current, focusRequest.uuid)?.focus({ preventScroll: true });
  }, [virtualizer, mounted, focusRequest, activeUuid, order]);

  const latestToggle = useLatest((uuid: string) => props.onSelect(toggleChosen(selection, uuid)));
  const onToggle = useCallback((uuid: string) => latestToggle.current(uuid), [latestToggle]);
  const onClick = (event: MouseEvent) => {
    const uuid = uuidAt(event.target);
    if (uuid === null || isControl(event.target)) return;
    if (mayEdit && event.shiftKey)
      props.onSelect(extendTo({ ...selection, active: activeUuid }, uuid, order));
    else if (mayEdit && (event.ctrlKey || event.metaKey)) props.onSelect(toggleChosen(selection, uuid));
    else props.onOpen(uuid);
  };
  const onDoubleClick = (event: MouseEvent) => {
    const uuid = uuidAt(event.target);
    if (uuid === null || isControl(event.target) || !mayEdit) return;
    const isEmail = event.target instanceof Element && event.target.closest('[data-field=email]') !== null;
    props.onEdit(uuid, isEmail ? 'email' : 'fullName');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isControl(event.target) || event.altKey) return;
    if (onListKey(event)) event.preventDefault();
  };
  const onListKey = (event: KeyboardEvent): boolean => {
    if ((event.ctrlKey || event.metaKey) && event.key !== 'a') return false;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2);
    const to: Record<string, number> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      PageDown: activeIndex + page,
      PageUp: activeIndex - page,
      Home: 0,
      End: order.length - 1,
    };
    const wanted = to[event.key];
    if (wanted !== undefined) {
      const uuid = order[Math.min(Math.max(wanted, 0), order.length - 1)];
      if (uuid === undefined) return true;
      if (event.shiftKey && mayEdit)
        props.onSelect(extendTo({ ...selection, active: activeUuid }, uuid, order));
      props.onActivate(uuid);
      return true;
    }
    if (activeUuid === null) return false;
    const intent = INTENTS[event.key];
    if (intent !== undefined) {
      props.onIntent(intent);
      return true;
    }
    if (event.key === ' ') {
      if (mayEdit) props.onSelect(toggleChosen(selection, activeUuid));
      return true;
    }
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      if (mayEdit) props.onSelect({ ...selection, active: activeUuid, chosen: new Set(order) });
      return true;
    }
    return false;
  };

  return (
    <div
      role="grid"
      aria-label={SIGNATORIES.list}
      aria-multiselectable={mayEdit}
      aria-rowcount={signatories.length + 1}
      className={classNames(styles.grid, props.showsGroups && styles.withGroups)}
      tabIndex={-1}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
      onKeyDown={onKeyDown}
    >
      <div className={styles.scroller} ref={scroller} role="presentation">
        <div role="rowgroup" className={styles.heading}>
          <div role="row" aria-rowindex={1} className={classNames(columnHeaderClass, styles.headingRow)}>
            <div role="columnheader">
              <span className={hidden.hidden}>{COLUMNS.select}</span>
            </div>
            <div role="columnheader" className={styles.nameHeading}>
              {COLUMNS.name}
            </div>
            <div role="columnheader" className={styles.wideOnly}>
              {COLUMNS.email}
            </div>
            {props.showsGroups ? (
              <div role="columnheader" className={classNames(styles.wideOnly, styles.groupsHeading)}>
                {COLUMNS.groups}
              </div>
            ) : null}
            <div role="columnheader" className={styles.signaturesHeading}>
              {COLUMNS.signatures}
            </div>
          </div>
        </div>
        <div
          role="rowgroup"
          className={styles.canvas}
          ref={canvas}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {items.map((item) => {
            const signatory = signatories[item.index];
            if (!signatory) return null;
            const { uuid } = signatory.row;
            return (
              <SignatoryRow
                key={uuid}
                signatory={signatory}
                rowIndex={item.index + 2}
                top={item.start - HEADING_HEIGHT}
                height={item.size}
                chosen={selection.chosen.has(uuid)}
                active={uuid === activeUuid}
                open={uuid === props.open}
                editing={props.editing?.uuid === uuid ? props.editing.field : null}
                mayEdit={mayEdit}
                showsGroups={props.showsGroups}
                onToggle={onToggle}
                onEdited={props.onEdited}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

const INTENTS: Record<string, ListIntent> = {
  Enter: 'open',
  F2: 'rename',
  Delete: 'delete',
  Backspace: 'delete',
  Escape: 'escape',
  '/': 'search',
};

function uuidAt(target: EventTarget): string | null {
  return target instanceof Element
    ? (target.closest<HTMLElement>('[data-uuid]')?.dataset['uuid'] ?? null)
    : null;
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('input, label, button, a') !== null;
}

function rowOf(canvas: HTMLElement | null, uuid: string): HTMLElement | null {
  return canvas?.querySelector<HTMLElement>(`[data-uuid="${CSS.escape(uuid)}"]`) ?? null;
}
