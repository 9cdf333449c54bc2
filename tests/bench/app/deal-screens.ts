import type { Page } from 'playwright-core';
import { comesToRest, wholeChecklist, type AppSetting, type BenchDeal } from './app-site.ts';

/** How many times a round opens a screen. */
export const MOUNTS = 5;

export const CELL = '[role=grid] [role=gridcell]';

/** Returns the times from the click on a tab of the deal until a frame shows the screen's first cell, ms. */
export async function mountsOf(page: Page, { tab, away }: { tab: string; away: string }): Promise<number[]> {
  const linkTo = (name: string) =>
    page.getByRole('navigation', { name: 'Transaction' }).getByRole('link', { name, exact: true });
  const painted: number[] = [];
  // The first time loads the code.
  for (let mount = 0; mount <= MOUNTS; mount += 1) {
    await linkTo(away).click();
    await page.locator(CELL).first().waitFor({ state: 'detached' });
    await comesToRest(page);
    await page.evaluate((cell) => bench.act('click', () => document.querySelector(cell) !== null), CELL);
    await linkTo(tab).click();
    painted.push((await page.evaluate(async () => bench.painted)).painted);
    await comesToRest(page);
  }
  return painted.slice(1);
}

export async function openDeal(page: Page, { site }: AppSetting, deal: BenchDeal): Promise<void> {
  await page.goto(site.checklistOf(deal));
  await page.getByRole('navigation', { name: 'Transaction' }).waitFor();
  if (deal.nodes > 0) await wholeChecklist(page, deal);
  await comesToRest(page);
}
