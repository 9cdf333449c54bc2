import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';

const ALDER = /Project Alder/;

/**
 * Opens the deal's checklist, but no document, and waits until the list says that the deal is available
 * offline.
 */
async function openAndWait({ page }: Person): Promise<void> {
  await page.getByRole('link', { name: ALDER }).click();
  await page.getByRole('treegrid').waitFor();
  await page.goBack();
  const row = page.getByRole('row', { name: ALDER });
  await expect.poll(async () => row.innerText(), { timeout: 90_000 }).toMatch(/^Kept on this device$/m);
}

test('a document can be read without a network after only its transaction was opened', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  await openAndWait(person);

  await person.loseNetwork(counterpart);
  await page.reload();
  await page.getByRole('link', { name: ALDER }).click();
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  const documents = page.getByRole('list', { name: 'Documents of this transaction' }).getByRole('listitem');
  await documents
    .filter({ hasText: /\d+ pages?/ })
    .first()
    .locator('[data-open]')
    .click();
  await page.getByRole('group', { name: 'Page 1', exact: true }).locator('canvas').waitFor();
});

test('the automatic offline copies are deleted when the user turns them off', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  await openAndWait(person);

  await page.goto(`${counterpart.url}/account`);
  const section = page.getByRole('region', { name: 'Offline transactions' });
  const list = section.getByRole('list', { name: 'Offline transactions' });
  await list
    .getByRole('listitem')
    .filter({ hasText: ALDER })
    .getByText(/ on this device · [\d.,]+ MB/)
    .waitFor();
  await expectAccessible(page);
  await section.getByRole('checkbox', { name: /^Keep transactions offline/ }).click();
  await section.getByText('No transactions are kept offline.').waitFor();
  expect(await list.getByRole('listitem').count()).toBe(0);
  const offlineCaches = async () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('counterpart-kept-')));
  await expect.poll(offlineCaches).toEqual([]);
  await page.goto(counterpart.url);
  const row = page.getByRole('row', { name: ALDER });
  await row.waitFor();
  await expect.poll(async () => row.innerText()).not.toMatch(/Kept on this device/);
});
