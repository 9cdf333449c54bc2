import type { Grid, PageBlock } from '../../../entities/signing/signature-page-design.ts';
import { bandsOf } from '../layout/bands.ts';

const COLUMNS = 12;
/** A narrower block would be laid out wider than its grid columns. */
const LEAST_WIDTH = 3;
/** The maximum number of rows that a block can keep free: half a sheet. */
const MOST_ROWS = 30;

/** Where to put a block. */
export type Place =
  /** In its own row above the row of this block; null = below everything. */
  | { readonly kind: 'row'; readonly above: string | null }
  /** Next to this block. The blocks of the row share its columns evenly. */
  | { readonly kind: 'beside'; readonly block: string; readonly side: 'left' | 'right' }
  /** In these columns, in the row of this block, which may be the block itself. */
  | { readonly kind: 'columns'; readonly row: string; readonly x: number; readonly w: number };

export type Edge = 'left' | 'right' | 'bottom';

/** Moves a block sideways, or makes it wider or narrower. It stays between the margins. */
export function moveOnGrid(grid: Grid, { columns, wider }: { columns: number; wider: number }): Grid {
  const w = Math.min(COLUMNS, Math.max(LEAST_WIDTH, grid.w + wider));
  const x = Math.min(COLUMNS - w, Math.max(0, grid.x + columns));
  return { ...grid, x, w };
}

/** Moves one edge of a block by some columns or, at the bottom, by some rows. The other edges stay where they are. */
export function moveEdge(grid: Grid, edge: Edge, by: number): Grid {
  if (edge === 'bottom') return { ...grid, h: Math.min(MOST_ROWS, Math.max(1, grid.h + by)) };
  const right = Math.min(COLUMNS, grid.x + grid.w);
  if (edge === 'right') {
    const w = Math.min(COLUMNS - grid.x, Math.max(LEAST_WIDTH, right - grid.x + by));
    return { ...grid, w };
  }
  const x = Math.max(0, Math.min(right - LEAST_WIDTH, grid.x + by));
  return { ...grid, x, w: right - x };
}

/** Puts a block in its place, and returns the blocks that changed. The footer stays below everything. */
export function placeBlock(blocks: readonly PageBlock[], id: string, place: Place): PageBlock[] {
  const block = blocks.find((each) => each.id === id);
  if (!block || block.kind === 'footer') return [];
  return changed(blocks, rowsWith(rowsOf(blocks), block, place));
}

/** Adds a block in its own row, below the row of another block or below everything. Returns it and the blocks that it moves. */
export function insertBlock(
  blocks: readonly PageBlock[],
  block: PageBlock,
  below: string | null,
): PageBlock[] {
  const rows = rowsOf(blocks);
  const at = rows.findIndex((row) => row.some(({ id }) => id === below));
  return changed(blocks, rows.toSpliced(at === -1 ? rows.length : at + 1, 0, [block]));
}

/** Changes the grid of a block, and returns the blocks that changed. Those below move with its bottom edge. */
export function resizeBlock(blocks: readonly PageBlock[], id: string, grid: Grid): PageBlock[] {
  const footer = blocks.find((each) => each.id === id && each.kind === 'footer');
  if (footer) return sameGrid(footer.grid, grid) ? [] : [{ ...footer, grid }];
  return changed(
    blocks,
    rowsOf(blocks).map((row) => row.map((each) => (each.id === id ? { ...each, grid } : each))),
  );
}

/**
 * Moves a block up or down by one step, and returns the blocks that changed. If the columns beside the neighboring row are
 * free, the block joins that row; from a shared row, it first gets its own.
 */
export function stepInRows(blocks: readonly PageBlock[], id: string, by: -1 | 1): PageBlock[] {
  const rows = rowsOf(blocks);
  const at = rows.findIndex((row) => row.some((each) => each.id === id));
  const row = rows[at];
  const block = row?.find((each) => each.id === id);
  if (!row || !block) return [];
  if (row.length > 1) {
    const rest = row.filter((each) => each !== block);
    return changed(blocks, rows.toSpliced(at, 1, ...(by < 0 ? [[block], rest] : [rest, [block]])));
  }
  const next = rows[at + by];
  const [neighbor] = next ?? [];
  if (!next || !neighbor) return [];
  if (next.every((each) => !overlaps(each.grid, block.grid)))
    return placeBlock(blocks, id, { kind: 'columns', row: neighbor.id, x: block.grid.x, w: block.grid.w });
  return changed(blocks, rows.with(at, next).with(at + by, row));
}

