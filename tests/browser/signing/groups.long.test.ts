import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { openGroups, card, addGroup, addTo, membersOf, choose } from './edit-groups.ts';

const WAIT = { timeout: 60_000 };

test('a user builds, orders and copies a group by keyboard and menu, and undoes it', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { groups } = await openGroups({ person, counterpart });
  await page.getByRole('heading', { name: 'No signing groups yet' }).waitFor();
  await expectAccessible(page);
  await addGroup(person, 'Buyers');
  await addTo(person, 'Buyers', 'members', 'Jane Doe', 'Rowan Fund, L.P.', 'John Roe');
  const asAdded = ['Jane Doe', 'John Roe', 'Rowan Fund, L.P.'];
  await expect.poll(async () => membersOf(person, 'Buyers')).toEqual(asAdded);
  await expectAccessible(page);

  // The entity can sign in two capacities.
  const capacity = page.getByLabel('Capacity of Rowan Fund, L.P.');
  expect(await capacity.locator('option').allTextContents()).toEqual([
    'by Jane Doe, President',
    'by John Roe, Secretary',
  ]);
  await capacity.selectOption({ label: 'by John Roe, Secretary' });

  const handle = page.getByRole('button', { name: 'Reorder Jane Doe' });
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByText('Moved Jane Doe to position 3 of 3').waitFor({ state: 'attached' });
  const reordered = ['John Roe', 'Rowan Fund, L.P.', 'Jane Doe'];
  await expect.poll(async () => membersOf(person, 'Buyers')).toEqual(reordered);
  await person.hasFocus(handle);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.getByText('Moved Jane Doe to position 3 of 3').waitFor({ state: 'attached' });
  await expect.poll(async () => membersOf(person, 'Buyers')).toEqual(reordered);
  await expect.poll(groups, WAIT).toEqual({ Buyers: reordered });

  await page.getByRole('button', { name: 'Copy Buyers' }).click();
  await card(person, 'Buyers (copy)').waitFor();
  await expect.poll(groups, WAIT).toEqual({ Buyers: reordered, 'Buyers (copy)': reordered });
  const undo = page.getByRole('button', { name: 'Undo: Copy the signing group “Buyers”' });
  await undo.click();
  await card(person, 'Buyers (copy)').waitFor({ state: 'detached' });
  await expect.poll(groups, WAIT).toEqual({ Buyers: reordered });

  await page.getByLabel('Name of Buyers').fill('Purchasers');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Purchasers' }).click();
  await person.sees('Deleted the signing group “Purchasers”');
  await expect.poll(groups, WAIT).toEqual({});
  await page.getByRole('button', { name: 'Undo: Delete the signing group “Purchasers”' }).click();
  await expect.poll(async () => membersOf(person, 'Purchasers')).toEqual(reordered);
  await expect.poll(groups, WAIT).toEqual({ Purchasers: reordered });
});

test('an entity that signs through another entity joins a group in the capacity that the user chooses', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { groups, pages } = await openGroups({ person, counterpart });
  await addGroup(person, 'Guarantors');
  await addTo(person, 'Guarantors', 'members', 'Rowan Holding, Inc.');
  await page
    .getByLabel('Capacity of Rowan Holding, Inc.')
    .selectOption({ label: 'by Rowan Fund, L.P., its sole member, by John Roe, Secretary' });
  await addTo(person, 'Guarantors', 'documents', 'Escrow Agreement');
  await expect.poll(groups, WAIT).toEqual({ Guarantors: ['Rowan Holding, Inc.'] });
  await expect.poll(pages, WAIT).toBe(1);
  await person.sees('All changes saved');
});

test('a member dragged onto another group moves there, once the user has seen which pages are removed', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { groups, pages } = await openGroups({ person, counterpart });
  await addGroup(person, 'Buyers');
  await addGroup(person, 'Sellers');
  await addTo(person, 'Buyers', 'members', 'Jane Doe', 'John Roe');
  await addTo(person, 'Buyers', 'documents', 'Purchase Agreement', 'Escrow Agreement');
  await expect.poll(pages, WAIT).toBe(4);
  await expect.poll(async () => page.getByText('2 signature pages').count(), WAIT).toBe(2);

  const line = page.getByRole('listitem').filter({ hasText: 'Jane Doe' });
  await line.getByText('Jane Doe').dragTo(card(person, 'Sellers'));
  const question = page.getByRole('alertdialog', { name: 'Move Jane Doe to Sellers?' });
  await question.getByText('2 signature pages will be removed:').waitFor();
  await question.getByText('No signature pages will be added.').waitFor();
  await question.getByText('No emails will be sent.').waitFor();
  expect(await question.getByRole('listitem').allTextContents()).toEqual([
    'Purchase Agreement',
    'Escrow Agreement',
  ]);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await groups()).toEqual({ Buyers: ['Jane Doe', 'John Roe'], Sellers: [] });

  await choose(person, 'Jane Doe', 'Move to Sellers');
  await question.getByRole('button', { name: 'Move member' }).click();
  await expect.poll(groups, WAIT).toEqual({ Buyers: ['John Roe'], Sellers: ['Jane Doe'] });

  await page.getByRole('button', { name: 'Remove Escrow Agreement' }).click();
  const removal = page.getByRole('alertdialog', { name: 'Remove “Escrow Agreement” from Buyers?' });
  await removal.getByRole('button', { name: 'Remove document' }).click();
  await page.getByRole('button', { name: 'Remove Escrow Agreement' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo: Remove “Escrow Agreement” from “Buyers”' }).click();
  await page.getByRole('button', { name: 'Remove Escrow Agreement' }).waitFor();
});

test('groups built and changed offline reach the server afterward', async ({ person, counterpart }) => {
  const { page } = person;
  const { groups, pages } = await openGroups({ person, counterpart });
  await person.loseNetwork(counterpart);
  await addGroup(person, 'Buyers');
  await addGroup(person, 'Sellers');
  await addTo(person, 'Buyers', 'members', 'Jane Doe', 'John Roe');
  await choose(person, 'Jane Doe', 'Move to Sellers');
  await expect.poll(async () => membersOf(person, 'Sellers')).toEqual(['Jane Doe']);
  await addTo(person, 'Buyers', 'documents', 'Purchase Agreement');
  await person.sees('Signature pages will be added after this syncs');
  await page.reload();
  await expect.poll(async () => membersOf(person, 'Buyers')).toEqual(['John Roe']);
  expect(await groups()).toEqual({});
  await person.regainNetwork(counterpart);
  await expect.poll(groups, WAIT).toEqual({ Buyers: ['John Roe'], Sellers: ['Jane Doe'] });
  await expect.poll(pages, WAIT).toBe(1);
  await person.sees('1 signature page');
});
