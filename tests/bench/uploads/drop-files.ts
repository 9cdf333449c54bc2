import type { Page } from 'playwright-core';
import { until } from '../../support/until.ts';

/** The shortest event that a browser can report, ms. By default, it reports only those over 104 ms. */
export const SHORTEST_EVENT = 16;

declare global {
  /** In the measured page: what its observers have recorded since they were started, in milliseconds. */
  var seen: { longestTask: number; interactions: number[]; dropped: boolean };

  /** TypeScript does not have this option yet. */
  interface PerformanceObserverInit {
    durationThreshold?: number;
  }
}

/**
 * Drops files on a deal’s open queue, and waits until `inQueue` files are in it. Returns the longest task and
 * interaction in milliseconds.
 */
export async function dropMany(
  page: Page,
  paths: string[],
  inQueue: number,
): Promise<{ longestTask: number; inp: number }> {
  await watchTasks(page);
  await page.evaluate((durationThreshold) => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (entry instanceof PerformanceEventTiming && entry.interactionId > 0)
          globalThis.seen.interactions.push(entry.duration);
    }).observe({ type: 'event', durationThreshold });
  }, SHORTEST_EVENT);
  const all = page.locator('#upload-queue').getByLabel('Select all');
  const toggle = page.getByRole('button', { name: /^Upload Queue \(/ });
  await dropFromDesktop(page, paths);
  for (let click = 0; click < 20; click += 1) await all.click();
  await until(
    'all files are in the queue',
    async () => (await toggle.innerText()).includes(`(${inQueue})`),
    120_000,
  );
  const { longestTask, interactions } = await page.evaluate(() => globalThis.seen);
  return { longestTask, inp: Math.max(0, ...interactions) };
}

async function watchTasks(page: Page): Promise<void> {
  await page.evaluate(() => {
    globalThis.seen = { longestTask: 0, interactions: [], dropped: false };
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        globalThis.seen.longestTask = Math.max(globalThis.seen.longestTask, duration);
    }).observe({ type: 'longtask' });
  });
}

/**
 * Returns the browser's own cost of a drop: the longest task of a page that only accepts the files, in
 * milliseconds.
 */
export async function dropOnBarePage(beside: Page, files: string[]): Promise<number> {
  const page = await beside.context().newPage();
  await watchTasks(page);
  await page.evaluate(() => {
    document.documentElement.style.height = '100%';
    document.addEventListener('dragover', (event) => event.preventDefault());
    document.addEventListener('drop', (event) => {
      event.preventDefault();
      globalThis.seen.dropped = [...(event.dataTransfer?.items ?? [])].every((item) => item.getAsFile());
    });
  });
  await dropFromDesktop(page, files);
  await until('the files were dropped', async () => page.evaluate(() => globalThis.seen.dropped));
  // Long tasks are reported at the next frame.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  const { longestTask } = await page.evaluate(() => globalThis.seen);
  await page.close();
  return longestTask;
}

/** Drops files like from a desktop folder, using the browser's own drag and drop. */
async function dropFromDesktop(page: Page, files: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  // A place above the drawer.
  const place = { x: 720, y: 200, data: { items: [], files, dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...place });
  await session.detach();
}

export async function makeFiles(count: number, make: (at: number) => Promise<string>): Promise<string[]> {
  const paths: string[] = [];
  for (let at = 1; at <= count; at += 1) paths.push(await make(at));
  return paths;
}
