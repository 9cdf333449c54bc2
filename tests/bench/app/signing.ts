import type { Page } from 'playwright-core';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { waitUntilIdle, type AppSetting } from './app-site.ts';
import { CELL, MOUNTS, mountsOf, openDeal } from './deal-screens.ts';
import type { ActSeen } from './page-watch.ts';
import { addSigningDeal, PARTIES } from './signing-deal.ts';

/** Measures the list of 2,000 signatories. */
export async function measureSignatories(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const deal = await addSigningDeal(site.person.client, {
    documents: 3,
    signatories: 2000,
    assigned: 30,
    packets: 20,
  });
  const mounts: number[] = [];
  for (let run = 0; run < runs; run += 1)
    await site.inBrowser({ deals: [deal] }, async ({ page }) => {
      await openDeal(page, setting, deal);
      mounts.push(...(await mountsOf(page, { tab: 'Signatories', away: 'Tasks' })));
    });
  return {
    title: 'List of 2,000 signatories',
    measures: `${PARTIES} Each of 3 documents is assigned to 30% of the signatories, and 20 people have a packet. Opens the list ${MOUNTS} times a round, from the click on its tab until a frame shows its first rows.`,
    goals: [atMost('mounted ≤ 150 ms', quantile(mounts, 0.5), 150, 'ms (median)')],
    head: ['', 'ms', 'p95'],
    lines: [['mounting', spreadCell(mounts), inDigits(quantile(mounts, 0.95))]],
    notes: [],
  };
}

/** Measures adding a list of 500 rows at once, without a network. Every third row also names an entity. */
export async function measureAddMany(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const deal = await addSigningDeal(site.person.client, { documents: 1, signatories: 1 });
  const seen: ActSeen[] = [];
  for (let run = 0; run < runs; run += 1)
    await site.inBrowser({ deals: [deal] }, async ({ page }) => {
      await page.goto(`${site.url}/transaction/${deal.uuid}/signatories`);
      await page.locator(CELL).first().waitFor();
      await page.getByRole('button', { name: 'Add many' }).click();
      await page.getByRole('textbox', { name: 'Rows' }).waitFor();
      await waitUntilIdle(page);
      await site.offline();
      await paste(page);
      const add = page.getByRole('button', { name: `Add ${ROWS + ENTITIES} signatories` });
      await add.waitFor();
      await waitUntilIdle(page);
      await page.evaluate(() =>
        bench.act('click', () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')),
      );
      await add.click();
      seen.push(await page.evaluate(async () => bench.seen));
    });
  const painted = seen.map((each) => each.painted);
  return {
    title: `A list of ${ROWS} rows: adding it offline`,
    measures: `Each row names a person; every third also names an entity for which the person signs. From the click on “Add ${ROWS + ENTITIES} signatories” until a frame shows them in the list. Once a round.`,
    goals: [atMost('shown ≤ 1 s', Math.max(...painted), 1000, 'ms (the longest of all)')],
    head: ['', 'shown, ms', 'longest'],
    lines: [['adding', spreadCell(painted), inDigits(Math.max(...painted))]],
    notes: [],
  };
}

const ROWS = 500;
const ENTITIES = Math.ceil(ROWS / 3);

async function paste(page: Page): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const capacity = at % 3 === 0 ? `Fund ${at}, L.P.\tManager` : '\t';
    return `Signer ${at * 7919}\ts${at}@fund.test\t${capacity}`;
  });
  await page.getByRole('textbox', { name: 'Rows' }).evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    ['Name\tEmail\tEntity\tTitle', ...rows].join('\n'),
  );
}
