import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aligned,
  ALIGNMENTS,
  boundsOf,
  movedTogether,
  pulledIn,
  resized,
  snapBox,
  snapPoint,
  snapsOf,
  type Box,
} from './field-geometry.ts';
import { newBox } from './field-kinds.ts';

const PAPER = { width: 612, height: 792 };
const WALL = { width: 14_173, height: 14_173 };

const isOn = ({ x, y, width, height }: Box, paper = PAPER) =>
  x >= 0 && y >= 0 && x + width <= paper.width + 1e-6 && y + height <= paper.height + 1e-6;

const length = fc.double({ min: -3000, max: 3000, noNaN: true });
const box = fc
  .record({ x: length, y: length, width: length, height: length })
  .map((any) => pulledIn(any, PAPER));

describe('a field', () => {
  it('stays on the page wherever it is moved, resized or aligned to', () => {
    fc.assert(
      fc.property(
        fc.array(box, { minLength: 1, maxLength: 6 }),
        length,
        length,
        fc.boolean(),
        fc.boolean(),
        (boxes, x, y, right, bottom) => {
          const moved = movedTogether(boxes, { x, y }, PAPER);
          expect(moved.every((each) => isOn(each))).toBe(true);
          const [first] = boxes;
          if (first) expect(isOn(resized(first, { right, bottom }, { x, y }, PAPER))).toBe(true);
          for (const how of ALIGNMENTS)
            expect(aligned(boxes, how).every((each) => isOn(pulledIn(each, PAPER)))).toBe(true);
        },
      ),
    );
  });

  it('keeps its size and its distance to the others when several fields are moved', () => {
    const boxes = [
      { x: 10, y: 10, width: 100, height: 20 },
      { x: 50, y: 60, width: 40, height: 20 },
    ];
    expect(movedTogether(boxes, { x: -500, y: 5 }, PAPER)).toEqual([
      { x: 0, y: 15, width: 100, height: 20 },
      { x: 40, y: 65, width: 40, height: 20 },
    ]);
  });

  it('keeps a minimum size, and keeps the opposite corner in place', () => {
    const field = { x: 100, y: 100, width: 80, height: 30 };
    const { x, y, width, height } = resized(
      field,
      { right: false, bottom: false },
      { x: 500, y: 500 },
      PAPER,
    );
    expect([x + width, y + height]).toEqual([180, 130]);
    expect(width).toBeGreaterThan(1);
  });

  it('is larger on a page that is 5 m by 5 m', () => {
    expect(newBox('signature', { x: 300, y: 300 }, PAPER)).toMatchObject({ width: 180, height: 30 });
    const large = newBox('signature', { x: 14_173, y: 0 }, WALL);
    expect(large.width).toBeGreaterThan(4000);
    expect(isOn(large, WALL)).toBe(true);
  });
});

describe('snapping', () => {
  const other = { x: 100, y: 200, width: 50, height: 20 };
  const line = { x: 300, y: 400, width: 200 };
  const snaps = snapsOf([other], [line]);

  it('snaps a field to the nearest edge of another field, and to a line', () => {
    const near = { x: 103, y: 367, width: 60, height: 30 };
    expect(snapBox(near, snaps, 5)).toEqual({ by: { x: -3, y: 3 }, x: 100, y: 400 });
  });

  it('does not move a field that is near nothing, or if the reach is 0', () => {
    const away = { x: 200, y: 300, width: 30, height: 10 };
    expect(snapBox(away, snaps, 5)).toEqual({ by: { x: 0, y: 0 }, x: null, y: null });
    expect(snapPoint({ x: 103, y: 500 }, snaps, 0).x).toBeNull();
  });
});

describe('aligning', () => {
  const boxes = [
    { x: 10, y: 0, width: 20, height: 10 },
    { x: 200, y: 5, width: 40, height: 10 },
    { x: 60, y: 9, width: 30, height: 10 },
  ];

  it('lines up edges and centers', () => {
    expect(aligned(boxes, 'right').map(({ x, width }) => x + width)).toEqual([240, 240, 240]);
    expect(aligned(boxes, 'middle').map(({ y, height }) => y + height / 2)).toEqual([9.5, 9.5, 9.5]);
  });

  it('makes the gaps even and keeps the outermost boxes in place', () => {
    expect(aligned(boxes, 'spread_across').map(({ x }) => x)).toEqual([10, 200, 100]);
  });

  it('makes all boxes as large as the first', () => {
    expect(aligned(boxes, 'same_size').map(({ width }) => width)).toEqual([20, 20, 20]);
  });

  it('returns nothing for no boxes', () => {
    expect(boundsOf([])).toBeNull();
    expect(aligned([], 'left')).toEqual([]);
  });
});
