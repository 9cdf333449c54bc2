import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { scannedPacket, WAIT } from './scanned-packet.ts';

test('scanned pages are added without a network, matched by code and by keyboard, and accepted', async ({
  person,
  counterpart,
}) => {
  const { deal, scan } = await scannedPacket(counterpart);
  await person.signIn();
  const { page } = person;
  await page.goto(`${person.url}/transaction/${deal}/returned-pages`);
  await page.getByRole('heading', { name: 'No returned pages yet' }).waitFor(WAIT);
  await expectAccessible(page);

  await page.context().setOffline(true);
  const file = { name: 'Signed by Jane.pdf', mimeType: 'application/pdf', buffer: scan };
  await page.getByLabel('Files with signed pages').setInputFiles(file);
  await page.getByText('Signed by Jane', { exact: true }).waitFor(WAIT);
  await page.context().setOffline(false);

  const board = page.getByRole('region', { name: 'Pages to match' });
  await board.getByText('No code could be read on this page.').waitFor(WAIT);
  await board.getByRole('img', { name: 'Signed by Jane, page 2' }).waitFor(WAIT);
  await expectAccessible(page);
  const candidates = board.getByRole('listbox', { name: 'Outstanding signatures' });
  await candidates.getByRole('option', { name: /Escrow Agreement/ }).waitFor();
  // With the keyboard alone: the focus stays in the list from page to page, and Enter continues to the
  // review.
  await candidates.focus();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  for (const [key, shown] of [
    ['ArrowRight', 'Signed by Jane, page 3'],
    ['ArrowLeft', 'Signed by Jane, page 2'],
    ['Enter', 'Signed by Jane, page 3'],
  ] as const) {
    await page.keyboard.press(key);
    await board.getByText(shown, { exact: true }).waitFor(WAIT);
    await expect.poll(focused).toBe('Outstanding signatures');
  }
  await page.keyboard.press('Enter');
  await board.waitFor({ ...WAIT, state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('3 pages to review');

  await page.getByRole('img', { name: 'Page that was sent: Purchase Agreement' }).waitFor(WAIT);
  // Wait until all pages are compared, because a page that isn't may still change. Pages 2 and 3 are compared
  // by their printed content.
  const notCompared = page.getByText('This page hasn’t been compared with the page that was sent');
  await expect.poll(async () => notCompared.count(), WAIT).toBe(0);
  const accept = (number: number) =>
    page.getByRole('button', { name: `Accept Signed by Jane, page ${number}` });
  await page.context().setOffline(true);
  await page.getByText('reconnect to match, accept, reject').waitFor(WAIT);
  expect(await accept(1).isDisabled()).toBe(true);
  await page.context().setOffline(false);
  for (const number of [1, 2, 3]) await accept(number).click(WAIT);
  await page.getByText('3 pages · 3 matched').waitFor(WAIT);
  await page.getByText('Show pages').click();
  await page.getByText('Purchase Agreement, Jane Doe: Executed, held for release').waitFor(WAIT);
  const client = await elsewhere(counterpart);
  const statuses = async () =>
    (await client.get(`/assignments/assignment?transaction=${deal}`)).body.map(
      ({ status }: { status: string }) => status,
    );
  await expect.poll(statuses).toEqual(['executed', 'executed', 'executed']);
});
