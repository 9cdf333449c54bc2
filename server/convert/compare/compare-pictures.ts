/** A page in shades of gray, one byte per pixel. */
export interface GrayPicture {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** A part of a page, in fractions of it from the top left. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Shades that differ by less are alike: edges are smoothed differently from place to place. */
const SHADES = 56;

/** Pixels of a cell, and how many of them have to differ before it counts. */
const CELL = 12;
const LEAST = 3;

/** More areas than this are shown as one. */
const MOST_AREAS = 60;

const WHOLE: Area = { x: 0, y: 0, width: 1, height: 1 };

/** Returns where two pictures of a page differ; nothing if they look alike. Pages of different sizes differ everywhere. */
export function changedAreas(before: GrayPicture, after: GrayPicture): Area[] {
  const { width, height } = before;
  if (width !== after.width || height !== after.height) return [WHOLE];
  const columns = Math.ceil(width / CELL);
  const counts = new Uint16Array(columns * Math.ceil(height / CELL));
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (!differs(before, after, x, y) && !differs(after, before, x, y)) continue;
      const cell = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
      counts[cell] = (counts[cell] ?? 0) + 1;
    }
  const areas = joined(counts, columns).map(({ x, y, cells }) => ({
    x: (x * CELL) / width,
    y: (y * CELL) / height,
    width: Math.min((cells * CELL) / width, 1 - (x * CELL) / width),
    height: Math.min(CELL / height, 1 - (y * CELL) / height),
  }));
  const blocks = stacked(areas);
  return blocks.length > MOST_AREAS ? [around(blocks)] : blocks;
}

/** Whether no pixel of the other picture at or beside a place has the shade that one has there. */
function differs(one: GrayPicture, other: GrayPicture, x: number, y: number): boolean {
  const { width, height } = one;
  const shade = one.data[y * width + x] ?? 255;
  if (Math.abs(shade - (other.data[y * width + x] ?? 255)) < SHADES) return false;
  for (let down = Math.max(y - 1, 0); down <= Math.min(y + 1, height - 1); down += 1)
    for (let right = Math.max(x - 1, 0); right <= Math.min(x + 1, width - 1); right += 1)
      if (Math.abs(shade - (other.data[down * width + right] ?? 255)) < SHADES) return false;
  return true;
}

/** Joins changed cells that are side by side, or one cell apart. */
function joined(counts: Uint16Array, columns: number): { x: number; y: number; cells: number }[] {
  const found: { x: number; y: number; cells: number }[] = [];
  for (const [at, count] of counts.entries()) {
    if (count < LEAST) continue;
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
