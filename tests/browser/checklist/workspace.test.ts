import { expect } from 'vitest';
import { test } from '../support/counterpart-test.ts';
import { hasRow, HSR, openSampleDeal } from './sample-checklist.ts';

test('undo and redo work repeatedly on a deletion made offline, and the server ends up with the original order', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  const deal = await openSampleDeal(person);
  const before = await person.elements(deal);
  await person.loseNetwork(counterpart);
  await page.getByRole('row', { name: HSR }).click();
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => hasRow(person, HSR)).toBe(false);
  await page.getByText(`Deleted “${HSR}”`).waitFor();

  await page.keyboard.press('Control+z');
  await expect.poll(async () => hasRow(person, HSR)).toBe(true);
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(async () => hasRow(person, HSR)).toBe(false);
  await page.getByRole('button', { name: `Undo: Delete “${HSR}”` }).click();
  await expect.poll(async () => hasRow(person, HSR)).toBe(true);

  await person.regainNetwork(counterpart);
  await person.sees('All changes saved');
  const order = (rows: typeof before) =>
    new Map(rows.map(({ uuid, order: place, parent_element }) => [uuid, [place, parent_element]]));
  await expect.poll(async () => order(await person.elements(deal))).toEqual(order(before));
});
