import { useState, type PointerEvent, type RefObject } from 'react';
import type { PageBlock } from '../../../contract/entities/signing/signature-page-design.ts';
import {
  moveEdge,
  placeBlock,
  resizeBlock,
  type Edge,
} from '../../../contract/rules/signature-page/design/place-block.ts';
import type { Frame } from '../../../contract/rules/signature-page/layout/sheet-frame.ts';
import type { Sheet } from '../../../contract/rules/signature-page/layout/sheet.ts';
import { columnsArea, dropPlace, type Area, type Point } from './drop-place.ts';

const COLUMNS = 12;
/** The height of a grid row, in points. */
const ROW = 12;
/** A press that moves less than this is a click, px. */
const SLOP = 6;

interface Drag {
  readonly id: string;
  /** The edge being dragged; null = the whole block. */
  readonly edge: Edge | null;
  readonly from: Point;
  readonly to: Point;
  readonly hasMoved: boolean;
}

interface BlockDragOptions {
  stage: RefObject<HTMLElement | null>;
  sheet: Sheet;
  frame: Frame;
  blocks: readonly PageBlock[];
  onEdit: ((put: PageBlock[]) => void) | null;
  onMoved: (block: PageBlock) => void;
}

export interface BlockDrag {
  /** The block being moved and its offset, in points. Null until the pointer has moved. */
  readonly moving: { id: string; dx: number; dy: number } | null;
  /** Where the block would land. */
  readonly mark: Area | null;
  readonly begin: (event: PointerEvent<HTMLElement>, id: string, edge?: Edge) => void;
  readonly move: (event: PointerEvent<HTMLElement>) => void;
  /** Ends the drag. Returns whether the block was dragged, so that the press is not a click. */
  readonly end: () => boolean;
  readonly cancel: () => void;
}

/** Moves blocks and their edges with the pointer. */
export function useBlockDrag({ stage, sheet, frame, blocks, onEdit, onMoved }: BlockDragOptions): BlockDrag {
  const [drag, setDrag] = useState<Drag | null>(null);
  const active = drag?.hasMoved ? drag : null;
  const result = active ? resultOf(active, { sheet, frame, blocks }) : null;
  const scale = () => (stage.current?.clientWidth ?? sheet.width) / sheet.width;
  const pointOf = (event: PointerEvent) => {
    const { left, top } = stage.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return { x: (event.clientX - left) / scale(), y: (event.clientY - top) / scale() };
  };
  return {
    moving:
      active && active.edge === null
        ? { id: active.id, dx: active.to.x - active.from.x, dy: active.to.y - active.from.y }
        : null,
    mark: result?.mark ?? null,
    begin(event, id, edge) {
      if (!onEdit || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const from = pointOf(event);
      setDrag({ id, edge: edge ?? null, from, to: from, hasMoved: false });
    },
    move(event) {
      if (!drag) return;
      const to = pointOf(event);
      const distance = Math.hypot(to.x - drag.from.x, to.y - drag.from.y) * scale();
      setDrag({ ...drag, to, hasMoved: drag.hasMoved || distance >= SLOP });
    },
    end() {
      setDrag(null);
      const [first] = result?.put.filter(({ id }) => id === drag?.id) ?? [];
      if (result && result.put.length > 0) onEdit?.(result.put);
      if (first) onMoved(first);
      return active !== null;
    },
    cancel: () => setDrag(null),
  };
}

function resultOf(
  { id, edge, from, to }: Drag,
  { sheet, frame, blocks }: Pick<BlockDragOptions, 'sheet' | 'frame' | 'blocks'>,
): { put: PageBlock[]; mark: Area } | null {
  const block = blocks.find((each) => each.id === id);
  const box = sheet.blocks.find((each) => each.block === id);
  if (!block || !box) return null;
  if (edge !== null) {
    const column = (frame.right - frame.left) / COLUMNS;
    const by =
      edge === 'bottom' ? rowsDragged(block, box, to.y - from.y) : Math.round((to.x - from.x) / column);
    const grid = moveEdge(block.grid, edge, by);
    const bottom = edge === 'bottom' ? box.y + Math.max(grid.h * ROW, ROW) : box.y + box.height;
    return { put: resizeBlock(blocks, id, grid), mark: columnsArea(grid, frame, { top: box.y, bottom }) };
  }
  const drop = dropPlace(sheet.blocks, blocks, frame, { id, from, to });
  if (!drop) return null;
  const { place, mark } = drop;
  if (block.kind === 'footer') {
    const grid = place.kind === 'columns' ? { ...block.grid, x: place.x, w: place.w } : block.grid;
    return { put: resizeBlock(blocks, id, grid), mark };
  }
  return { put: placeBlock(blocks, id, place), mark };
}

/** Counts rows from the bottom of the block's box, because its content may be taller than its grid rows. */
function rowsDragged({ grid }: PageBlock, box: { height: number }, dy: number): number {
  return Math.round((box.height + dy) / ROW) - grid.h;
}
