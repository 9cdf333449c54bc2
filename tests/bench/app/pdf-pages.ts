import type { Page } from 'playwright-core';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { manyPages, PAGES, timeConversion } from '../uploads/to-complete.ts';
import { waitUntilIdle, type AppSetting } from './app-site.ts';
import { addSigningDeal } from './signing-deal.ts';

/** How many pages a round shows one after another, and for how many milliseconds it shows each. */
const SHOWN = 40;
const STAY_MS = 400;

/** Measures the cost of a PDF page: main-thread time in the viewer, and conversion time on the server. */
export async function measurePdfPages({ site, runs }: AppSetting): Promise<BenchRow> {
  const { client } = site.person;
  const deal = await addSigningDeal(client, { documents: 1, signatories: 0 });
  const converted: number[] = [];
  const documents: string[] = [];
  for (let run = 0; run < runs; run += 1) {
    // The server recognizes identical files by their hash and does not convert them again.
    const { document, took } = await timeConversion(client, deal.uuid, await manyPages(`Indenture ${run}`));
    documents.push(document);
    converted.push(took / PAGES);
  }
  const ours: number[] = [];
  const bare: number[] = [];
  for (const document of documents)
    await site.inBrowser({ deals: [deal] }, async ({ page }) => {
      await page.goto(`${site.url}/transaction/${deal.uuid}/documents/${document}`);
      const first = page.getByRole('group', { name: 'Page 1', exact: true }).locator('canvas');
      await first.waitFor();
      await waitUntilIdle(page);
      ours.push((await mainThreadIn(page, async () => showPages(page))) / SHOWN);
      bare.push((await mainThreadIn(page, async () => drawBare(page))) / SHOWN);
    });
  const line = (words: string, times: readonly number[]): string[] => [
    words,
    spreadCell(times),
    inDigits(Math.max(...times)),
  ];
  return {
    title: 'A page of a PDF',
    measures: `The PDF has ${PAGES} pages with 40 lines of text each, and differs from round to round. In the viewer: scrolls through ${SHOWN} pages, one at a time, and waits on each until the next page is drawn, and then another ${STAY_MS} ms. A page’s share of the main thread is the total time of the main thread’s tasks in that period, divided by the number of pages. It includes drawing, selectable text, scrolling and the page rail, but neither the PDF reader’s worker nor the rasterization of the frames. On the server: the time from the creation of the document until its thumbnails are finished, divided by the number of pages.`,
    goals: [
      atMost('a page in the viewer ≤ 5 ms of the main thread', quantile(ours, 0.5), 5, 'ms (median)'),
      atMost('a page on the server ≤ 5 ms', quantile(converted, 0.5), 5, 'ms (median)'),
    ],
    head: ['', 'a page, ms', 'longest'],
    lines: [
      line('viewer, main thread', ours),
      line('limit: a bare canvas and as much text, main thread', bare),
      line('server, from creation to thumbnails', converted),
    ],
    notes: [
      'The limit draws 40 lines on a canvas of the same size in the same page, lays as many transparent lines over it, shows both, and waits as long. It reads no PDF.',
    ],
  };
}

/** Returns how long the tasks of the page's main thread take during `act`, in milliseconds. */
async function mainThreadIn(page: Page, act: () => Promise<void>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const taskSeconds = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    const found = metrics.find(({ name }) => name === 'TaskDuration');
    if (!found) throw new Error('The browser does not say how long its tasks took.');
    return found.value;
  };
  const before = await taskSeconds();
  await act();
  const took = (await taskSeconds()) - before;
  await session.detach();
  return took * 1000;
}

async function showPages(page: Page): Promise<void> {
  await page.evaluate(
    async ([pages, stay]) => {
      const sleep = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
      const scroller = document.querySelector('section[aria-label^="Pages of"]');
      const sheet = (number: number): HTMLElement | null | undefined =>
        scroller?.querySelector<HTMLElement>(`[role=group][aria-label="Page ${number}"]`);
      const pitch = (sheet(2)?.offsetTop ?? 0) - (sheet(1)?.offsetTop ?? 0);
      if (!scroller || pitch <= 0) throw new Error('The viewer does not show two pages.');
      for (let number = 2; number <= pages + 1; number += 1) {
        scroller.scrollTop = pitch * (number - 1);
        const began = performance.now();
        // Wait for the next page, because this one was drawn in advance.
        while (!sheet(number + 1)?.querySelector('canvas')) {
          if (performance.now() - began > 20_000)
            throw new Error(`Page ${number + 1} was not drawn within 20 s.`);
          await sleep(50);
        }
        await sleep(stay);
      }
    },
    [SHOWN, STAY_MS] as const,
  );
}

/** Replaces the page's content with drawings of as many PDF pages, one after another. */
async function drawBare(page: Page): Promise<void> {
  await page.evaluate(
    async ([pages, stay]) => {
      const like = document.querySelector<HTMLCanvasElement>('[role=group][aria-label^="Page "] canvas');
      if (!like) throw new Error('The viewer shows no page.');
      const { width, height } = like;
      const box = document.createElement('div');
      box.style.cssText = `position: relative; width: ${width}px; height: ${height}px`;
      document.body.replaceChildren(box);
      for (let number = 1; number <= pages; number += 1) {
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width, height });
        const pen = canvas.getContext('2d');
        const lines = Array.from({ length: 40 }, (_, line) => {
          const text = `Page ${number}: the Issuer covenants and agrees, line ${line}.`;
          pen?.fillText(text, 100, 80 + 20 * line);
          const words = document.createElement('span');
          words.textContent = text;
          words.style.cssText = `position: absolute; left: 100px; top: ${66 + 20 * line}px; color: transparent`;
          return words;
        });
        box.replaceChildren(canvas, ...lines);
        await new Promise((resolve) => setTimeout(resolve, stay));
      }
    },
    [SHOWN, STAY_MS] as const,
  );
}
