import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { blocksOf, openGallery, preparePages, WAIT } from './prepared-pages.ts';

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

test('consolidating puts everything that one person signs in a document on one page, and undo separates the pages', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { client, deal } = await preparePages(counterpart);
  await person.signIn();
  await openGallery(person, deal);
  await page.getByRole('button', { name: 'Change the look' }).click();
  await page.getByLabel('One signature for several entities').click();
  const both = page.getByRole('img', { name: /^Signature page to Purchase Agreement, .*Jane Doe/u });
  await expect.poll(async () => both.count(), WAIT).toBe(1);
  const signed = async () => {
    const rows: { item_page_uuid: string }[] = (
      await client.get(`/assignments/assignment?transaction=${deal}`)
    ).body;
    return Map.groupBy(rows, ({ item_page_uuid: uuid }) => uuid).size;
  };
  // Three signatures on two pages.
  await expect.poll(signed, WAIT).toBe(2);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.poll(signed, WAIT).toBe(3);
  await expect.poll(async () => both.count(), WAIT).toBe(2);
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
