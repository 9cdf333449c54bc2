import type { Page } from 'playwright-core';
import { atMost, inDigits, spreadCell, type Goal } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';

/**
 * A frame that begins this many milliseconds after the previous one is late: two frames of a 60 Hz screen.
 */
const LATE = 33.4;

/** How many times a grid is scrolled from one end to the other and back. */
export const PASSES = 5;

/** The column headings for `frameCells`. */
export const FRAMES_HEAD = ['frame, ms', 'p95', 'longest', 'over 33 ms'];

/** Returns table cells with statistics of frame times in milliseconds. */
export function frameCells(frames: readonly number[]): string[] {
  return [
    spreadCell(frames),
    inDigits(quantile(frames, 0.95)),
    inDigits(Math.max(...frames)),
    `${frames.filter((frame) => frame > LATE).length} of ${frames.length}`,
  ];
}

export function noLateFrame(words: string, frames: readonly number[]): Goal {
  return atMost(words, Math.max(...frames), LATE, 'ms (the longest of all)');
}

/** Returns the page's frame times during `act`, in milliseconds. */
export async function framesWhile(page: Page, act: () => Promise<void>): Promise<number[]> {
  const watching = page.evaluate(
    async () =>
      new Promise<number[]>((resolve) => {
        delete document.body.dataset['benchDone'];
        const frames: number[] = [];
        let last = performance.now();
        const look = (at: number): void => {
          frames.push(at - last);
          last = at;
          if (document.body.dataset['benchDone'] === undefined) requestAnimationFrame(look);
          else resolve(frames.slice(1));
        };
        requestAnimationFrame(look);
      }),
  );
  // If the act fails, its error is the one to report.
  watching.catch(() => undefined);
  try {
    await act();
  } finally {
    await page.evaluate(() => (document.body.dataset['benchDone'] = ''));
  }
  return watching;
}

/** A fast turn of a mouse wheel, in pixels per frame. */
export const WHEEL = 300;

/**
 * Scrolls the grid, or another element, from one end to the other and back, in each frame by `step` pixels or by a whole screen.
 * Returns the frame times in milliseconds.
 */
export async function scrollGrid(
  page: Page,
  way: 'down' | 'across',
  step: number | 'screen' = 'screen',
  scroller = '[role=grid]',
): Promise<number[]> {
  return page.evaluate(
    async ([direction, passes, wanted, selector]) => {
      const grid = document.querySelector(selector);
      if (!grid) throw new Error('There is no grid to scroll.');
      const [end, whole] =
        direction === 'down'
          ? [grid.scrollHeight - grid.clientHeight, grid.clientHeight]
          : [grid.scrollWidth - grid.clientWidth, grid.clientWidth];
      const each = wanted === 'screen' ? whole : wanted;
      if (end <= 0) throw new Error(`The grid does not scroll ${direction}.`);
      const nextFrame = async (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
      const frames: number[] = [];
      let last = await nextFrame();
      const noteFrame = async (): Promise<void> => {
        const at = await nextFrame();
        frames.push(at - last);
        last = at;
      };
      const scrollTo = async (at: number): Promise<void> => {
        if (direction === 'down') grid.scrollTop = at;
        else grid.scrollLeft = at;
        await noteFrame();
      };
      for (let pass = 0; pass < passes; pass += 1) {
        for (let at = each; at < end; at += each) await scrollTo(at);
        await scrollTo(end);
        for (let at = end - each; at > 0; at -= each) await scrollTo(at);
        await scrollTo(0);
      }
      // Work that was deferred during scrolling also counts.
      for (let rest = 0; rest < 30; rest += 1) await noteFrame();
      return frames;
    },
    [way, PASSES, step, scroller] as const,
  );
}
