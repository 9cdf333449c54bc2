import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { hasRow, HSR, openSampleDeal, rowsShown } from './sample-checklist.ts';
const LETTER = 'Letter of Intent';

/** Makes the window high enough for all rows, and returns their texts. */
async function allRows(person: Person): Promise<string[]> {
  await person.page.setViewportSize({ width: 1440, height: 4000 });
  await person.row('FIRPTA Certificate').waitFor();
  return rowsShown(person);
}

/** Returns whether a row is fully visible. A virtual list also renders rows outside the visible part. */
async function isOnScreen(row: Locator): Promise<boolean> {
  return row.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const list = element.parentElement?.parentElement?.getBoundingClientRect();
    return list !== undefined && top >= list.top && bottom <= list.bottom;
  });
}

test('a user moves a document to a header by name with the keyboard, and undoes it', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  await openSampleDeal(person);
  const before = await allRows(person);
  await page.getByRole('row', { name: LETTER }).click();
  await page.keyboard.press('m');
  const field = page.getByPlaceholder('Search by name');
  await field.waitFor();
  await expectAccessible(page);
  await page.keyboard.type('principal');
  await page.getByRole('menuitem', { name: 'Principal agreements' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`Moved ${LETTER} to position`).waitFor({ state: 'attached' });
  await expect.poll(async () => rowsShown(person)).not.toEqual(before);
  await page.keyboard.press('Control+z');
  await expect.poll(async () => rowsShown(person)).toEqual(before);
});

test('a row that is moved by keyboard scrolls back into view and keeps the focus', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  await openSampleDeal(person);
  const row = page.getByRole('row', { name: LETTER });
  const place = await row.getAttribute('aria-rowindex');
  await row.click();
  await page.mouse.wheel(0, 3000);
  await expect.poll(async () => isOnScreen(row)).toBe(false);
  await page.keyboard.press('Alt+ArrowDown');
  await expect.poll(async () => row.getAttribute('aria-rowindex')).not.toBe(place);
  await expect.poll(async () => isOnScreen(row)).toBe(true);
  await person.hasFocus(row);
});

test('the filter opens by keyboard, and Escape shows the whole checklist again', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  await openSampleDeal(person);
  const before = await allRows(person);
  await page.getByRole('row', { name: LETTER }).click();
  await page.keyboard.press('/');
  await page.getByPlaceholder('Filter by name').fill('letter intent');
  await person.sees('1 document found');
  await expectAccessible(page);
  await expect
    .poll(async () => (await rowsShown(person)).map((text) => text.includes(LETTER)))
    .toEqual([false, true]);
  await page.keyboard.press('Escape');
  await expect.poll(async () => rowsShown(person)).toEqual(before);
  await expect.poll(async () => page.evaluate(() => document.activeElement?.role)).toBe('row');
});

test('the palette opens transactions and runs the actions of the screen, also offline', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  await openSampleDeal(person);
  await page.goBack();
  await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
  await person.loseNetwork(counterpart);
  await page.keyboard.press('Control+k');
  const field = page.getByRole('textbox', { name: 'Go to anything' });
  await field.waitFor();
  await field.fill('northgate alder');
  await page.getByRole('menuitem', { name: /^Project Alder/ }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await page.getByRole('row', { name: HSR }).waitFor();

  await page.keyboard.press('Control+k');
  await field.fill('add task');
  await page.getByRole('menuitem', { name: /Add task/ }).waitFor();
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'hidden' });
  await expect.poll(async () => page.evaluate(() => document.activeElement?.tagName)).toBe('INPUT');
  await page.keyboard.type('Call the escrow agent');
  await page.keyboard.press('Enter');
  await expect.poll(async () => hasRow(person, 'Call the escrow agent')).toBe(true);

  // The palette also has actions that no screen has a button for.
  await page.keyboard.press('Control+k');
  await field.fill('spreadsheet');
  await page.getByRole('menuitem', { name: 'New transaction from a spreadsheet' }).waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });

  await page.keyboard.press('Control+k');
  await field.fill('okafor');
  await page.getByRole('menuitem', { name: /Daniel Okafor/ }).click();
  await page.getByText('Transactions with Daniel Okafor').waitFor();
  await page.getByRole('menuitem', { name: /Lumen Diagnostics/ }).waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
});

