import type { PageBlock } from '../../../contract/entities/signing/signature-page-design.ts';
import {
  freeColumns,
  moveOnGrid,
  placeBlock,
  rowsOf,
  type Place,
} from '../../../contract/rules/signature-page/design/place-block.ts';
import { columnOf, type Frame } from '../../../contract/rules/signature-page/layout/sheet-frame.ts';
import type { BlockBox } from '../../../contract/rules/signature-page/layout/sheet.ts';

const COLUMNS = 12;
/** A block drops beside another one within this distance of its edge, in points, if the pointer has moved that far sideways. */
const EDGE = 24;
/** The distance of the drop mark from the first and last rows, in points. */
const MARK_GAP = 9;

/** A point on a sheet, in points from its top left. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A part of a sheet, in points. A height or width of 0 is a line. */
export type Area = Point & { readonly width: number; readonly height: number };

/** Where a block would go, and the mark that shows it on the sheet. */
export interface Drop {
  readonly place: Place;
  readonly mark: Area;
}

interface Dragged {
  readonly id: string;
  readonly from: Point;
  readonly to: Point;
}

interface RowOnSheet {
  readonly blocks: readonly PageBlock[];
  readonly boxes: readonly BlockBox[];
  readonly top: number;
  readonly bottom: number;
}

/** Returns where a dragged block would go; null if it would stay. */
export function dropPlace(
  boxes: readonly BlockBox[],
  blocks: readonly PageBlock[],
  frame: Frame,
  dragged: Dragged,
): Drop | null {
  const block = blocks.find(({ id }) => id === dragged.id);
  if (!block) return null;
  const rows = rowsOnSheet(boxes, blocks);
  const drop =
    block.kind === 'footer'
      ? sideways(block, boxes, frame, dragged)
      : dropInRows(rows, block, frame, dragged);
  if (block.kind === 'footer' || !drop) return drop;
  return placeBlock(blocks, block.id, drop.place).length > 0 ? drop : null;
}

/** Returns the area of some columns of a row. */
export function columnsArea(
  grid: { x: number; w: number },
  frame: Frame,
  { top, bottom }: { top: number; bottom: number },
): Area {
  const { left, width } = columnOf({ ...grid, y: 0, h: 1 }, frame);
  return { x: left, y: top, width, height: bottom - top };
}

function rowsOnSheet(boxes: readonly BlockBox[], blocks: readonly PageBlock[]): RowOnSheet[] {
  return rowsOf(blocks).flatMap((row) => {
    const here = boxes.filter(({ block }) => row.some(({ id }) => id === block));
    if (here.length === 0) return [];
    const top = Math.min(...here.map(({ y }) => y));
    const bottom = Math.max(...here.map(({ y, height }) => y + height));
    return [{ blocks: row, boxes: here, top, bottom }];
  });
}

function dropInRows(
  rows: readonly RowOnSheet[],
  block: PageBlock,
  frame: Frame,
  dragged: Dragged,
): Drop | null {
  const { x, y } = dragged.to;
  const row = rows.find(({ top, bottom }) => y >= top && y <= bottom);
  if (!row)
    return between(
      rows,
      frame,
      rows.find(({ top }) => top > y),
    );
  const over = row.boxes.find((box) => box.block !== block.id && x >= box.x && x <= box.x + box.width);
  if (row.blocks.some(({ id }) => id === block.id))
    return over ? beside(over, row, x < middleOf(over)) : sideways(block, row.boxes, frame, dragged);
  const hasMovedAside = Math.abs(x - dragged.from.x) >= EDGE;
  if (over && hasMovedAside) {
    if (x - over.x < EDGE) return beside(over, row, true);
    if (over.x + over.width - x < EDGE) return beside(over, row, false);
  }
  const joined = over ? null : joinRow(row, block, frame, x);
  if (joined) return joined;
  const isAbove = y < (row.top + row.bottom) / 2;
  return between(rows, frame, isAbove ? row : rows[rows.indexOf(row) + 1]);
}

/** In a separate row, above another row or below all rows. */
function between(rows: readonly RowOnSheet[], frame: Frame, below: RowOnSheet | undefined): Drop {
  const above = rows[(below ? rows.indexOf(below) : rows.length) - 1];
  const y =
    above && below
      ? (above.bottom + below.top) / 2
      : below
        ? below.top - MARK_GAP
        : (above?.bottom ?? frame.top) + MARK_GAP;
  const mark = { x: frame.left, y, width: frame.right - frame.left, height: 0 };
  return { place: { kind: 'row', above: below?.blocks[0]?.id ?? null }, mark };
}

function beside(box: BlockBox, { top, bottom }: RowOnSheet, isLeft: boolean): Drop {
  const x = isLeft ? box.x : box.x + box.width;
  return {
    place: { kind: 'beside', block: box.block, side: isLeft ? 'left' : 'right' },
    mark: { x, y: top, width: 0, height: bottom - top },
  };
}

/** In the free columns under the pointer, made narrower if needed. */
function joinRow(row: RowOnSheet, block: PageBlock, frame: Frame, x: number): Drop | null {
  const column = Math.floor(((x - frame.left) / (frame.right - frame.left)) * COLUMNS);
  const [first] = row.blocks;
  if (!first || column < 0 || column >= COLUMNS) return null;
  const free = freeColumns(row.blocks, { row: first.id, except: block.id, column });
  if (!free) return null;
  const w = Math.min(block.grid.w, free.w);
  const left = Math.min(free.x + free.w - w, Math.max(free.x, column - Math.floor(w / 2)));
  return {
    place: { kind: 'columns', row: first.id, x: left, w },
    mark: columnsArea({ x: left, w }, frame, row),
  };
}

/** In other columns of its own row, if they are free. */
function sideways(
  block: PageBlock,
  boxes: readonly BlockBox[],
  frame: Frame,
  { from, to }: Dragged,
): Drop | null {
  const columns = Math.round(((to.x - from.x) / (frame.right - frame.left)) * COLUMNS);
  const { x, w } = moveOnGrid(block.grid, { columns, wider: 0 });
  if (x === block.grid.x) return null;
  const own = boxes.filter((box) => box.block === block.id);
  const top = Math.min(...own.map((box) => box.y));
  const bottom = Math.max(...own.map((box) => box.y + box.height));
  const mark = columnsArea({ x, w }, frame, { top, bottom });
  const isTaken = boxes.some(
    (box) =>
      box.block !== block.id &&
      box.y < bottom &&
      top < box.y + box.height &&
      box.x < mark.x + mark.width &&
      mark.x < box.x + box.width,
  );
  return isTaken ? null : { place: { kind: 'columns', row: block.id, x, w }, mark };
}

function middleOf({ x, width }: BlockBox): number {
  return x + width / 2;
}
