import { expect, test } from 'vitest';
import { drawnLines, type DrawingOps } from './drawn-lines.ts';

const OPS: DrawingOps = {
  save: 1,
  restore: 2,
  transform: 3,
  paintFormXObjectBegin: 4,
  paintFormXObjectEnd: 5,
  constructPath: 6,
  stroke: 7,
  closeStroke: 8,
  fill: 9,
  eoFill: 10,
};
/** In the file, the origin is at the bottom left of the page, which is 792 points high. */
const VIEW = [1, 0, 0, -1, 0, 792];

const path = (paint: number, ...numbers: number[]) =>
  [OPS.constructPath, [paint, [new Float32Array(numbers)], null]] as const;
const across = (x: number, y: number, to: number) => [0, x, y, 1, to, y];
const box = (x: number, y: number, width: number, height: number) =>
  [0, x, y, 1, x + width, y, 1, x + width, y + height].concat(1, x, y + height, 4);
const linesOf = (operations: readonly (readonly [number, readonly unknown[] | null])[], view = VIEW) =>
  drawnLines(
    { fnArray: operations.map(([op]) => op), argsArray: operations.map(([, args]) => args) },
    view,
    OPS,
  );

test('a stroked line and a thin filled box count as lines, measured from the top of the page', () => {
  expect(linesOf([path(OPS.stroke, ...across(100, 300, 250))])).toEqual([{ x: 100, y: 492, width: 150 }]);
  expect(linesOf([path(OPS.fill, ...box(100, 300, 150, 1))])).toEqual([{ x: 100, y: 492, width: 150 }]);
});

test('a stroked box has a line at its top and at its bottom', () => {
  expect(linesOf([path(OPS.stroke, ...box(100, 300, 150, 40))])).toEqual([
    { x: 100, y: 452, width: 150 },
    { x: 100, y: 492, width: 150 },
  ]);
});

test('steep lines, curves, filled areas, short lines and clipping paths don’t count as lines', () => {
  const operations = [
    path(OPS.stroke, 0, 100, 300, 1, 250, 320),
    path(OPS.stroke, 0, 100, 300, 2, 120, 300, 200, 300, 250, 300),
    path(OPS.fill, ...box(100, 300, 150, 40)),
    path(OPS.stroke, ...across(100, 500, 120)),
    path(99, ...across(100, 600, 300)),
  ];
  expect(linesOf(operations)).toEqual([]);
});

test('underlined spaces that are drawn one by one count as one line', () => {
  const parts = Array.from({ length: 20 }, (_, at) => path(OPS.fill, ...box(100 + at * 6, 300, 6, 0.7)));
  expect(linesOf(parts.toReversed())).toEqual([{ x: 100, y: 492, width: 120 }]);
});

test('lines follow their matrices and the rotation of the page', () => {
  const operations = [
    [OPS.save, null],
    [OPS.transform, [2, 0, 0, 2, 10, 20]],
    [OPS.paintFormXObjectBegin, [[1, 0, 0, 1, 5, 5], null]],
    path(OPS.stroke, ...across(10, 10, 60)),
    [OPS.paintFormXObjectEnd, []],
    [OPS.restore, null],
    path(OPS.stroke, ...across(100, 300, 250)),
  ] as const;
  expect(linesOf(operations)).toEqual([
    { x: 100, y: 492, width: 150 },
    { x: 40, y: 742, width: 100 },
  ]);
  const upright = path(OPS.stroke, 0, 300, 100, 1, 300, 250);
  expect(linesOf([upright], [0, 1, 1, 0, 0, 0])).toEqual([{ x: 100, y: 300, width: 150 }]);
});

test('operations that a later version of pdf.js may return in another form yield no lines', () => {
  expect(
    linesOf([
      [OPS.constructPath, null],
      path(OPS.stroke, 7, 1, 1),
      [OPS.constructPath, [OPS.stroke, [null]]],
    ]),
  ).toEqual([]);
});
