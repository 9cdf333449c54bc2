import type { Grid } from '../../../entities/signing/signature-page-design.ts';

/**
 * Groups blocks whose grid rows overlap. The blocks of a band are side by side, and each band is below the previous
 * one.
 */
export function bandsOf<T extends { readonly grid: Grid }>(blocks: readonly T[]): T[][] {
  const bands: T[][] = [];
  let end = -1;
  for (const block of blocks.toSorted((a, b) => a.grid.y - b.grid.y || a.grid.x - b.grid.x)) {
    const { y, h } = block.grid;
    if (y < end) bands.at(-1)?.push(block);
    else bands.push([block]);
    end = Math.max(end, y + h);
  }
  return bands;
}
