import type { Page } from 'playwright-core';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { waitUntilIdle, THROTTLED, wholeChecklist, type AppSetting, type BenchDeal } from './app-site.ts';

/** Typed one key at a time. At first many entries match, in the end only one. */
const TYPED = 'certificate of good 1043';

interface Found {
  entries: number;
  keys: number[];
  opened: number[];
  read: number[];
}

/** Measures the palette with 20,000 entries. */
export async function measurePalette(
  deals: readonly BenchDeal[],
  { site, runs }: AppSetting,
): Promise<BenchRow> {
  const measure = async (slower: number): Promise<Found> => {
    const found: Found = { entries: 0, keys: [], opened: [], read: [] };
    for (let run = 0; run < runs; run += 1) {
      await site.inBrowser({ deals, slower }, async ({ page }) => {
        const [deal] = deals;
        if (!deal) throw new Error('There is no deal.');
        await page.goto(site.checklistOf(deal));
        await wholeChecklist(page, deal);
        await waitUntilIdle(page);
        found.entries = await countEntries(page, site.person.uuid);
        const { opened, read, keys } = await openAndType(page);
        found.opened.push(opened);
        found.read.push(read);
        found.keys.push(...keys);
      });
    }
    return found;
  };
  const full = await measure(1);
  const slow = await measure(THROTTLED);
  const line = (words: string, { keys, opened, read }: Found): string[] => [
    words,
    spreadCell(keys),
    inDigits(quantile(keys, 0.95)),
    inDigits(Math.max(...keys)),
    spreadCell(opened),
    spreadCell(read),
  ];
  return {
    title: 'Typing in the palette',
    measures: `${full.entries.toLocaleString('en')} entries: the documents of ${deals.length} deals, and the deals. Types “${TYPED}”, one key after the other has finished: from the key until the last frame that it changes. From Ctrl+K: until the input is painted together with the deals opened last, and until all entries have been read from the mirror. Typing starts only then.`,
    goals: [
      atMost('p95 ≤ 50 ms a key', quantile(full.keys, 0.95), 50, 'ms'),
      atMost('the slowest key ≤ 50 ms', Math.max(...full.keys), 50, 'ms'),
    ],
    head: ['', 'a key, ms', 'p95', 'longest', 'opened, ms', 'all read, ms'],
    lines: [line('Counterpart', full), line(`Counterpart, processor ${THROTTLED} × slower`, slow)],
    notes: [],
  };
}

async function openAndType(page: Page): Promise<{ opened: number; read: number; keys: number[] }> {
  const began = performance.now();
  await page.keyboard.press('Control+k');
  const field = page.getByPlaceholder('A transaction, document, person, or action');
  await field.waitFor();
  await page.getByRole('menuitem', { name: 'Acquisition' }).first().waitFor();
  const shown = performance.now() - began;
  await page.getByRole('status').filter({ hasText: 'Searching…' }).waitFor({ state: 'detached' });
  const read = performance.now() - began;
  await waitUntilIdle(page);
  const keys: number[] = [];
  for (const key of TYPED) {
    await page.evaluate(() => bench.settle('keydown'));
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    keys.push(await page.evaluate(async () => bench.settled));
  }
  // Checks that the search found something.
  await page
    .getByRole('menuitem', { name: /Good Standing/ })
    .first()
    .waitFor();
  return { opened: shown, read, keys };
}

/** Returns how many deals and items the mirror has. The palette can find all of them. */
async function countEntries(page: Page, person: string): Promise<number> {
  return page.evaluate(async (name) => {
    const opening = indexedDB.open(name);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const stores = ['transactions', 'items'];
    const reading = opening.result.transaction(stores);
    const counts = stores.map((store) => reading.objectStore(store).count());
    await new Promise((resolve) => reading.addEventListener('complete', resolve));
    opening.result.close();
    return counts.reduce((sum, { result }) => sum + result, 0);
  }, `counterpart-${person}`);
}
