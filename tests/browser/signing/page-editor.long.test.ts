import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test, testOnNewDevice } from '../support/counterpart-test.ts';
import { blocksOf, openGallery, preparePages, WAIT } from './prepared-pages.ts';

test('three steps lead to the signature pages: the documents, who signs them, and the look', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { client, deal } = await preparePages(counterpart);
  await client.post('/transactions/item', { transaction: deal, name: 'Board Minutes' });
  await client.post('/transactions/item', { transaction: deal, name: 'Charter', fully_executed: true });
  const chosen = async () => {
    const rows: { name: string; for_signing: boolean }[] = (
      await client.get(`/transactions/item?transaction=${deal}`)
    ).body;
    return rows.flatMap(({ name, for_signing }) => (for_signing ? [name] : [])).toSorted();
  };
  const before = ['Escrow Agreement', 'Purchase Agreement', 'Side Letter'];
  const after = ['Board Minutes', 'Escrow Agreement', 'Purchase Agreement'];
  await person.signIn();
  await openGallery(person, deal);
  await page.getByRole('button', { name: 'Choose documents' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose documents' });
  const document = (name: string) => dialog.getByRole('checkbox', { name: new RegExp(`${name}$`) });
  await document('Side Letter').uncheck(WAIT);
  await document('Board Minutes').check();
  expect(await document('Purchase Agreement').isDisabled()).toBe(true);
  await dialog.getByText('It has 2 signatures. To leave it out, first remove them').waitFor();
  expect(await document('Charter').isDisabled()).toBe(true);
  await dialog.getByText('It’s fully executed.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(chosen, WAIT).toEqual(after);
  await person.sees('3 documents need to be signed.');
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect.poll(chosen, WAIT).toEqual(before);
  await page.getByRole('button', { name: /^Redo/ }).first().click();
  await expect.poll(chosen, WAIT).toEqual(after);

  await page.getByRole('link', { name: 'Open the signature matrix' }).click();
  await page.getByRole('gridcell', { name: /^Board Minutes, Jane Doe/ }).click(WAIT);
  await page.goBack();
  const sheet = page.getByRole('img', { name: 'Signature page to Board Minutes, Jane Doe' });
  await sheet.waitFor(WAIT);
  await page.getByRole('button', { name: 'Change the look' }).click();
  await page.getByRole('checkbox', { name: 'Date' }).check();
  // The settings have moved the sheet out of the window, where sheets aren't drawn.
  await page.getByRole('region', { name: 'Board Minutes' }).scrollIntoViewIfNeeded();
  await expect.poll(async () => sheet.locator('desc').textContent(), WAIT).toContain('Date:');
});

test('a new text block can be typed into at once, dropped next to the signatures and made wider, and disappears with its last letter', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { deal } = await preparePages(counterpart);
  await person.signIn();
  await openGallery(person, deal);
  await page.getByRole('link', { name: 'Edit page: Jane Doe, Purchase Agreement' }).click();
  await page.getByRole('button', { name: 'Add text' }).click(WAIT);
  const typed = page.getByRole('textbox', { name: 'Text' });
  await person.hasFocus(typed);
  await page.keyboard.type('Accepted in Oslo');
  await page.keyboard.press('Control+Enter');
  const text = page.getByRole('button', { name: 'Text', exact: true });
  const signatures = page.getByRole('button', { name: 'Signatures', exact: true });
  const boxOf = async (block: typeof text) => {
    const box = await block.boundingBox();
    if (!box) throw new Error('The block is not on the sheet.');
    return box;
  };
  const [from, to] = [await boxOf(text), await boxOf(signatures)];
  expect(from.y).toBeGreaterThan(to.y + to.height);
  await page.mouse.move(from.x + 200, from.y + 5);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width - 5, to.y + 20, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => (await boxOf(text)).y).toBeCloseTo(to.y, 0);
  const beside = await boxOf(text);
  expect(beside.x).toBeGreaterThan((await boxOf(signatures)).x + (await boxOf(signatures)).width);
  await text.focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(async () => (await boxOf(text)).width).toBeLessThan(beside.width - 20);
  await text.press('Enter');
  await person.hasFocus(typed);
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.press('Control+Enter');
  await text.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await text.waitFor();
});

test('Escape discards typed text, and leaving the field in any other way keeps it', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { client, deal } = await preparePages(counterpart);
  await person.signIn();
  await openGallery(person, deal);
  await page.getByRole('link', { name: 'Edit page: Jane Doe, Purchase Agreement' }).click();
  const sheet = page.getByRole('img', { name: 'Sheet 1 of 1' });
  const leadIn = page.getByRole('button', { name: 'Lead-in' });
  const typed = page.getByRole('textbox', { name: 'Lead-in' });
  await leadIn.click(WAIT);
  await typed.fill('Discarded');
  await typed.press('Escape');
  await person.hasFocus(leadIn);
  await expect.poll(async () => sheet.locator('desc').textContent()).toContain('IN WITNESS WHEREOF');
  await leadIn.press('Enter');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Kept');
  await page.getByRole('link', { name: 'All signature pages' }).click();
  await expect.poll(async () => blocksOf(client, deal, 'Kept'), WAIT).toHaveLength(3);
});

testOnNewDevice(
  'a link to the editor leads through the sign-in to the first signature page of its document, and says if it has none',
  async ({ person, counterpart }) => {
    const { page, url } = person;
    const { client, deal } = await preparePages(counterpart);
    const items: { uuid: string; name: string }[] = (
      await client.get(`/transactions/item?transaction=${deal}`)
    ).body;
    const linkTo = (name: string) => `${url}/editor?itemId=${items.find((each) => each.name === name)?.uuid}`;
    await page.goto(linkTo('Escrow Agreement'));
    await page.waitForURL(/\/login/, WAIT);
    await person.fillInSignIn();
    await page.waitForURL(new RegExp(`/transaction/${deal}/signature-pages/[^/]+$`), WAIT);
    await page.getByRole('region', { name: 'The page' }).getByText('Escrow Agreement').first().waitFor(WAIT);
    await page.goto(linkTo('Side Letter'));
    await person.sees('No signature pages yet');
    await expectAccessible(page);
    await page.goto(`${url}/editor?itemId=${deal}`);
    await person.sees('Document not found');
  },
);

test('the text of one page can be applied to the pages of all documents in one step', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { client, deal } = await preparePages(counterpart);
  const footers = async () => {
    const rows: { blocks: { kind: string; content?: string[] }[] }[] = (
      await client.get(`/transactions/signature_page?transaction=${deal}`)
    ).body;
    const texts = rows.map(({ blocks }) => blocks.find(({ kind }) => kind === 'footer')?.content?.[0]);
    return [...new Set(texts)];
  };
  await person.signIn();
  await openGallery(person, deal);
  await page.getByRole('link', { name: 'Edit page: Jane Doe, Purchase Agreement' }).click();
  await page.getByRole('button', { name: 'Footer' }).click(WAIT);
  const others = page.getByRole('region', { name: 'Text of other pages' });
  expect(await others.count()).toBe(0);
  await page.getByRole('textbox', { name: 'Footer' }).fill('[Execution page]');
  await page.getByRole('textbox', { name: 'Footer' }).press('Control+Enter');
  await others.getByRole('button', { name: 'Apply to all pages of all documents (2)' }).click();
  await person.sees('Changed the text of 2 pages.');
  await expect.poll(footers, WAIT).toEqual(['[Execution page]']);
  await others.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await others.getByRole('button', { name: 'Apply to all pages of this document (1)' }).waitFor();
  await expect.poll(async () => (await footers()).length, WAIT).toBe(2);
});
