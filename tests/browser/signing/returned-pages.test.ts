import { expect } from 'vitest';
import { printPdf, scanPage, scansAsPdf, signatureInk } from '../../support/signing/scans.ts';
import { expectAccessible } from '../support/accessible.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';
import { v7 } from 'uuid';

const WAIT = { timeout: 60_000 };

/**
 * Creates Jane Doe’s packet for three documents, which is printed, signed and scanned. All pages except the
 * first have lost their codes.
 */
async function scannedPacket(counterpart: CounterpartProcess): Promise<{ deal: string; scan: Buffer }> {
  const deal = await prepareDeal(counterpart, 'Project Larch', [
    'Purchase Agreement',
    'Escrow Agreement',
    'Side Letter',
  ]);
  const client = await elsewhere(counterpart);
  const jane = await client.post('/signatory', { transaction: deal, full_name: 'Jane Doe' });
  const { body: items } = await client.get(`/transactions/item?transaction=${deal}`);
  for (const { uuid: item } of items)
    await client.post('/assignments/assignment', { item, signatory: jane.body.uuid });
  const asked = { uuid: v7(), transaction: deal, signatories: [jane.body.uuid] };
  const made = await client.post('/assignments/create_packet', asked);
  const progress = async () => (await client.get(`/assignments/create_packet/${asked.uuid}`)).body.status;
  await expect.poll(progress, WAIT).toBe('ready');
  const { body } = await client.post(`/packet/${made.body.packets[0].uuid}/download`);
  // Only the browser can resolve the name of the file store.
  const store = /files\.localhost:80 ([\d.:]+)/.exec(counterpart.hosts)?.[1] ?? '';
  const address = body.redirect_url.replace(/\/\/[^/]+/, `//${store}`);
  const pdf = await (await fetch(address)).arrayBuffer();
  const [first, second, third] = await printPdf(new Uint8Array(pdf));
  if (!first || !second || !third) throw new Error('The packet has three pages.');
  const noCodes =
    '<rect x="540" width="72" height="90" fill="#fff"/><rect y="690" width="150" height="110" fill="#fff"/>';
  const scan = await scansAsPdf([
    await scanPage(first, { rotate: 182, ink: signatureInk(340, 150) }),
    await scanPage(second, { ink: noCodes + signatureInk(340, 150) }),
    await scanPage(third, { ink: noCodes + signatureInk(340, 150) }),
  ]);
  return { deal, scan };
}

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

test('a sheet without a code is placed behind a matched page, is shown next to it, and can be removed again', async ({
  person,
  counterpart,
}) => {
  const { deal, scan } = await scannedPacket(counterpart);
  await person.signIn();
  const { page } = person;
  await page.goto(`${person.url}/transaction/${deal}/returned-pages`);
  const file = { name: 'Signed by Jane.pdf', mimeType: 'application/pdf', buffer: scan };
  await page.getByLabel('Files with signed pages').setInputFiles(file);
  const board = page.getByRole('region', { name: 'Pages to match' });
  await board.getByRole('heading', { name: '2 pages to match' }).waitFor(WAIT);
  const behind = board.getByRole('combobox', { name: 'Add this sheet behind' });
  // The preceding page of the file.
  await behind.getByRole('option', { name: /^Signed by Jane, page 1: Purchase Agreement/ }).waitFor({
    ...WAIT,
    state: 'attached',
  });
  await board.getByRole('button', { name: 'Add sheet' }).click();
  await board.getByRole('heading', { name: '1 page to match' }).waitFor(WAIT);
  // Pictures outside the window aren't loaded.
  await page.getByText('Added sheet', { exact: true }).scrollIntoViewIfNeeded(WAIT);
  await page.getByRole('img', { name: 'Added sheet: Signed by Jane, page 2' }).waitFor(WAIT);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Remove sheet: Signed by Jane, page 2' }).click();
  await board.getByRole('heading', { name: '2 pages to match' }).waitFor(WAIT);
});

test('files dropped on a signatory are signed pages, and its signatures are offered first', async ({
  person,
  documents,
  counterpart,
}) => {
  const deal = await prepareDeal(counterpart, 'Project Elm', ['Purchase Agreement']);
  const client = await elsewhere(counterpart);
  const { body: items } = await client.get(`/transactions/item?transaction=${deal}`);
  for (const full_name of ['Ann Able', 'Zoe Young']) {
    const { body } = await client.post('/signatory', { transaction: deal, full_name });
    await client.post('/assignments/assignment', { item: items[0].uuid, signatory: body.uuid });
  }
  await person.signIn();
  const { page } = person;
  await page.goto(`${person.url}/transaction/${deal}/signatories`);
  const zoe = page.getByRole('row', { name: /Zoe Young/ });
  await zoe.waitFor(WAIT);

  await page.context().setOffline(true);
  await person.dropOn(zoe, page.getByText('Signed pages of Zoe Young'), documents.pdf);
  await page.getByText('1 file with signed pages added').waitFor(WAIT);
  await page.getByRole('button', { name: 'Show returned pages' }).click();
  await page.getByRole('progressbar', { name: /^Upload of / }).waitFor(WAIT);
  await page.context().setOffline(false);
  const options = page.getByRole('listbox', { name: 'Outstanding signatures' }).getByRole('option');
  await expect.poll(async () => options.allTextContents(), WAIT).toHaveLength(2);
  expect(await options.first().textContent()).toContain('Zoe Young');

  // Elsewhere in the transaction, files are signed pages only if they are dropped where the page says so.
  await person.openChecklist(deal);
  const zone = page.getByText('These are signed pages');
  await person.dropOn(zone, page.getByText('Supported file types: PDF, JPEG, PNG'), documents.pdf);
  await page.getByText('1 file with signed pages added').waitFor(WAIT);
  const files = async () => (await client.get(`/transactions/executed_document?transaction=${deal}`)).body;
  await expect
    .poll(
      async () =>
        (await files()).map((each: { expected_signatory: string }) => each.expected_signatory !== null),
      WAIT,
    )
    .toEqual([true, false]);
  const { body: queued } = await client.get(`/transactions/document?transaction=${deal}&in_queue=true`);
  expect(queued).toEqual([]);
});
