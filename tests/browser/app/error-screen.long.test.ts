import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { SUPPORT_EMAIL } from '../support/counterpart-process.ts';
import { test, testOnNewDevice } from '../support/counterpart-test.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

/** Overwrites the key of a field in this device's database, bypassing the app. */
async function overwriteField(page: Page, uuid: string, key: string | null): Promise<void> {
  await page.evaluate(
    async ([uuid, key]) => {
      const outcome = async <Result>(request: IDBRequest<Result>): Promise<Result> =>
        new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(request.error ?? new Error('It failed.')));
        });
      const databases = await indexedDB.databases();
      const mirror = databases.find(({ name = '' }) => /^counterpart-[0-9a-f-]{36}$/.test(name));
      const database = await outcome(indexedDB.open(mirror?.name ?? ''));
      const store = database.transaction('customKeys', 'readwrite').objectStore('customKeys');
      const row: unknown = await outcome(store.get(uuid ?? ''));
      await outcome(store.put(Object.assign({}, row, { key })));
      database.close();
    },
    [uuid, key],
  );
}

test('the error screen asks for a refresh and names the help desk, and no entered work is lost', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const deal = await prepareDeal(counterpart, 'Project Cedar', ['# Corporate']);
  const client = await elsewhere(counterpart);
  const fields = async () => (await client.get(`/transactions/custom_key?transaction=${deal}`)).body;
  const custom_keys = [{ key: 'Company' }];
  await client.post('/transactions/custom_key/bulk_create', { transaction: deal, custom_keys });
  const [{ uuid }] = await fields();
  await person.signIn();
  await person.isReadyForOffline();
  await page.goto(`${person.url}/transaction/${deal}/fields?view=names`);
  await page.getByLabel('Name of Company').waitFor();
  await person.loseNetwork(counterpart);
  await page.getByLabel('New field').fill('Notary');
  await page.keyboard.press('Enter');
  await person.sees('Offline – 1 change on this device');

  await overwriteField(page, uuid, null);
  await page.reload();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor(WAIT);
  await person.sees(
    'Please refresh the page. Your saved work is safe on this device, but text you were typing may be lost.',
  );
  const support = page.getByRole('main').getByRole('link', { name: SUPPORT_EMAIL });
  expect(await support.getAttribute('href')).toBe(`mailto:${SUPPORT_EMAIL}`);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

  await overwriteField(page, uuid, 'Company');
  await page.getByRole('button', { name: 'Refresh page' }).click();
  await page.getByLabel('Name of Notary').waitFor(WAIT);
  await person.regainNetwork(counterpart);
  await expect
    .poll(async () => (await fields()).map(({ key }: { key: string }) => key), WAIT)
    .toEqual(['Company', 'Notary']);
});

test('the other pages can be opened by URL after one page fails', async ({ person, counterpart }) => {
  const { page } = person;
  const deal = await prepareDeal(counterpart, 'Project Yew', ['# Corporate']);
  const client = await elsewhere(counterpart);
  const custom_keys = [{ key: 'Company' }];
  const made = await client.post('/transactions/custom_key/bulk_create', { transaction: deal, custom_keys });
  await person.signIn();
  await person.openChecklist(deal);
  await page.goto(`${person.url}/transaction/${deal}/fields?view=names`);
  await page.getByLabel('Name of Company').waitFor();
  await person.sees('All changes saved');
  await overwriteField(page, made.body[0].uuid, null);
  await page.reload();
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor(WAIT);
  await page.goto(`${person.url}/transaction/${deal}/checklist`);
  await person.row('Corporate').waitFor(WAIT);
});

testOnNewDevice(
  'a dialog whose code cannot load offline opens when the network returns, and the page continues to work',
  async ({ person }) => {
    const { page } = person;
    // As if a firm's policy forbade service workers.
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
    await person.signIn();
    await person.createDeal('Project Aspen');
    await person.addHeader('Corporate');
    await person.addHeader('Tax');
    await person.context.setOffline(true);
    await person.row('Tax').click();
    await page.keyboard.press('m');
    await person.sees('This isn’t on this device yet. It will load when you’re back online.');
    await expect.poll(async () => person.checklist()).toEqual(['Corporate', 'Tax']);
    await person.context.setOffline(false);
    const dialog = page.getByRole('dialog', { name: 'Move “Tax”' });
    await dialog.waitFor(WAIT);
    await expectAccessible(page);
  },
);

testOnNewDevice(
  'the transactions show although the app bar’s tools could not load, and the tools appear later',
  async ({ person }) => {
    const { page, context } = person;
    const tools = '**/assets/app-bar-tools-*.js';
    const refused = Promise.withResolvers<void>();
    await context.route(tools, async (route) => {
      refused.resolve();
      await route.abort();
    });
    await person.signIn();
    await refused.promise;
    const heading = page.getByRole('heading', { name: 'Transactions', exact: true });
    const signOut = page.getByRole('button', { name: 'Sign out' });
    await heading.waitFor();
    await signOut.waitFor({ state: 'detached' });
    await context.unroute(tools);
    await signOut.waitFor(WAIT);
    await heading.waitFor();
  },
);

test('a page that could not load offline has its styles when it is tried again', async ({ person }) => {
  const { page } = person;
  const help = page.getByRole('banner').getByRole('button', { name: 'Help' });
  await person.signIn();
  await person.isReadyForOffline();
  // The code of the help button is fetched once the service worker controls the page. Wait for that, because an interrupted
  // fetch is repeated only on the next visit.
  await help.waitFor(WAIT);
  await person.context.setOffline(true);
  await page
    .getByRole('banner')
    .getByRole('link', { name: /Margaret Whitfield/ })
    .click();
  await person.sees('This page needs a connection');
  // It is shown inside the app, so the user can continue elsewhere.
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: /^Go to anything/ }).waitFor();
  await help.waitFor(WAIT);
  await bar.getByText('Offline', { exact: true }).waitFor(WAIT);
  await expectAccessible(page);
  await bar.getByRole('link', { name: /all transactions/ }).click();
  await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
  await page.goBack();
  await person.sees('This page needs a connection');
  await person.context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  const field = page.getByLabel('First name');
  await field.waitFor(WAIT);
  // The field is to the right of its label. Without the screen's styles, it would be below.
  await expect.poll(async () => (await field.boundingBox())?.x).toBeGreaterThan(400);
});
