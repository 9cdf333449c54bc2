import { expect } from 'vitest';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { NDA, openSampleDeal } from './sample-documents.ts';

/** Returns the id of the checklist row with the focus. */
async function focusedRow({ page }: Person): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest('[role=row]')?.textContent ?? '');
}

test('a thumbnail that failed to load shows an icon, and appears when the network is back', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await counterpart.store.cut();
  await openSampleDeal(person);
  const link = person.row(NDA).getByRole('link', { name: `View ${NDA}` });
  const picture = link.locator('img');
  await link.locator('svg').waitFor();
  await expect.poll(async () => picture.count()).toBe(0);
  await person.loseNetwork(counterpart);
  await person.sees('Offline');
  expect(await picture.count()).toBe(0);
  await person.regainNetwork(counterpart);
  await picture.waitFor({ timeout: 60_000 });
  const width = async () =>
    picture.evaluate((img) => (img instanceof HTMLImageElement ? img.naturalWidth : 0));
  await expect.poll(width).toBeGreaterThan(0);
  expect(await page.getByRole('treegrid').isVisible()).toBe(true);
});

test('a link with the deal and item as parameters opens that item on every page', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  await openSampleDeal(person);
  const deal = /transaction\/([^/]+)/.exec(page.url())?.[1] ?? '';
  const item = await page.evaluate(
    async ([transaction, name]) => {
      const items = await (await fetch(`/api/transactions/item?transaction=${transaction}`)).json();
      return String(items.find((each: { name: string }) => each.name === name).uuid);
    },
    [deal, NDA] as const,
  );
  const url = new URL(page.url()).origin;
  for (const path of [
    `/transaction?transactionId=${deal}&itemId=${item}`,
    `/transaction?id=${deal}&itemId=${item}`,
    `/transaction/${deal}?itemId=${item}`,
    `/transaction/${deal}/tasks?itemId=${item}`,
    `/transaction/${deal}/activity?itemId=${item}`,
  ]) {
    await page.goto(`${url}${path}`);
    await expect.poll(async () => focusedRow(person), { message: path }).toContain(NDA);
    expect(new URL(page.url()).pathname, path).toBe(`/transaction/${deal}/checklist`);
  }
  await page.goto(`${url}/transaction/${deal}/documents?itemId=${item}`);
  await expect
    .poll(async () => page.evaluate(() => document.activeElement?.closest('li')?.textContent ?? ''))
    .toContain(NDA);
});