test('the palette opens the document whose name was typed, and does not offer to undo it first', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Sycamore');
  await person.addHeader('Financing');
  await page.keyboard.press('i');
  await page.getByLabel('New document name').fill('Credit Agreement');
  await page.keyboard.press('Enter');
  await person.row('Credit Agreement').waitFor();
  await page.keyboard.press('i');
  await page.getByLabel('New document name').fill('Bylaws');
  await page.keyboard.press('Enter');
  await person.row('Bylaws').waitFor();
  await person.row('Credit Agreement').getByRole('checkbox').click();
  await page.getByRole('button', { name: 'Undo: Mark “Credit Agreement” as done' }).first().waitFor();

  await page.keyboard.press('Control+k');
  const field = page.getByRole('textbox', { name: 'Go to anything' });
  await field.waitFor();
  // Wait until everything on the device has been read.
  await page.getByRole('status').filter({ hasText: 'Searching…' }).waitFor({ state: 'detached' });
  await page.keyboard.type('credit agreement');
  const documents = page.getByRole('group', { name: 'Documents' });
  await documents.getByRole('menuitem', { name: /^Credit Agreement/ }).waitFor();
  expect(await page.getByRole('menuitem').count()).toBe(1);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await field.waitFor({ state: 'hidden' });
  await page.waitForURL(/\/checklist\?itemId=/);
  await expect
    .poll(async () =>
      (await person.items(deal)).map(({ name, complete }) => `${name} ${complete}`).toSorted(),
    )
    .toEqual(['Bylaws false', 'Credit Agreement true']);

  // The name of the transaction finds the transaction, not its content.
  await page.keyboard.press('Control+k');
  await field.fill('sycamore');
  await page.getByRole('group', { name: 'Transactions' }).getByRole('menuitem').waitFor();
  expect(await page.getByRole('menuitem').allTextContents()).toEqual(['Project Sycamore']);
  await field.fill('financing');
  await page
    .getByRole('group', { name: 'Headers' })
    .getByRole('menuitem', { name: /^Financing/ })
    .first()
    .waitFor();
  await field.fill('undo');
  await page.getByRole('menuitem', { name: /^Undo: Mark “Credit Agreement” as done/ }).waitFor();
  await page.keyboard.press('Escape');
  await field.waitFor({ state: 'hidden' });
});

test('the row menu adds rows above or inside a row, by mouse and by keyboard', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  await person.createDeal('Project Rowan');
  await person.addHeader('Corporate');
  await person.row('Corporate').click({ button: 'right' });
  await page.getByRole('menu', { name: 'Corporate' }).waitFor();
  await page.getByRole('menuitem', { name: 'Add document inside' }).click();
  await person.hasFocus(page.getByLabel('New document name'));
  // Type only once the field has the focus, like a person. Without it, letters are shortcuts of the row.
  await page.keyboard.type('Bylaws');
  await page.keyboard.press('Enter');
  await expect.poll(async () => person.checklist()).toEqual(['Corporate', 'Bylaws']);
  await person.hasFocus(person.row('Bylaws'));

  await page.keyboard.press('Shift+T');
  await page.getByLabel('New task name').fill('Order good standings');
  await page.keyboard.press('Enter');
  const all = ['Corporate', 'Order good standings', 'Bylaws'];
  await expect.poll(async () => person.checklist()).toEqual(all);
  await person.hasFocus(person.row('Order good standings'));

  await page.keyboard.press('Shift+F10');
  const menu = page.getByRole('menu', { name: 'Order good standings' });
  await menu.waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await expect.poll(async () => focusedRow(page)).toContain('Order good standings');

  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await person.hasFocus(page.getByLabel('Name of Order good standings'));
  await page.keyboard.type('Order certificates');
  await page.keyboard.press('Enter');
  await expect.poll(async () => person.checklist()).toEqual(['Corporate', 'Order certificates', 'Bylaws']);

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Move to a header by name').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});

async function focusedRow(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent ?? '');
}
