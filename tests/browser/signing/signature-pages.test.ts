import { expect } from 'vitest';
import type { PageBlock, Paragraph } from '../../../src/contract/entities/signing/signature-page-design.ts';
import { plainText } from '../../../src/contract/rules/signature-page/design/page-text.ts';
import type { TestClient } from '../../server/support/test-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { test, testOnNewDevice } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { elsewhere } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

/**
 * Creates a deal with two documents: an entity and a person sign the first, and an entity without a
 * representative signs the second.
 */
async function preparePages(counterpart: CounterpartProcess): Promise<{ client: TestClient; deal: string }> {
  const client = await elsewhere(counterpart);
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.uuid;
  };
  const transaction = await create('/transactions/transaction', { name: 'Project Linden' });
  const item = async (name: string) => create('/transactions/item', { transaction, name, for_signing: true });
  const signatory = async (full_name: string, more: object) =>
    create('/signatory', { transaction, full_name, ...more });
  const [purchase, escrow] = [await item('Purchase Agreement'), await item('Escrow Agreement')];
  await item('Side Letter');
  const jane = await signatory('Jane Doe', { email: 'jane@linden.test' });
  const fund = await signatory('Linden Fund, L.P.', { is_org: true });
  const shell = await signatory('Shell Corp.', { is_org: true });
  const auth_rep = await create(`/signatory/${fund}/representative`, { signatory: jane, title: 'President' });
  await create('/assignments/assignment', { item: purchase, signatory: fund, auth_rep });
  await create('/assignments/assignment', { item: purchase, signatory: jane });
  await create('/assignments/assignment', { item: escrow, signatory: shell });
  return { client, deal: transaction };
}

async function openGallery({ page, url }: Person, deal: string): Promise<void> {
  await page.goto(`${url}/transaction/${deal}/signature-pages`);
  await page.getByRole('region', { name: 'Signature pages', exact: true }).waitFor(WAIT);
}

const picture = ({ page }: Person, signer: string) =>
  page.getByRole('img', { name: `Signature page to Purchase Agreement, ${signer}` });

/** Returns the text of a sheet as a screen reader reads it. */
async function textOf(person: Person, signer: string): Promise<string> {
  return (await picture(person, signer).locator('desc').textContent(WAIT)) ?? '';
}

test('the gallery shows every sheet with its warnings, and one setting changes the look of all', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { client, deal } = await preparePages(counterpart);
  await person.signIn();
  await openGallery(person, deal);
  expect(await textOf(person, 'Linden Fund, L.P., by Jane Doe')).toMatch(
    /LINDEN FUND, L\.P\.[^]*Name: Jane Doe[^]*Title: President/u,
  );
  await person.sees('It isn’t clear who signs for them, so they aren’t on the page.');
  await page.getByRole('link', { name: 'Shell Corp.' }).waitFor();
  await person.sees('3 documents need to be signed.');
  await person.sees('1 document has no signatories.');
  await person.sees('Nobody signs this page');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Change the look' }).click();
  await page.getByLabel('Titles', { exact: true }).selectOption('its');
  await page.getByLabel('Paper', { exact: true }).selectOption('a4');
  await expect.poll(async () => textOf(person, 'Linden Fund, L.P., by Jane Doe')).toContain('Its: President');
  await expectAccessible(page);
  const looks = async () => {
    const rows = (await client.get(`/transactions/signature_page?transaction=${deal}`)).body;
    return rows.map(
      (row: { blocks: { block_styles?: { title: { entity: string } } }[] }) =>
        row.blocks[1]?.block_styles?.title.entity,
    );
  };
  await expect.poll(looks, WAIT).toEqual(['its', 'its', 'its']);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(looks, WAIT).toEqual(['title', 'title', 'title']);
});

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

test('a page is edited offline: text is typed on the sheet, and blocks are moved by keyboard and by pointer', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { client, deal } = await preparePages(counterpart);
  await person.signIn();
  await openGallery(person, deal);
  await page.getByRole('link', { name: 'Edit page: Jane Doe, Purchase Agreement' }).click();
  const sheet = page.getByRole('img', { name: 'Sheet 1 of 1' });
  await sheet.waitFor(WAIT);
  await person.isReadyForOffline();
  const fontFaces = () =>
    [...document.fonts].filter(({ family }) => family.includes('signature-page-')).length;
  await expect.poll(async () => page.evaluate(fontFaces), WAIT).toBe(4);
  await person.loseNetwork(counterpart);
  await page.getByRole('button', { name: 'Lead-in' }).click();
  const typed = page.getByRole('textbox', { name: 'Lead-in' });
  await typed.fill('Signed by ');
  await page.getByRole('button', { name: 'Document name' }).click();
  await page.getByRole('button', { name: 'Bold' }).click();
  await page.keyboard.type(' today');
  // The sheet shows typed text before it is saved.
  await expect
    .poll(async () => sheet.locator('desc').textContent())
    .toContain('Signed by Purchase Agreement today');
  await expectAccessible(page);
  await typed.press('Control+Enter');
  await person.hasFocus(page.getByRole('button', { name: 'Lead-in' }));
  const block = page.getByRole('button', { name: 'Signatures', exact: true });
  await block.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  const left = async () => (await block.boundingBox())?.x ?? 0;
  const before = await left();
  const box = await block.boundingBox();
  if (!box) throw new Error('The signature block is not on the sheet.');
  await page.mouse.move(box.x + 20, box.y + 10);
  await page.mouse.down();
  await page.mouse.move(box.x - 150, box.y + 12, { steps: 4 });
  await page.mouse.up();
  await expect.poll(left).toBeLessThan(before - 100);
  await expectAccessible(page);
  await person.regainNetwork(counterpart);
  const saved = async () => blocksOf(client, deal, 'Signed by {{document_name}} today');
  await expect
    .poll(saved, WAIT)
    .toMatchObject([
      { content: [[{ bold: false }, { text: ' today', bold: true }]] },
      { grid: { x: 0 } },
      { kind: 'footer' },
    ]);
});

type SavedBlock = Pick<PageBlock, 'kind' | 'grid'> & { content?: Paragraph[] };

/** Returns the server's blocks of the page whose first block has this text. */
async function blocksOf(client: TestClient, deal: string, text: string): Promise<SavedBlock[] | undefined> {
  const rows: { blocks: SavedBlock[] }[] = (
    await client.get(`/transactions/signature_page?transaction=${deal}`)
  ).body;
  return rows.find(({ blocks }) => plainText(blocks[0]?.content ?? []) === text)?.blocks;
}

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
