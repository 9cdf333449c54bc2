import type { Page } from 'playwright-core';
import { atMost, inDigits, spreadCell, type BenchRow } from '../sync/bench-row.ts';
import { quantile } from '../sync/statistics.ts';
import { comesToRest, type AppSetting } from './app-site.ts';
import { CELL, MOUNTS, mountsOf, openDeal } from './deal-screens.ts';
import type { ActSeen } from './page-watch.ts';
import { addSigningDeal } from './signing-deal.ts';

/** The list of 2,000 signatories. */
export async function measureSignatories(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const deal = await addSigningDeal(site.person.client, { documents: 1, signatories: 2000 });
  const mounts: number[] = [];
  for (let run = 0; run < runs; run += 1)
    await site.atDesk({ deals: [deal] }, async ({ page }) => {
      await openDeal(page, setting, deal);
      mounts.push(...(await mountsOf(page, { tab: 'Signatories', away: 'Tasks' })));
    });
  return {
    title: 'List of 2,000 signatories',
    measures: `Opens the list ${MOUNTS} times a round, from the click on its tab until a frame shows its first rows.`,
    goals: [atMost('mounted ≤ 150 ms', quantile(mounts, 0.5), 150, 'ms (median)')],
    head: ['', 'ms', 'p95'],
    lines: [['mounting', spreadCell(mounts), inDigits(quantile(mounts, 0.95))]],
    notes: [],
  };
}

/** 500 signatories that are added at once, without a network. */
export async function measureAddMany(setting: AppSetting): Promise<BenchRow> {
  const { site, runs } = setting;
  const deal = await addSigningDeal(site.person.client, { documents: 1, signatories: 1 });
  const seen: ActSeen[] = [];
  for (let run = 0; run < runs; run += 1)
    await site.atDesk({ deals: [deal] }, async ({ page }) => {
      await page.goto(`${site.url}/transaction/${deal.uuid}/signatories`);
      await page.locator(CELL).first().waitFor();
      await page.getByRole('button', { name: 'Add many' }).click();
      await page.getByRole('textbox', { name: 'Rows' }).waitFor();
      await comesToRest(page);
      await site.offline();
      await paste(page, 500);
      const add = page.getByRole('button', { name: 'Add 500 signatories' });
      await add.waitFor();
      await comesToRest(page);
      await page.evaluate(() =>
        bench.act('click', () => document.querySelector('[role=grid]')?.getAttribute('aria-rowcount')),
      );
      await add.click();
      seen.push(await page.evaluate(async () => bench.seen));
    });
  const painted = seen.map((each) => each.painted);
  return {
    title: 'A list of 500 signatories: adding it offline',
    measures: 'From the click on “Add 500 signatories” until a frame shows them in the list. Once a round.',
    goals: [atMost('shown ≤ 1 s', Math.max(...painted), 1000, 'ms (the longest of all)')],
    head: ['', 'shown, ms', 'longest'],
    lines: [['adding', spreadCell(painted), inDigits(Math.max(...painted))]],
    notes: [],
  };
}

async function paste(page: Page, people: number): Promise<void> {
  const rows = Array.from({ length: people }, (_, at) => `Signer ${at * 7919}\ts${at}@fund.test`);
  await page.getByRole('textbox', { name: 'Rows' }).evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    ['Name\tEmail', ...rows].join('\n'),
  );
}
