import { describe, expect, it } from 'vitest';
import {
  anchorAt,
  heightOf,
  layPages,
  PAGE_GAP,
  pageInView,
  pagesToDraw,
  percentOf,
  scaleOf,
  topOf,
  zoomBy,
  zoomStep,
  type PageSize,
} from './page-geometry.ts';

const letter: PageSize = { width: 612, height: 792 };
const wide: PageSize = { width: 1224, height: 792 };
const room = { width: 612 + 2 * PAGE_GAP, height: 600 };

function pages(count: number): PageSize[] {
  return Array.from({ length: count }, () => letter);
}

describe('the scale of a document', () => {
  it('fits the most common page width, so that one wide schedule does not make all other pages small', () => {
    expect(scaleOf({ kind: 'fit-width' }, [letter, wide, letter], room)).toBe(1);
  });

  it('fits a whole page into the window', () => {
    const scale = scaleOf({ kind: 'fit-page' }, [letter], room);
    expect(scale * letter.height).toBeCloseTo(room.height - 2 * PAGE_GAP);
  });

  it('shows an inch as 96 pixels at 100 percent', () => {
    expect(scaleOf({ kind: 'percent', percent: 100 }, [letter], room) * 72).toBeCloseTo(96);
  });

  it('zooms in steps from any scale, and stops at the last step', () => {
    const at = (percent: number) => scaleOf({ kind: 'percent', percent }, [letter], room);
    const step = (percent: number, direction: 1 | -1) =>
      percentOf(scaleOf(zoomStep(at(percent), direction), [letter], room));
    expect([step(100, 1), step(100, -1), step(97, 1), step(400, 1), step(25, -1)]).toEqual([
      110, 90, 100, 400, 25,
    ]);
    expect(zoomBy(at(300), 2)).toEqual({ kind: 'percent', percent: 400 });
  });
});

describe('a document of 500 pages', () => {
  const layout = layPages(pages(500), 1);

  it('draws only the visible pages and one on either side', () => {
    expect(pagesToDraw(layout, 0, 600)).toEqual([1, 2]);
    const [first, last] = pagesToDraw(layout, topOf(layout, 250), 600);
    expect([first, last]).toEqual([248, 251]);
    expect(pagesToDraw(layout, layout.height, 600)).toEqual([499, 500]);
  });

  it('calls the page with the largest visible part the page in view', () => {
    expect(pageInView(layout, 0, 600)).toBe(1);
    expect(pageInView(layout, topOf(layout, 2) - 200, 600)).toBe(2);
    expect(pageInView(layout, layout.height - 600, 600)).toBe(500);
  });

  it('makes a page the page in view when the user goes to it', () => {
    for (const page of [1, 2, 77, 499, 500]) expect(pageInView(layout, topOf(layout, page), 600)).toBe(page);
  });

  it('keeps the visible text in place when pages change size', () => {
    const anchor = anchorAt(layout, topOf(layout, 100) + 300);
    const larger = layPages(pages(500).with(3, wide), 2);
    expect(anchorAt(larger, heightOf(larger, anchor))).toEqual({
      page: 100,
      share: expect.closeTo(anchor.share, 6),
    });
  });
});

it('treats the first of several small pages as the page in view', () => {
  const layout = layPages(pages(20), 0.2);
  expect(pageInView(layout, topOf(layout, 3), 600)).toBe(3);
});
