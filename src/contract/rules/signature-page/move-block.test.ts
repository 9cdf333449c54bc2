import { expect, it } from 'vitest';
import type { PageBlock } from '../../entities/signing/signature-page-design.ts';
import { blockText, moveInRows, moveOnGrid } from './move-block.ts';

const block = (id: string, y: number, kind = 'spacer'): PageBlock => ({
  id,
  kind,
  grid: { x: 0, y, w: 12, h: 1 },
});
const rowsOf = (blocks: readonly PageBlock[]) => blocks.map(({ id, grid }) => [id, grid.y]);

it('keeps a block between the margins and at least three columns wide', () => {
  const grid = { x: 5, y: 0, w: 7, h: 1 };
  expect(moveOnGrid(grid, { columns: 3, wider: 0 })).toEqual(grid);
  expect(moveOnGrid(grid, { columns: -9, wider: 0 })).toEqual({ ...grid, x: 0 });
  expect(moveOnGrid(grid, { columns: 0, wider: -9 })).toEqual({ ...grid, w: 3 });
  expect(moveOnGrid(grid, { columns: 0, wider: 9 })).toEqual({ ...grid, x: 0, w: 12 });
});

it('lets a block swap places with the row above or below', () => {
  const page = [block('a', 0), block('b', 1), block('c', 2)];
  expect(rowsOf(moveInRows(page, 'b', -1))).toEqual([
    ['b', 0],
    ['a', 1],
  ]);
  expect(rowsOf(moveInRows(page, 'a', 2))).toEqual([
    ['b', 0],
    ['c', 1],
    ['a', 2],
  ]);
  expect(moveInRows(page, 'a', -1)).toEqual([]);
});

it('first gives a block next to another one its own row', () => {
  const page = [block('a', 0), block('left', 3), block('right', 3)];
  expect(rowsOf(moveInRows(page, 'right', -1))).toEqual([
    ['right', 1],
    ['left', 2],
  ]);
});

it('leaves the footer below everything', () => {
  expect(moveInRows([block('a', 0), block('foot', 1, 'footer')], 'a', 1)).toEqual([]);
});

it('reads the text of a block as one line per paragraph', () => {
  const content = ['One', [{ text: 'Two ', bold: true, italic: false, underline: false }]];
  expect(
    blockText({
      id: 'a',
      kind: 'text',
      grid: { x: 0, y: 0, w: 12, h: 1 },
      text_align: 'left',
      content: [...content],
    }),
  ).toBe('One\nTwo ');
});
