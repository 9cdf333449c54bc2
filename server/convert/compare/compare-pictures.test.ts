import { describe, expect, test } from 'vitest';
import { changedAreas, NOT_DRAWN, type PagePicture } from './compare-pictures.ts';

/** A white page with black boxes. */
function picture(
  boxes: readonly [x: number, y: number, size: number][],
  { width = 240, shade = 0 } = {},
): PagePicture {
  const data = new Uint8Array(width * 240 * 4).fill(255);
  for (const [left, top, size] of boxes)
    for (let y = top; y < top + size; y += 1)
      data.fill(shade, (y * width + left) * 4, (y * width + left + size) * 4);
  return { data, width, height: 240 };
}

describe('comparing the pictures of a page', () => {
  test('finds nothing in pictures that look alike, even if a shade was rounded differently', () => {
    expect(changedAreas(picture([[24, 24, 40]]), picture([[24, 24, 40]]))).toEqual([]);
    expect(changedAreas(picture([[24, 24, 40]]), picture([[24, 24, 40]], { shade: 4 }))).toEqual([]);
  });

  test('finds even a shade that was rounded differently if every difference counts', () => {
    const rounded = picture([[24, 24, 40]], { shade: 4 });
    expect(changedAreas(picture([[24, 24, 40]]), rounded, { isExact: true })).not.toEqual([]);
    expect(changedAreas(rounded, rounded, { isExact: true })).toEqual([]);
  });

  test('finds a single pixel, and one that moved to the side', () => {
    expect(changedAreas(picture([]), picture([[120, 72, 1]]))).toHaveLength(1);
    expect(changedAreas(picture([[120, 72, 1]]), picture([[121, 72, 1]]))).toHaveLength(1);
  });

  test('finds a different color of the same brightness', () => {
    const [red, blue] = [picture([]), picture([])];
    red.data.set([0, 0, 255], 4000);
    blue.data.set([255, 0, 0], 4000);
    expect(changedAreas(red, blue)).toHaveLength(1);
  });

  test('finds where something was added, removed or moved', () => {
    const [added] = changedAreas(picture([]), picture([[120, 72, 16]]));
    expect(added).toEqual({ x: 0.5, y: 0.3, width: 0.1, height: 0.1 });
    expect(changedAreas(picture([[120, 72, 16]]), picture([]))).toEqual([added]);
    expect(changedAreas(picture([[24, 24, 16]]), picture([[168, 192, 16]]))).toHaveLength(2);
  });

  test('finds one area for something that covers several rows', () => {
    const [area, ...more] = changedAreas(picture([]), picture([[48, 48, 72]]));
    expect(more).toEqual([]);
    expect(area?.height).toBeCloseTo(0.3);
  });

  test('finds the whole page if the sizes differ, or neither page can be drawn', () => {
    const whole = [{ x: 0, y: 0, width: 1, height: 1 }];
    expect(changedAreas(picture([]), picture([], { width: 120 }))).toEqual(whole);
    expect(changedAreas(NOT_DRAWN, NOT_DRAWN)).toEqual(whole);
  });
});
