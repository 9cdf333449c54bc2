import type { Page } from 'playwright-core';
import type { BenchRow } from '../sync/bench-row.ts';
import { waitUntilIdle, THROTTLED, wholeChecklist, type AppSetting, type BenchDeal } from './app-site.ts';
import { frameCells, FRAMES_HEAD, noLateFrame } from './frames.ts';

/** How far the list scrolls in each frame, in pixels. */
const STEP = 3000;
interface Found {
  ours: number[];
  empty: number[];
}

/** Scrolls through the whole checklist and back, a long way in every frame. */
export async function measureScroll(deal: BenchDeal, { site, runs }: AppSetting): Promise<BenchRow> {
  const measure = async (slower: number): Promise<Found> => {
    const found: Found = { ours: [], empty: [] };
    for (let run = 0; run < runs; run += 1) {
      await site.inBrowser({ deals: [deal], slower }, async ({ page }) => {
        await page.goto(site.checklistOf(deal));
        await wholeChecklist(page, deal);
        await waitUntilIdle(page);
        found.ours.push(...(await scrollThrough(page)));
        await putTallBox(page);
        await waitUntilIdle(page);
        found.empty.push(...(await scrollThrough(page)));
      });
    }
    return found;
  };
  const full = await measure(1);
  const slow = await measure(THROTTLED);
  return {
    title: `Checklist of ${deal.nodes} rows: scrolling`,
    measures: `Scrolls ${STEP} px in every frame, a whole screen of other rows each time, from the first row to the last and back, and then waits half a second. Measures the time from one frame to the next.`,
    goals: [noLateFrame('no frame over 33 ms', full.ours)],
    head: ['', ...FRAMES_HEAD],
    lines: [
      ['Counterpart', ...frameCells(full.ours)],
      ['limit: an empty box as tall, in the same page', ...frameCells(full.empty)],
      [`Counterpart, processor ${THROTTLED} × slower`, ...frameCells(slow.ours)],
      [`limit, processor ${THROTTLED} × slower`, ...frameCells(slow.empty)],
    ],
    notes: [],
  };
}

/** Returns the frame times in milliseconds. */
async function scrollThrough(page: Page): Promise<number[]> {
  return page.evaluate(async (step) => {
    const scroller =
      document.querySelector('[data-bench-box]') ??
      document.querySelector('[role=treegrid] [role=presentation]');
    if (!scroller) throw new Error('Nothing is there to scroll.');
    const nextFrame = async (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
    const frames: number[] = [];
    const bottom = scroller.scrollHeight - scroller.clientHeight;
    let last = await nextFrame();
    for (const way of [1, -1]) {
      const ends = (): boolean => (way > 0 ? scroller.scrollTop >= bottom - 1 : scroller.scrollTop <= 0);
      while (!ends()) {
        scroller.scrollTop += way * step;
        const at = await nextFrame();
        frames.push(at - last);
        last = at;
      }
    }
    // After scrolling, the list renders what it may have skipped.
    for (let rest = 0; rest < 30; rest += 1) {
      const at = await nextFrame();
      frames.push(at - last);
      last = at;
    }
    return frames;
  }, STEP);
}

/** Replaces the page with an empty box of the same scroll height. */
async function putTallBox(page: Page): Promise<void> {
  await page.evaluate(() => {
    const height = document.querySelector('[role=treegrid] [role=presentation]')?.scrollHeight ?? 0;
    const box = document.createElement('div');
    box.dataset['benchBox'] = '';
    box.style.cssText = 'height: 600px; overflow: auto';
    const inside = document.createElement('div');
    inside.style.height = `${height}px`;
    box.append(inside);
    document.body.replaceChildren(box);
  });
}
