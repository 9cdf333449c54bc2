import { expect, it } from 'vitest';
import type { PageBlock } from '../../../entities/signing/signature-page-design.ts';
import { editBlocks } from './edit-blocks.ts';
import {
  freeColumns,
  insertBlock,
  moveEdge,
  moveOnGrid,
  placeBlock,
  resizeBlock,
  stepInRows,
} from './place-block.ts';

const block = (id: string, y: number, { x = 0, w = 12, h = 1, kind = 'spacer' } = {}): PageBlock => ({
  id,
  kind,
  grid: { x, y, w, h },
});
const rowsOf = (blocks: readonly PageBlock[]) => blocks.map(({ id, grid }) => [id, grid.y]);
const placesOf = (blocks: readonly PageBlock[]) =>
  Object.fromEntries(blocks.map(({ id, grid: { x, y, w } }) => [id, [x, y, w]]));

it('keeps a block between the margins and at least three columns wide', () => {
  const grid = { x: 5, y: 0, w: 7, h: 1 };
  expect(moveOnGrid(grid, { columns: 3, wider: 0 })).toEqual(grid);
  expect(moveOnGrid(grid, { columns: -9, wider: 0 })).toEqual({ ...grid, x: 0 });
  expect(moveOnGrid(grid, { columns: 0, wider: -9 })).toEqual({ ...grid, w: 3 });
  expect(moveOnGrid(grid, { columns: 0, wider: 9 })).toEqual({ ...grid, x: 0, w: 12 });
});

it('moves one edge of a block and leaves the other where it is', () => {
  const grid = { x: 4, y: 0, w: 6, h: 2 };
  expect(moveEdge(grid, 'left', -9)).toEqual({ ...grid, x: 0, w: 10 });
  expect(moveEdge(grid, 'left', 9)).toEqual({ ...grid, x: 7, w: 3 });
  expect(moveEdge(grid, 'right', 9)).toEqual({ ...grid, w: 8 });
  expect(moveEdge(grid, 'right', -9)).toEqual({ ...grid, w: 3 });
  expect(moveEdge(grid, 'bottom', -9)).toEqual({ ...grid, h: 1 });
  expect(moveEdge(grid, 'bottom', 900)).toEqual({ ...grid, h: 30 });
});

it('lets a block swap places with the row above or below', () => {
  const page = [block('a', 0), block('b', 1), block('c', 2)];
  expect(rowsOf(stepInRows(page, 'b', -1))).toEqual([
    ['b', 0],
    ['a', 1],
  ]);
  expect(stepInRows(page, 'a', -1)).toEqual([]);
  expect(stepInRows(page, 'c', 1)).toEqual([]);
});

it('first gives a block next to another one its own row', () => {
  const page = [block('a', 0), block('left', 1, { w: 6 }), block('right', 1, { x: 6, w: 6 })];
  expect(rowsOf(stepInRows(page, 'right', -1))).toEqual([['left', 2]]);
  expect(rowsOf(stepInRows(page, 'right', 1))).toEqual([['right', 2]]);
});

it('moves a block next to the following one if its columns are free there, and then past it', () => {
  const page = [block('text', 0, { w: 5 }), block('signature', 1, { x: 5, w: 7 })];
  const joined = editBlocks(page, { put: stepInRows(page, 'text', 1), removed: [] });
  expect(placesOf(joined)).toEqual({ text: [0, 0, 5], signature: [5, 0, 7] });
  expect(rowsOf(stepInRows(joined, 'text', 1))).toEqual([['text', 1]]);
});

it('keeps the rows below clear of a tall block, and moves them with its bottom edge', () => {
  const page = [block('a', 0), block('space', 1, { h: 3 }), block('b', 4)];
  expect(rowsOf(stepInRows(page, 'a', 1))).toEqual([
    ['space', 0],
    ['a', 3],
  ]);
  expect(rowsOf(resizeBlock(page, 'space', { x: 0, y: 1, w: 12, h: 5 }))).toEqual([
    ['space', 1],
    ['b', 6],
  ]);
});

it('puts a block above another row or below everything, but never below the footer', () => {
  const page = [block('a', 0), block('b', 1), block('c', 2), block('foot', 3, { kind: 'footer' })];
  expect(rowsOf(placeBlock(page, 'c', { kind: 'row', above: 'a' }))).toEqual([
    ['c', 0],
    ['a', 1],
    ['b', 2],
  ]);
  expect(rowsOf(placeBlock(page, 'a', { kind: 'row', above: null }))).toEqual([
    ['b', 0],
    ['c', 1],
    ['a', 2],
  ]);
  expect(placeBlock(page, 'foot', { kind: 'row', above: 'a' })).toEqual([]);
  expect(placeBlock(page, 'a', { kind: 'row', above: 'b' })).toEqual([]);
});

it('divides the columns of a row evenly when a block is put beside another one', () => {
  const page = [block('a', 0), block('b', 1), block('c', 2)];
  const put = placeBlock(page, 'b', { kind: 'beside', block: 'a', side: 'left' });
  const two = editBlocks(page, { put, removed: [] });
  expect(placesOf(two)).toEqual({ b: [0, 0, 6], a: [6, 0, 6], c: [0, 1, 12] });
  const three = placeBlock(two, 'c', { kind: 'beside', block: 'b', side: 'right' });
  expect(placesOf(three)).toEqual({ b: [0, 0, 4], c: [4, 0, 4], a: [8, 0, 4] });
});

it('leaves a row of four blocks as it is, because five would be too narrow', () => {
  const row = [0, 3, 6, 9].map((x) => block(`in ${x}`, 0, { x, w: 3 }));
  expect(
    placeBlock([...row, block('more', 1)], 'more', { kind: 'beside', block: 'in 0', side: 'left' }),
  ).toEqual([]);
});

it('gives blocks that are stacked the same columns when their row is shared', () => {
  const page = [
    block('one', 0, { w: 6, h: 2 }),
    block('top', 0, { x: 6, w: 6 }),
    block('under', 1, { x: 6, w: 6 }),
    block('new', 2),
  ];
  expect(placesOf(placeBlock(page, 'new', { kind: 'beside', block: 'one', side: 'left' }))).toEqual({
    new: [0, 0, 4],
    one: [4, 0, 4],
    top: [8, 0, 4],
    under: [8, 1, 4],
  });
});

it('finds the free columns of a row around a given column', () => {
  const page = [block('middle', 0, { x: 4, w: 4 }), block('text', 1)];
  const at = (column: number) => freeColumns(page, { row: 'middle', except: 'text', column });
  expect(at(0)).toEqual({ x: 0, w: 4 });
  expect(at(11)).toEqual({ x: 8, w: 4 });
  expect(at(5)).toBeNull();
  const narrow = [block('middle', 0, { x: 2, w: 10 }), block('text', 1)];
  expect(freeColumns(narrow, { row: 'middle', except: 'text', column: 0 })).toBeNull();
});

it('adds a block below another one and moves what is below it', () => {
  const page = [block('a', 0), block('b', 1)];
  expect(rowsOf(insertBlock(page, block('new', 0), 'a'))).toEqual([
    ['new', 1],
    ['b', 2],
  ]);
  expect(rowsOf(insertBlock(page, block('new', 0), null))).toEqual([['new', 2]]);
});