/** Returns the free columns around a column, in the row of a block. Null if the column is taken or fewer than three are free. */
export function freeColumns(
  blocks: readonly PageBlock[],
  { row, except, column }: { row: string; except: string; column: number },
): { x: number; w: number } | null {
  const others = rowsOf(blocks)
    .find((each) => each.some(({ id }) => id === row))
    ?.filter(({ id }) => id !== except);
  if (!others || others.some(({ grid }) => column >= grid.x && column < grid.x + grid.w)) return null;
  const x = Math.max(0, ...others.map(({ grid }) => grid.x + grid.w).filter((end) => end <= column));
  const end = Math.min(COLUMNS, ...others.map(({ grid }) => grid.x).filter((start) => start > column));
  return end - x < LEAST_WIDTH ? null : { x, w: end - x };
}

/** Returns the rows of a page from top to bottom, without the footer. */
export function rowsOf(blocks: readonly PageBlock[]): PageBlock[][] {
  return bandsOf(blocks.filter(({ kind }) => kind !== 'footer'));
}

function rowsWith(rows: readonly PageBlock[][], block: PageBlock, place: Place): PageBlock[][] {
  const rest = rows.map((row) => row.filter(({ id }) => id !== block.id));
  if (place.kind === 'row') {
    const above = rest.findIndex((row) => row.some(({ id }) => id === place.above));
    return rest.toSpliced(above === -1 ? rest.length : above, 0, [block]);
  }
  const named = place.kind === 'columns' ? place.row : place.block;
  const at = rows.findIndex((row) => row.some(({ id }) => id === named));
  const row = rest[at];
  if (!row) return [...rows];
  if (place.kind === 'columns') {
    const { x, w } = place;
    const y = Math.min(...(row.length > 0 ? row : [block]).map(({ grid }) => grid.y));
    return rest.with(at, [...row, { ...block, grid: { ...block.grid, x, w, y } }]);
  }
  const shared = shareRow(row, block, place);
  return shared ? rest.with(at, shared) : [...rows];
}

/** Divides the columns of a row evenly between its blocks and one more. Null if they would be too narrow. */
function shareRow(
  row: readonly PageBlock[],
  block: PageBlock,
  { block: beside, side }: { block: string; side: 'left' | 'right' },
): PageBlock[] | null {
  // Stacked blocks share their columns.
  const stacks: PageBlock[][] = [];
  for (const each of row.toSorted((one, other) => one.grid.x - other.grid.x)) {
    const stack = stacks.at(-1);
    if (stack?.some(({ grid }) => overlaps(grid, each.grid))) stack.push(each);
    else stacks.push([each]);
  }
  const at = stacks.findIndex((stack) => stack.some(({ id }) => id === beside));
  const y = Math.min(...row.map(({ grid }) => grid.y));
  const shared = stacks.toSpliced(side === 'left' ? at : at + 1, 0, [
    { ...block, grid: { ...block.grid, y } },
  ]);
  const width = Math.floor(COLUMNS / shared.length);
  if (at === -1 || width < LEAST_WIDTH) return null;
  return shared.flatMap((stack, index) => {
    const x = index * width;
    const w = index === shared.length - 1 ? COLUMNS - x : width;
    return stack.map((each) => ({ ...each, grid: { ...each.grid, x, w } }));
  });
}

function overlaps(one: Grid, other: Grid): boolean {
  return one.x < other.x + other.w && other.x < one.x + one.w;
}

function sameGrid(one: Grid, other: Grid): boolean {
  return one.x === other.x && one.y === other.y && one.w === other.w && one.h === other.h;
}

/** Numbers the rows from the top, and returns the blocks that are new or have moved. */
function changed(blocks: readonly PageBlock[], rows: readonly (readonly PageBlock[])[]): PageBlock[] {
  const before = new Map(blocks.map((block) => [block.id, block.grid]));
  let start = 0;
  return rows.flatMap((row) => {
    const top = Math.min(...row.map(({ grid }) => grid.y));
    const placed = row.map((block) => ({
      ...block,
      grid: { ...block.grid, y: start + block.grid.y - top },
    }));
    start = Math.max(start, ...placed.map(({ grid }) => grid.y + grid.h));
    return placed.filter(({ id, grid }) => {
      const old = before.get(id);
      return !old || !sameGrid(old, grid);
    });
  });
}
