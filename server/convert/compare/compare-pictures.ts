/** A page in colors: four bytes per pixel, the last of which is ignored. */
export interface PagePicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Used for a page that can't be drawn. It matches no other page. */
export const NOT_DRAWN: PagePicture = { data: new Uint8Array(), width: 0, height: 0 };

/** A part of a page, in fractions of it from the top left. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Colors that differ by less are the same: a coordinate that was rounded differently changes the smoothing of an edge by a
 * shade or two. Both pictures come from one renderer, so nothing else differs between pages that look alike. A change below
 * this threshold would never be shown to anybody.
 */
const SHADES = 8;

/** The size of a cell in pixels. Differences are shown by cells. */
const CELL = 24;

/** More areas than this are shown as one. */
const MOST_AREAS = 60;

const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };

/**
 * Returns where two pictures of a page differ; empty if they look alike. Pages of different sizes, and pages that can't be
 * drawn, differ everywhere.
 * @param isExact whether even the smallest difference counts
 */
export function changedAreas(
  before: PagePicture,
  after: PagePicture,
  { isExact = false }: { isExact?: boolean } = {},
): Area[] {
  const { width, height } = before;
  if (width === 0 || width !== after.width || height !== after.height) return [WHOLE];
  const least = isExact ? 1 : SHADES;
  const columns = Math.ceil(width / CELL);
  const changed = new Uint8Array(columns * Math.ceil(height / CELL));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if (differs(before.data, after.data, (y * width + x) * 4, least))
        changed[Math.floor(y / CELL) * columns + Math.floor(x / CELL)] = 1;
  const areas = joined(changed, columns).map(({ x, y, cells }) => ({
    x: (x * CELL) / width,
    y: (y * CELL) / height,
    width: Math.min((cells * CELL) / width, 1 - (x * CELL) / width),
    height: Math.min(CELL / height, 1 - (y * CELL) / height),
  }));
  const blocks = stacked(areas);
  return blocks.length > MOST_AREAS ? [around(blocks)] : blocks;
}

/** Returns whether one of a pixel's three colors differs by at least this much. */
function differs(one: Uint8Array, other: Uint8Array, at: number, least: number): boolean {
  for (let color = at; color < at + 3; color += 1)
    if (Math.abs((one[color] ?? 0) - (other[color] ?? 0)) >= least) return true;
  return false;
}

/** Joins changed cells that are side by side, or one cell apart. */
function joined(changed: Uint8Array, columns: number): { x: number; y: number; cells: number }[] {
  const found: { x: number; y: number; cells: number }[] = [];
  for (const [at, isChanged] of changed.entries()) {
    if (isChanged === 0) continue;
    const [x, y] = [at % columns, Math.floor(at / columns)];
    const last = found.at(-1);
    if (last?.y === y && x - (last.x + last.cells) <= 1) last.cells = x - last.x + 1;
    else found.push({ x, y, cells: 1 });
  }
  return found;
}

/** Joins areas that lie directly on top of each other, so that a line of text is one area. */
function stacked(areas: readonly Area[]): Area[] {
  const blocks: Area[] = [];
  for (const area of areas) {
    const above = blocks.findIndex(
      (block) =>
        Math.abs(block.y + block.height - area.y) < 1e-6 &&
        block.x < area.x + area.width &&
        area.x < block.x + block.width,
    );
    const block = blocks[above];
    if (block) blocks[above] = around([block, area]);
    else blocks.push(area);
  }
  return blocks;
}

function around(areas: readonly Area[]): Area {
  const x = Math.min(...areas.map((area) => area.x));
  const y = Math.min(...areas.map((area) => area.y));
  const right = Math.max(...areas.map((area) => area.x + area.width));
  const bottom = Math.max(...areas.map((area) => area.y + area.height));
  return { x, y, width: right - x, height: bottom - y };
}
