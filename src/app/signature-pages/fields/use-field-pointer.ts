import { useRef, useState, type PointerEvent, type RefObject } from 'react';
import type { TabType } from '../../../contract/rules/signing/fields/tabs.ts';
import { cornerNamed, FIELD, HANDLE } from './field-box.tsx';
import {
  boundsOf,
  boxBetween,
  movedTogether,
  overlaps,
  resized,
  snapBox,
  snapPoint,
  snapsOf,
  type Box,
  type Corner,
  type PaperSize,
  type Point,
  type Snaps,
} from './field-geometry.ts';
import type { PlacedField } from './field-page.ts';
import { ACTS } from './fields-copy.ts';
import type { FieldEditing } from './use-field-editing.ts';

/** The attributes of the layer: the signature page, and its sheet. */
export const LAYER = 'data-field-layer';
export const SHEET = 'data-sheet';

/** A press that moves less than this is a click, px. */
const SLOP = 4;
/** The distance at which a field snaps, px. */
const SNAP = 6;

type Press = { readonly from: Point; readonly isTouch: boolean } & (
  | {
      readonly kind: 'move';
      readonly moving: readonly PlacedField[];
      readonly snaps: Snaps;
      readonly pressed: string;
    }
  | { readonly kind: 'resize'; readonly field: PlacedField; readonly corner: Corner; readonly snaps: Snaps }
  | { readonly kind: 'draw'; readonly type: TabType }
  | { readonly kind: 'mark' }
);

interface Shown {
  readonly dragged: ReadonlyMap<string, Box>;
  readonly drawn: Box | null;
  readonly guides: { readonly x: number | null; readonly y: number | null };
}

const NOTHING: Shown = { dragged: new Map(), drawn: null, guides: { x: null, y: null } };

/**
 * Follows the pointer over the layer. A press on a field drags it with the other selected ones, on a corner resizes it, and on the
 * page places a field or marks several. With Alt, nothing snaps.
 * @param sheet the sheet under the layer, from 1
 */
export function useFieldPointer(layer: RefObject<HTMLElement | null>, editing: FieldEditing, sheet: number) {
  const press = useRef<Press | null>(null);
  const [shown, setShown] = useState(NOTHING);
  const { paper, lines } = editing.page;
  const fields = editing.fields.filter((field) => field.sheet === sheet);
  const snapsWithout = (moving: readonly PlacedField[]) => {
    const own = new Set(moving.map(({ tab }) => tab.uuid));
    const others = fields.filter(({ tab }) => !own.has(tab.uuid));
    return snapsOf(
      others.map(({ box }) => box),
      lines[sheet - 1] ?? [],
    );
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !layer.current) return;
    const started = begin(event, pointIn(event, layer.current, paper));
    press.current = started;
    if (!started) return;
    editing.flush();
    if (!started.isTouch || started.kind === 'move' || started.kind === 'resize')
      layer.current.setPointerCapture(event.pointerId);
  };
  const begin = (event: PointerEvent<HTMLElement>, from: Point): Press | null => {
    const isTouch = event.pointerType === 'touch';
    const target = event.target instanceof Element ? event.target : null;
    if (editing.tool !== null) return { kind: 'draw', type: editing.tool, from, isTouch };
    const uuid = target?.closest<HTMLElement>(`[${FIELD}]`)?.getAttribute(FIELD) ?? null;
    const field = fields.find(({ tab }) => tab.uuid === uuid);
    // Safari doesn't focus a button that is pressed.
    target?.closest<HTMLElement>(`[${FIELD}]`)?.focus({ preventScroll: true });
    if (!field || uuid === null) return { kind: 'mark', from, isTouch };
    const corner = cornerNamed(
      target?.closest<HTMLElement>(`[${HANDLE}]`)?.getAttribute(HANDLE) ?? undefined,
    );
    if (corner) return { kind: 'resize', field, corner, snaps: snapsWithout([field]), from, isTouch };
    const isAdding = event.shiftKey || event.ctrlKey || event.metaKey;
    const before = editing.selected.map(({ tab }) => tab.uuid);
    const isSelected = editing.isSelected(uuid);
    const now = isAdding
      ? isSelected
        ? before.filter((each) => each !== uuid)
        : [...before, uuid]
      : isSelected
        ? before
        : [uuid];
    if (isAdding || !isSelected) editing.select(now);
    const chosen = new Set(now);
    const moving = fields.filter(({ tab, owner }) => chosen.has(tab.uuid) && owner.isOpen);
    return { kind: 'move', moving, snaps: snapsWithout(moving), pressed: uuid, from, isTouch };
  };
  const follow = (event: PointerEvent<HTMLElement>): { at: Point; next: Shown } | null => {
    const { current } = press;
    if (!current || !layer.current) return null;
    const at = pointIn(event, layer.current, paper);
    const scale = layer.current.clientWidth / paper.width;
    if (Math.hypot(at.x - current.from.x, at.y - current.from.y) * scale < SLOP) return { at, next: NOTHING };
    return { at, next: shownAt(current, at, event.altKey ? 0 : SNAP / scale, paper) };
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const followed = follow(event);
    const { current } = press;
    cancel();
    if (!followed || !current) return;
    const { dragged, drawn } = followed.next;
    switch (current.kind) {
      case 'move':
        if (dragged.size > 0) editing.drop(current.moving, boxesOf(current.moving, dragged));
        else if (!event.shiftKey && !event.ctrlKey && !event.metaKey) editing.select([current.pressed]);
        return;
      case 'resize':
        if (dragged.size > 0) editing.drop([current.field], boxesOf([current.field], dragged), ACTS.resize);
        return;
      case 'draw':
        editing.place(current.type, drawn ?? current.from, sheet);
        // With Shift, the next click places another.
        if (!event.shiftKey) editing.setTool(null);
        return;
      case 'mark':
        editing.select(drawn ? marked(fields, drawn) : []);
    }
  };
  const cancel = () => {
    press.current = null;
    setShown(NOTHING);
  };
  return {
    ...shown,
    handlers: {
      onPointerDown,
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const followed = follow(event);
        if (followed) setShown(followed.next);
      },
      onPointerUp,
      onPointerCancel: cancel,
    },
  };
}

