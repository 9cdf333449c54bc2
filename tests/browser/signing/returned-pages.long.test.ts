import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';
import { scannedPacket, WAIT } from './scanned-packet.ts';

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
  const behind = board.getByRole('combobox', { name: 'Add this sheet after' });
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
