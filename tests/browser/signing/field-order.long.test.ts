import { expect } from 'vitest';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

/** The fields in the order in which signatories fill them in, with their sheets and positions. */
const FIELDS = [
  ['Country', 1, 0.5, 0.05],
  ['City', 1, 0.8, 0.055],
  ['Street', 1, 0.1, 0.3],
  ['Fax', 1, 0.6, 0.6],
  ['Telephone', 2, 0.6, 0.5],
  ['Email', 2, 0.1, 0.6],
] as const;

test('Tab and Shift+Tab move through the signing fields in reading order, whenever they were placed', async ({
  person,
  counterpart,
}) => {
  const { page, url } = person;
  const client = await elsewhere(counterpart);
  const create = async (path: string, body: object) => (await client.post(path, body)).body;
  const transaction: string = (await create('/transactions/transaction', { name: 'Project Cedar' })).uuid;
  const item = (await create('/transactions/item', { transaction, name: 'Proxy', for_signing: true })).uuid;
  const jane = (await create('/signatory', { transaction, full_name: 'Jane Doe' })).uuid;
  const assigned = await create('/assignments/assignment', { item, signatory: jane });
  const content = Array.from({ length: 40 }, (_, n) => `Line ${n}.`);
  await client.patch(`/transactions/signature_page/${assigned.item_page_uuid}`, {
    blocks: [{ id: 'lead-in', kind: 'lead_in', content }],
  });
  for (const at of [4, 1, 5, 0, 3, 2]) {
    const [label, sheet, x_position, y_position] = FIELDS[at] ?? FIELDS[0];
    const place = { sheet, x_position, y_position, width: 0.15 };
    await create('/tab', { assignment: assigned.uuid, tab_type: 'custom', label, ...place });
  }

  await person.signIn();
  await page.goto(`${url}/transaction/${transaction}/signature-pages/${assigned.item_page_uuid}`);
  await page.getByRole('button', { name: 'Signing fields', exact: true }).click(WAIT);
  const field = (label: string) => page.getByRole('button', { name: `Text field “${label}” for Jane Doe` });
  await field('Email').waitFor(WAIT);
  const focused = async () =>
    page.evaluate(() => /“(.*)”/.exec(document.activeElement?.getAttribute('aria-label') ?? '')?.[1]);
  const visited = async (key: string): Promise<unknown[]> => {
    const seen = [await focused()];
    for (let press = 1; press < FIELDS.length; press += 1) {
      await page.keyboard.press(key);
      seen.push(await focused());
    }
    return seen;
  };
  const names: string[] = FIELDS.map(([label]) => label);
  await field('Country').focus();
  expect(await visited('Tab')).toEqual(names);
  expect(await visited('Shift+Tab')).toEqual(names.toReversed());

  // A field that is moved to another sheet also moves in the order.
  await field('Fax').click();
  const panel = page.getByRole('complementary', { name: 'Signing fields' });
  await panel.getByLabel('Sheet', { exact: true }).selectOption('2');
  await page
    .getByRole('group', { name: 'Fields on sheet 2 of 2' })
    .getByRole('button', { name: /“Fax”/ })
    .waitFor();
  await page.keyboard.press('Escape');
  await field('Country').focus();
  const moved = ['Country', 'City', 'Street', 'Telephone', 'Email', 'Fax'];
  expect(await visited('Tab')).toEqual(moved);
});
