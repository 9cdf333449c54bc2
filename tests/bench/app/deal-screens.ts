import type { Page } from 'playwright-core';
import { waitUntilIdle, wholeChecklist, type AppSetting, type BenchDeal } from './app-site.ts';

/** How many times a round opens a screen. */
export const MOUNTS = 5;

export const CELL = '[role=grid] [role=gridcell]';

/**
 * Returns the milliseconds from each click on a tab of the deal until a frame shows the screen's first cell.
 */
export async function mountsOf(page: Page, { tab, away }: { tab: string; away: string }): Promise<number[]> {
  const linkTo = (name: string) =>
    page.getByRole('navigation', { name: 'Transaction' }).getByRole('link', { name, exact: true });
  const painted: number[] = [];
  // The first mount also loads the code, so it doesn't count.
  for (let mount = 0; mount <= MOUNTS; mount += 1) {
    await linkTo(away).click();
    await page.locator(CELL).first().waitFor({ state: 'detached' });
    await waitUntilIdle(page);
    await page.evaluate((cell) => bench.act('click', () => document.querySelector(cell) !== null), CELL);
    await linkTo(tab).click();
    painted.push((await page.evaluate(async () => bench.painted)).painted);
    await waitUntilIdle(page);
  }
  return painted.slice(1);
}

export async function openDeal(page: Page, { site }: AppSetting, deal: BenchDeal): Promise<void> {
  await page.goto(site.checklistOf(deal));
  await page.getByRole('navigation', { name: 'Transaction' }).waitFor();
  if (deal.nodes > 0) await wholeChecklist(page, deal);
  await waitUntilIdle(page);
}
