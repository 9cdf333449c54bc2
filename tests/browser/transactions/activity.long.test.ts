import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';

test('the activity lists acts by day, also offline, and restores deleted rows', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Rowan');
  await person.addHeader('Corporate');
  await person.addHeader('Finance');
  await person.row('Finance').click();
  await page.keyboard.press('Delete');
  await expect.poll(async () => person.checklist()).toEqual(['Corporate']);
  await person.isReadyForOffline();

  await page.getByRole('link', { name: 'Activity' }).click();
  const today = page.getByRole('region', { name: 'Today' });
  const lines = today.getByRole('listitem');
  await today.getByText('deleted the header “Finance”').waitFor();
  await expect
    .poll(async () =>
      (await lines.allInnerTexts()).map((text) => /(?:created|added|deleted) .*/.exec(text)?.[0]),
    )
    .toEqual([
      'deleted the header “Finance”',
      'added the header “Finance”',
      'added the header “Corporate”',
      'created the transaction',
    ]);
  await expectAccessible(page);

  await person.loseNetwork(counterpart);
  await page.reload();
  await today.getByText('deleted the header “Finance”').waitFor();
  await today.getByRole('button', { name: 'Restore Finance' }).click();
  const asked = today.getByRole('button', { name: 'Waiting to restore' });
  await asked.waitFor();
  await person.hasFocus(asked);
  await page.getByText('1 change hasn’t been sent yet and will appear here afterward.').waitFor();
  await person.regainNetwork(counterpart);
  await today.getByText('restored the header “Finance”').waitFor();
  await expect.poll(async () => today.getByRole('button', { name: /^Restore/ }).count()).toBe(0);

  await page.getByLabel('Show', { exact: true }).selectOption('Deleted');
  await expect.poll(async () => lines.count()).toBe(1);
  await page.getByLabel('Search activity').fill('nothing like it');
  await page.getByText('No activity matches your search.').waitFor();

  await page.getByLabel('Search activity').fill('');
  await page.getByLabel('Show', { exact: true }).selectOption('Everything');
  await page.getByRole('link', { name: 'restored the header “Finance”' }).click();
  await expect.poll(async () => person.row('Finance').getAttribute('aria-selected')).toBe('true');
  await expect.poll(async () => person.checklist()).toEqual(['Corporate', 'Finance']);
  expect(await person.deals()).toContain(deal);

  // On a phone, the tabs do not all fit on the screen.
  await person.addHeader('Tax');
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('link', { name: 'Activity', exact: true }).click();
  const tab = page.getByRole('navigation', { name: 'Transaction' }).locator('[aria-current=page]');
  await expect
    .poll(async () =>
      tab.evaluate((shown) => {
        const way = shown.closest('nav')?.getBoundingClientRect();
        const { left, right } = shown.getBoundingClientRect();
        return way !== undefined && left >= way.left && right <= way.right;
      }),
    )
    .toBe(true);
});