/** Returns the position of a pointer on the page, in points. */
export function pointIn(
  { clientX, clientY }: { clientX: number; clientY: number },
  layer: HTMLElement,
  paper: PaperSize,
): Point {
  const { left, top, width, height } = layer.getBoundingClientRect();
  return { x: ((clientX - left) / width) * paper.width, y: ((clientY - top) / height) * paper.height };
}

function shownAt(press: Press, at: Point, reach: number, paper: PaperSize): Shown {
  const by = { x: at.x - press.from.x, y: at.y - press.from.y };
  switch (press.kind) {
    case 'move': {
      const { moving, snaps } = press;
      const boxes = moving.map(({ box }) => box);
      const bounds = boundsOf(movedTogether(boxes, by, paper));
      if (!bounds) return NOTHING;
      const snapped = snapBox(bounds, snaps, reach);
      const moved = movedTogether(boxes, { x: by.x + snapped.by.x, y: by.y + snapped.by.y }, paper);
      return {
        dragged: new Map(moving.map(({ tab, box }, n) => [tab.uuid, moved[n] ?? box])),
        drawn: null,
        guides: snapped,
      };
    }
    case 'resize': {
      const { field, corner, snaps } = press;
      const { x, y, width, height } = field.box;
      const tip = { x: (corner.right ? x + width : x) + by.x, y: (corner.bottom ? y + height : y) + by.y };
      const snapped = snapPoint(tip, snaps, reach);
      const box = resized(field.box, corner, { x: by.x + snapped.by.x, y: by.y + snapped.by.y }, paper);
      return { dragged: new Map([[field.tab.uuid, box]]), drawn: null, guides: snapped };
    }
    case 'draw':
    case 'mark':
      // A moving finger scrolls the page.
      return press.isTouch ? NOTHING : { ...NOTHING, drawn: boxBetween(press.from, at) };
  }
}

function boxesOf(fields: readonly PlacedField[], dragged: ReadonlyMap<string, Box>): Box[] {
  return fields.map(({ tab, box }) => dragged.get(tab.uuid) ?? box);
}

function marked(fields: readonly PlacedField[], area: Box): string[] {
  return fields.filter(({ box }) => overlaps(box, area)).map(({ tab }) => tab.uuid);
}
