import { expect, it } from 'vitest';
import type { PageBlock } from '../../../contract/entities/signing/signature-page-design.ts';
import { frameOf } from '../../../contract/rules/signature-page/layout/sheet-frame.ts';
import type { BlockBox } from '../../../contract/rules/signature-page/layout/sheet.ts';
import { dropPlace, type Point } from './drop-place.ts';

// Columns of 39 points, from 72 to 540.
const FRAME = frameOf('letter', 'regular');

const block = (id: string, y: number, { x = 0, w = 12, kind = 'text' } = {}): PageBlock => ({
  id,
  kind,
  grid: { x, y, w, h: 1 },
});
const box = (id: string, y: number, { x = 72, width = 468, height = 40, kind = 'text' } = {}): BlockBox => ({
  block: id,
  kind,
  signers: [],
  x,
  y,
  width,
  height,
});

const BLOCKS = [
  block('lead', 0),
  block('signature', 1, { x: 6, w: 6 }),
  block('note', 2),
  block('foot', 3, { w: 6, kind: 'footer' }),
];
const BOXES = [
  box('lead', 72),
  box('signature', 130, { x: 306, width: 234, height: 100 }),
  box('note', 250),
  box('foot', 700, { width: 216, kind: 'footer' }),
];
const drop = (id: string, from: Point, to: Point) => dropPlace(BOXES, BLOCKS, FRAME, { id, from, to })?.place;

it('puts a block above or below the row under the pointer, whichever edge is nearer', () => {
  const from = { x: 300, y: 260 };
  expect(drop('note', from, { x: 300, y: 80 })).toEqual({ kind: 'row', above: 'lead' });
  expect(drop('note', from, { x: 320, y: 105 })).toEqual({ kind: 'row', above: 'signature' });
  expect(drop('lead', { x: 300, y: 80 }, { x: 300, y: 600 })).toEqual({ kind: 'row', above: null });
});

it('returns nothing if the block would not move', () => {
  expect(drop('note', { x: 300, y: 260 }, { x: 302, y: 240 })).toBeUndefined();
  expect(drop('note', { x: 300, y: 260 }, { x: 305, y: 265 })).toBeUndefined();
});

it('puts a block beside another one at its edge, but not if the pointer only moved up or down', () => {
  expect(drop('note', { x: 300, y: 260 }, { x: 530, y: 150 })).toEqual({
    kind: 'beside',
    block: 'signature',
    side: 'right',
  });
  expect(drop('note', { x: 530, y: 260 }, { x: 530, y: 150 })).toEqual({ kind: 'row', above: 'signature' });
});

it('puts a block into the free columns of a row, and makes it narrower if needed', () => {
  expect(drop('note', { x: 300, y: 260 }, { x: 150, y: 150 })).toEqual({
    kind: 'columns',
    row: 'signature',
    x: 0,
    w: 6,
  });
});

it('moves a block sideways in its own row by whole columns, and moves a footer only that way', () => {
  expect(drop('signature', { x: 320, y: 150 }, { x: 240, y: 155 })).toEqual({
    kind: 'columns',
    row: 'signature',
    x: 4,
    w: 6,
  });
  expect(drop('foot', { x: 100, y: 705 }, { x: 220, y: 80 })).toEqual({
    kind: 'columns',
    row: 'foot',
    x: 3,
    w: 6,
  });
});

it('does not move a block over the one beside it', () => {
  const blocks = [block('left', 0, { w: 5 }), block('right', 0, { x: 6, w: 6 })];
  const boxes = [box('left', 72, { width: 177 }), box('right', 72, { x: 306, width: 234 })];
  const to = (x: number) =>
    dropPlace(boxes, blocks, FRAME, { id: 'left', from: { x: 100, y: 80 }, to: { x, y: 80 } })?.place;
  expect(to(140)).toEqual({ kind: 'columns', row: 'left', x: 1, w: 5 });
  expect(to(260)).toBeUndefined();
  expect(to(500)).toEqual({ kind: 'beside', block: 'right', side: 'right' });
});
