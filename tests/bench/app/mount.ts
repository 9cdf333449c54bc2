import type { Page } from 'playwright-core';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { waitUntilIdle, THROTTLED, wholeChecklist, type AppSetting, type BenchDeal } from './app-site.ts';

/** How many times a round opens the checklist. */
const MOUNTS = 5;

interface Found {
  painted: number[];
  whole: number[];
  tasks: number[];
  bareRead: number[];
  bareTasks: number[];
}

/** Measures the time from the click on a deal in the list of deals until its checklist is painted. */
export async function measureMount(deal: BenchDeal, { site, runs }: AppSetting): Promise<BenchRow> {
  const measure = async (slower: number): Promise<Found> => {
    const found: Found = { painted: [], whole: [], tasks: [], bareRead: [], bareTasks: [] };
    for (let run = 0; run < runs; run += 1) {
      await site.inBrowser({ deals: [deal], slower }, async ({ page }) => {
        await page.goto(site.url);
        for (let mount = 0; mount < MOUNTS; mount += 1) {
          const link = page.locator(`[data-deal="${deal.uuid}"]`);
          await link.waitFor();
          await waitUntilIdle(page);
          const { painted, whole, task } = await open(page, deal);
          found.painted.push(painted);
          found.whole.push(whole);
          found.tasks.push(task);
          await page.getByRole('link', { name: 'Transactions', exact: true }).click();
        }
        await page.locator(`[data-deal="${deal.uuid}"]`).waitFor();
        await waitUntilIdle(page);
        const bare = await readBare(page, deal.uuid, site.person.uuid);
        found.bareRead.push(bare.took);
        found.bareTasks.push(bare.task);
      });
    }
    return found;
  };
  const full = await measure(1);
  const slow = await measure(THROTTLED);
  const line = (words: string, { painted, whole, tasks }: Found): string[] => [
    words,
    spreadCell(painted),
    spreadCell(whole),
    spreadCell(tasks),
    inDigits(Math.max(...tasks)),
  ];
  const limit = (words: string, { bareRead, bareTasks }: Found): string[] => [
    words,
    '',
    spreadCell(bareRead),
    spreadCell(bareTasks),
    inDigits(Math.max(...bareTasks)),
  ];
  return {
    title: `Checklist of ${deal.nodes} rows: mounting from the mirror`,
    measures: `${MOUNTS} times a round, from the click on the deal in the list of deals: until a frame shows the first screen of its checklist, and until all rows can be scrolled to. Also the longest task of the page’s main thread in that time.`,
    goals: [
      atMost('painted ≤ 200 ms', quantile(full.painted, 0.5), 200, 'ms (median)'),
      atMost('no task over 50 ms', Math.max(...full.tasks), 50, 'ms (the longest of all)'),
    ],
    head: ['', 'painted, ms', 'whole, ms', 'longest task, ms', 'longest of all, ms'],
    lines: [
      line('Counterpart', full),
      line(`Counterpart, processor ${THROTTLED} × slower`, slow),
      limit('limit: its rows, each table by one bare `getAll`', full),
      limit(`limit, processor ${THROTTLED} × slower`, slow),
    ],
    notes: [
      `The browser does not report tasks under 50 ms; ${inDigits(0)} means that no task was longer. The limit reads the same rows in the same page, without the app, and does nothing with them.`,
    ],
  };
}

async function open(page: Page, deal: BenchDeal): Promise<{ painted: number; whole: number; task: number }> {
  await page.evaluate(() => {
    bench.takeLongestTask();
    bench.act('click', () => document.querySelector('[role=treegrid] [data-uuid]') !== null);
  });
  await page.locator(`[data-deal="${deal.uuid}"]`).click();
  const { painted, whole } = await page.evaluate(async (rows) => {
    const seen = await bench.painted;
    const at = await bench.shown(
      () => document.querySelector(`[role=treegrid][aria-rowcount="${rows}"]`) !== null,
    );
    return { painted: seen.painted, whole: at - seen.began };
  }, deal.nodes + 1);
  await wholeChecklist(page, deal);
  await waitUntilIdle(page);
  const task = await page.evaluate(() => bench.takeLongestTask());
  return { painted, whole, task };
}

/** Reads the rows of the deal's checklist with bare IndexedDB, all tables at once. */
async function readBare(page: Page, deal: string, person: string): Promise<{ took: number; task: number }> {
  return page.evaluate(
    async ([transaction, name]) => {
      const opening = indexedDB.open(name);
      await new Promise((resolve) => opening.addEventListener('success', resolve));
      const db = opening.result;
      bench.takeLongestTask();
      const began = performance.now();
      const stores = ['elements', 'items', 'documents', 'tasks', 'childLists'];
      const reading = db.transaction(stores);
      for (const store of stores) {
        const asked = reading.objectStore(store).index('transaction').getAll(transaction);
        // Reading the result is what deserializes the rows.
        asked.addEventListener('success', () => asked.result);
      }
      await new Promise((resolve) => reading.addEventListener('complete', resolve));
      const took = performance.now() - began;
      db.close();
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { took, task: bench.takeLongestTask() };
    },
    [deal, `counterpart-${person}`] as const,
  );
}
