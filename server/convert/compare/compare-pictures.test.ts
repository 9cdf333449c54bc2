import { describe, expect, test } from 'vitest';
import { changedAreas, type GrayPicture } from './compare-pictures.ts';

/** A white page with black boxes. */
function picture(boxes: readonly [x: number, y: number, size: number][], width = 120): GrayPicture {
  const data = new Uint8Array(width * 120).fill(255);
  for (const [left, top, size] of boxes)
    for (let y = top; y < top + size; y += 1) data.fill(0, y * width + left, y * width + left + size);
  return { data, width, height: 120 };
}

describe('comparing the pictures of a page', () => {
  test('finds nothing where they are alike, also if something is off by one pixel', () => {
    expect(changedAreas(picture([[12, 12, 20]]), picture([[12, 12, 20]]))).toEqual([]);
    expect(changedAreas(picture([[12, 12, 20]]), picture([[13, 12, 20]]))).toEqual([]);
  });

  test('finds where something was added, removed or moved', () => {
    const [added] = changedAreas(picture([]), picture([[60, 36, 8]]));
    expect(added).toEqual({ x: 0.5, y: 0.3, width: 0.1, height: 0.1 });
    expect(changedAreas(picture([[60, 36, 8]]), picture([]))).toEqual([added]);
    expect(changedAreas(picture([[12, 12, 8]]), picture([[84, 96, 8]]))).toHaveLength(2);
  });

  test('finds one area for something that covers several rows', () => {
    const [area, ...more] = changedAreas(picture([]), picture([[24, 24, 36]]));
    expect(more).toEqual([]);
    expect(area?.height).toBeCloseTo(0.3);
  });

  test('finds the whole page if the sizes differ', () => {
    expect(changedAreas(picture([]), picture([], 60))).toEqual([{ x: 0, y: 0, width: 1, height: 1 }]);
  });
});
