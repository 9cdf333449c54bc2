import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { openRoom, sendPacket } from './mailed-room.ts';

const WAIT = { timeout: 60_000 };
const EMAIL = 'jane@hazel.test';

test('fields are placed on every sheet of a generated page, and the signatory fills them in there', async ({
  person,
  counterpart,
}) => {
  const { page, url } = person;
  const client = await elsewhere(counterpart);
  const create = async (path: string, body: object) => (await client.post(path, body)).body;
  const transaction: string = (await create('/transactions/transaction', { name: 'Project Hazel' })).uuid;
  const item = (await create('/transactions/item', { transaction, name: 'Proxy', for_signing: true })).uuid;
  const jane: string = (await create('/signatory', { transaction, full_name: 'Jane Doe', email: EMAIL }))
    .uuid;
  const signature: string = (await create('/assignments/assignment', { item, signatory: jane }))
    .item_page_uuid;
  const content = Array.from({ length: 40 }, (_, n) => `Line ${n}.`);
  const blocks = [{ id: 'lead-in', kind: 'lead_in', content }];
  await client.patch(`/transactions/signature_page/${signature}`, { blocks });
  const onSheets = async (): Promise<[string, number][]> => {
    const tabs: { tab_type: string; sheet: number }[] = (await client.get(`/tab?transaction=${transaction}`))
      .body;
    return tabs
      .map(({ tab_type, sheet }): [string, number] => [tab_type, sheet])
      .toSorted(([one], [other]) => one.localeCompare(other));
  };

  await person.signIn();
  await page.goto(`${url}/transaction/${transaction}/signature-pages/${signature}`);
  await page.getByRole('button', { name: 'Signing fields', exact: true }).click(WAIT);
  const panel = page.getByRole('complementary', { name: 'Signing fields' });
  const sheet = (number: number) => page.getByRole('group', { name: `Fields on sheet ${number} of 2` });
  const on = (number: number, name: RegExp) => sheet(number).getByRole('button', { name });
  await panel.getByRole('button', { name: 'Text' }).click(WAIT);
  await sheet(2).click({ position: { x: 300, y: 500 } });
  await panel.getByRole('textbox', { name: 'Label' }).fill('Country');
  await page.keyboard.press('Enter');
  await on(2, /^Text field “Country”/).waitFor();
  await panel.getByRole('button', { name: 'Initials' }).click();
  await sheet(1).click({ position: { x: 300, y: 60 } });
  await on(1, /^Initials field/).waitFor();
  await panel.getByRole('button', { name: 'Checkbox' }).click();
  await sheet(1).click({ position: { x: 200, y: 60 } });
  await panel.getByLabel('Sheet', { exact: true }).selectOption('2');
  await on(2, /^Checkbox field/).waitFor();
  expect(await on(1, /^Checkbox field/).count()).toBe(0);
  await expectAccessible(page);
  await expect.poll(onSheets, WAIT).toEqual([
    ['checkbox', 2],
    ['custom', 2],
    ['initials', 1],
  ]);
  await page.reload();
  await page.getByRole('button', { name: 'Signing fields', exact: true }).click(WAIT);
  await on(2, /^Text field “Country”/).focus();
  await page.keyboard.press('Control+a');
  await panel.getByRole('heading', { name: '3 fields selected' }).waitFor();
  expect(await panel.getByLabel('Sheet', { exact: true }).inputValue()).toBe('');

  await sendPacket(counterpart, { deal: transaction, jane });
  const room = await openRoom({ person, counterpart }, EMAIL);
  await room.getByLabel('I agree to sign electronically').check();
  await room.getByRole('button', { name: 'Continue' }).click();
  await room.getByRole('button', { name: 'Use this signature' }).click(WAIT);
  await room.getByText('0 of 2 pages signed').waitFor(WAIT);
  expect(await room.getByLabel('Country').count()).toBe(0);
  await room.getByRole('button', { name: 'Initials' }).click();
  await room.getByRole('button', { name: 'Confirm this page' }).click();
  await room.getByText('1 of 2 pages signed').waitFor(WAIT);
  await room.getByLabel('Country').fill('Austria');
  await expectAccessible(room);
  await room.getByRole('button', { name: 'Sign this page' }).click();
  await room.getByText('2 of 2 pages signed').waitFor(WAIT);
  await room.getByRole('button', { name: 'Finish and send' }).click();
  await room.getByRole('heading', { name: 'You have signed' }).waitFor(WAIT);
});
