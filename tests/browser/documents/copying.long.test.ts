import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test, testOnNewDevice } from '../support/counterpart-test.ts';
import { asksBeforeLeaving } from '../support/leaving.ts';
import { Person } from '../support/person.ts';

test('while files are copied to the device, neither navigation nor another tab discards them', async ({
  documents,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Alder');
  const tab = new Person(await person.context.newPage(), person.site);
  await tab.openChecklist(deal);
  await holdCopies(page);
  await person.drop(documents.pdf);
  await page.getByRole('link', { name: /all transactions/ }).click();
  await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
  await person.sees('Copying files…');
  await expect.poll(async () => asksBeforeLeaving(page)).toBe(true);

  await tab.page.getByRole('button', { name: 'Sign out' }).click();
  const copying = tab.page.getByText('Files are still being copied to this device.');
  await copying.waitFor();
  await page.evaluate(() => Reflect.get(window, 'letCopy')());
  await copying.waitFor({ state: 'detached' });
  await expect.poll(async () => person.documents(deal)).toHaveLength(1);
  await person.sees('All changes saved');
  await expect.poll(async () => asksBeforeLeaving(page)).toBe(false);
});

testOnNewDevice(
  'on a first visit, the network may disappear before the first file is picked',
  async ({ counterpart, documents, person }) => {
    // As if the service worker weren't installed yet.
    await person.context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    await person.signIn();
    const deal = await person.createDeal('Project Juniper');
    await person.loseNetwork(counterpart);
    await person.drop(documents.pdf);
    await person.queueRow('Confidentiality Agreement').waitFor();
    await person.sees('1 file on this device only');
    await person.regainNetwork(counterpart);
    await expect.poll(async () => person.documents(deal), { timeout: 60_000 }).toHaveLength(1);
  },
);

/** Holds all copies until the page is told to continue, as if the disk were slow. */
async function holdCopies(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    const userId = names.map((name) => /^counterpart-([0-9a-f-]{36})$/.exec(name)?.[1]).find(Boolean);
    const held = Promise.withResolvers<void>();
    const copies = Promise.withResolvers<void>();
    void navigator.locks.request(`counterpart-staging-${userId}`, async () => {
      held.resolve();
      await copies.promise;
    });
    await held.promise;
    Object.assign(window, { letCopy: copies.resolve });
  });
}
