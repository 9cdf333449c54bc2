import { readdir } from 'node:fs/promises';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };
const NOT_READABLE = 'A font couldn’t be read, so pages that use it can’t be shown. Reload to try again.';

/** Prepares a deal with a document whose only page, signed by Jane Doe, uses this font. */
async function preparePage(counterpart: CounterpartProcess, font: string) {
  const client = await elsewhere(counterpart);
  const create = async (path: string, body: object) => (await client.post(path, body)).body;
  const transaction: string = (await create('/transactions/transaction', { name: 'Project Yew' })).uuid;
  const item = (await create('/transactions/item', { transaction, name: 'Side Letter', for_signing: true }))
    .uuid;
  const signatory = (await create('/signatory', { transaction, full_name: 'Jane Doe' })).uuid;
  const signature: string = (await create('/assignments/assignment', { item, signatory })).item_page_uuid;
  const answer = await client.patch(`/transactions/signature_page/${signature}`, { font });
  expect(answer.status, answer.text).toBe(200);
  return { client, transaction, gallery: `/transaction/${transaction}/signature-pages`, editor: signature };
}

test('pages whose font is damaged say so in the gallery and in the editor', async ({
  person,
  counterpart,
}) => {
  const { page, url } = person;
  const { gallery, editor } = await preparePage(counterpart, 'courier');
  const fonts = (await readdir('dist/assets')).filter((name) => /^Cousine_.*\.ttf$/.test(name));
  for (const name of fonts) counterpart.api.standIn(`/assets/${name}`, 'No font.');
  await person.signIn();
  await page.goto(`${url}${gallery}`);
  await person.sees(NOT_READABLE);
  await page.goto(`${url}${gallery}/${editor}`);
  await person.sees(NOT_READABLE);
  for (const name of fonts) counterpart.api.standIn(`/assets/${name}`, null);
});

test('on a phone, the formatting tools for typed text are in a bar within reach', async ({
  person,
  counterpart,
}) => {
  const { page, url } = person;
  const { gallery, editor } = await preparePage(counterpart, 'times_new_roman');
  await page.setViewportSize({ width: 390, height: 700 });
  await person.signIn();
  await page.goto(`${url}${gallery}/${editor}`);
  const sheet = page.getByRole('img', { name: 'Sheet 1 of 1' });
  await sheet.waitFor(WAIT);
  await page.getByRole('button', { name: 'Lead-in' }).click();
  const typed = page.getByRole('textbox', { name: 'Lead-in' });
  await typed.fill('Signed by ');
  const bold = page.getByRole('button', { name: 'Bold' });
  const box = await bold.boundingBox();
  expect(box && box.y > 0 && box.y + box.height < 700).toBe(true);
  await bold.click();
  await page.keyboard.type('all of ');
  await page.getByRole('button', { name: 'Document name' }).click();
  await expect
    .poll(async () => sheet.locator('desc').textContent())
    .toContain('Signed by all of Side Letter');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Done' }).click();
  await typed.waitFor({ state: 'detached' });
  await person.hasFocus(page.getByRole('button', { name: 'Lead-in' }));
  await bold.waitFor({ state: 'detached' });
});

test('fields of a generated page are resized, duplicated, pasted and copied to all signatories', async ({
  person,
  counterpart,
}) => {
  const { page, url } = person;
  const { client, transaction, gallery, editor } = await preparePage(counterpart, 'arial');
  const omar = (await client.post('/signatory', { transaction, full_name: 'Omar Reyes' })).body.uuid;
  const [{ item }] = (await client.get(`/assignments/assignment?transaction=${transaction}`)).body;
  await client.post('/assignments/assignment', { item, signatory: omar, item_page_uuid: editor });
  /** Returns the width of each field in points, in the order of the signatories. */
  const widths = async () => {
    const assignments: { uuid: string }[] = (
      await client.get(`/assignments/assignment?transaction=${transaction}`)
    ).body;
    const tabs: { assignment: string; width: number }[] = (
      await client.get(`/tab?transaction=${transaction}`)
    ).body;
    return assignments.map(({ uuid }) =>
      tabs.flatMap(({ assignment, width }) => (assignment === uuid ? [Math.round(width * 612)] : [])),
    );
  };
  await person.signIn();
  await page.goto(`${url}${gallery}/${editor}`);
  await page.getByRole('button', { name: 'Signing fields', exact: true }).click(WAIT);
  const panel = page.getByRole('complementary', { name: 'Signing fields' });
  const layer = page.getByRole('group', { name: 'Fields on this page' });
  const fields = layer.getByRole('button', { name: /^Initials field for Jane Doe/ });
  await panel.getByRole('button', { name: 'Initials' }).click(WAIT);
  await layer.click({ position: { x: 300, y: 60 } });
  await panel.getByRole('textbox', { name: 'Width' }).fill('120');
  await page.keyboard.press('Enter');
  await expect.poll(widths, WAIT).toContainEqual([120]);
  await panel.getByRole('button', { name: 'Duplicate' }).click();
  await expect.poll(async () => fields.count()).toBe(2);
  await fields.last().press('Control+c');
  await fields.last().press('Control+v');
  await expect.poll(async () => fields.count()).toBe(3);
  await fields.last().press('Control+a');
  await expectAccessible(page);
  await panel.getByRole('button', { name: 'Copy to all signatories' }).click();
  await expect.poll(widths, WAIT).toEqual([
    [120, 120, 120],
    [120, 120, 120],
  ]);
});

test('a signature page that was shown once can be shown without a network', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  const samples = ['new page', 'one person', 'other scripts'];
  const allShown = async () => {
    for (const name of samples)
      await page
        .getByRole('img', { name: `Sample: ${name}` })
        .first()
        .waitFor();
  };
  await page.goto(`${counterpart.url}/account/styleguide`);
  await allShown();

  await person.loseNetwork(counterpart);
  // The browser may empty its HTTP cache at any time, so the app must not depend on it.
  const debugging = await person.context.newCDPSession(page);
  await debugging.send('Network.clearBrowserCache');
  await page.reload();
  await allShown();
});
