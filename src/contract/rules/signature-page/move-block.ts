import type { Grid, PageBlock } from '../../entities/signing/signature-page-design.ts';

const COLUMNS = 12;
/** A narrower block would be laid out wider than it is on the grid. */
const LEAST_WIDTH = 3;

/** Moves a block sideways, or makes it wider or narrower. It stays between the margins. */
export function moveOnGrid(grid: Grid, { columns, wider }: { columns: number; wider: number }): Grid {
  const w = Math.min(COLUMNS, Math.max(LEAST_WIDTH, grid.w + wider));
  const x = Math.min(COLUMNS - w, Math.max(0, grid.x + columns));
  return { ...grid, x, w };
}

/**
 * Moves a block up or down by some rows, and returns the blocks that change. A block beside another one first gets
 * its own row. The footer stays below everything.
 */
export function moveInRows(blocks: readonly PageBlock[], id: string, by: number): PageBlock[] {
  const movable = blocks.filter(({ kind }) => kind !== 'footer');
  const byRow = [...Map.groupBy(movable, ({ grid }) => grid.y)].toSorted(([one], [other]) => one - other);
  let rows = byRow.map(([, row]) => row);
  for (let step = 0; step < Math.abs(by); step += 1) rows = stepInRows(rows, id, by < 0 ? -1 : 1);
  return rows.flatMap((row, y) =>
    row.flatMap((block) => (block.grid.y === y ? [] : [{ ...block, grid: { ...block.grid, y } }])),
  );
}

function stepInRows(rows: readonly PageBlock[][], id: string, by: -1 | 1): PageBlock[][] {
  const at = rows.findIndex((row) => row.some((block) => block.id === id));
  const row = rows[at];
  if (!row) return [...rows];
  if (row.length > 1) {
    const alone = row.filter((block) => block.id === id);
    const rest = row.filter((block) => block.id !== id);
    return rows.toSpliced(at, 1, ...(by < 0 ? [alone, rest] : [rest, alone]));
  }
  const other = rows[at + by];
  return other ? rows.with(at, other).with(at + by, row) : [...rows];
}

/** Returns the text of a block, one line per paragraph. */
export function blockText({ content }: Extract<PageBlock, { content: unknown }>): string {
  return content
    .map((paragraph) =>
      typeof paragraph === 'string' ? paragraph : paragraph.map(({ text }) => text).join(''),
    )
    .join('\n');
}
