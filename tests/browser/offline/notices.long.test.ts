import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test, testOnNewDevice } from '../support/counterpart-test.ts';

const WAIT = { timeout: 60_000 };

test('user actions are sent to the server by beacon, and creating a deal counts as a trial if its name says so', async ({
  person,
}) => {
  const { page } = person;
  const { answers, sentEvents } = await recordBeacons(page);
  await person.signIn();
  await expect.poll(async () => (await sentEvents()).length, WAIT).toBe(2);
  expect(await sentEvents()).toMatchObject([
    { kind: 'person', fields: { role: 'admin', experience: 'expert' } },
    { kind: 'company', fields: { name: 'Whitfield & Crane LLP' } },
  ]);
  await person.createDeal('Project Yew');
  await page.goBack();
  const transaction = await person.createDeal('A test of the binder');
  await expect.poll(async () => (await sentEvents()).length, WAIT).toBeGreaterThan(2);
  expect((await sentEvents()).slice(2)).toEqual([
    { kind: 'event', event: 'TRANSACTION_CREATED', fields: { transaction } },
  ]);
  await expect.poll(() => answers, WAIT).toEqual([204, 204, 204]);

  // Without a network, the event waits to be sent.
  await person.context.setOffline(true);
  await page.goBack();
  await page.getByRole('button', { name: 'New transaction' }).first().click();
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill('A test on the plane');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/transaction\/[^/]+\/checklist$/, WAIT);
  expect((await sentEvents()).length).toBe(3);
  await person.context.setOffline(false);
  await expect.poll(async () => (await sentEvents()).length, WAIT).toBe(4);
  await expect.poll(() => answers, WAIT).toEqual([204, 204, 204, 204]);
});

testOnNewDevice(
  'errors on pages without a user are reported once somebody signs in, and rejections by the server never are',
  async ({ person }) => {
    const { page } = person;
    const { answers, sentEvents } = await recordBeacons(page);
    const errors = async () => (await sentEvents()).filter((each) => each.kind === 'error');
    const breaks = async (status: number | null) =>
      page.evaluate((refused) => {
        const broken = new RangeError('Project Alder could not be read');
        reportError(refused === null ? broken : Object.assign(broken, { status: refused }));
      }, status);
    await page.goto(`${person.url}/contact`);
    await page.getByRole('heading', { name: 'Contact support' }).waitFor(WAIT);
    await breaks(404);
    await breaks(null);
    expect(await sentEvents()).toEqual([]);
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await person.fillInSignIn();
    const places = expect.any(String);
    const broke = (screen: string) => ({
      kind: 'error',
      event: 'error',
      fields: { name: 'RangeError', places, screen },
    });
    await expect.poll(errors, WAIT).toEqual([broke('/contact')]);
    await expect.poll(() => answers, WAIT).toEqual([204, 204, 204]);

    for (const screen of ['/login', '/register', '/contact']) {
      await page.goto(`${person.url}${screen}`);
      await breaks(503);
      await expect.poll(errors, WAIT).toEqual([broke(screen)]);
    }
    expect(new Set(answers)).toEqual(new Set([204]));
  },
);

testOnNewDevice(
  'errors in the first moments of a page are reported too, with their location',
  async ({ person }) => {
    const { page } = person;
    const { sentEvents } = await recordBeacons(page);
    const errors = async () => (await sentEvents()).filter((each) => each.kind === 'error');
    await page.addInitScript(() => {
      // After the app’s own code has run, but long before everything that is loaded later.
      document.addEventListener('DOMContentLoaded', () => {
        reportError(new RangeError('Project Alder could not be read'));
        void Promise.reject(new TypeError('Nobody waits for this'));
      });
    });
    // A signed-out user is redirected before the error reporting code has loaded.
    await page.goto(`${person.url}/account`);
    await person.fillInSignIn();
    const places = expect.any(String);
    const broke = (name: string) => ({
      kind: 'error',
      event: 'error',
      fields: { name, places, screen: '/account' },
    });
    await expect.poll(errors, WAIT).toEqual([broke('RangeError'), broke('TypeError')]);
  },
);

/** Records what the page sends by beacon after it was loaded, and the server's responses. */
async function recordBeacons(page: Page) {
  const answers: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/user-event')) answers.push(answer.status());
  });
  await page.addInitScript(() => {
    const recorded: string[] = [];
    Object.assign(window, { recorded });
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (address, body) => {
      if (body instanceof Blob) void body.text().then((text) => recorded.push(text));
      return send(address, body);
    };
  });
  const sentEvents = async () => {
    const texts = await page.evaluate<string[]>(() => Reflect.get(window, 'recorded'));
    return texts.map((text): { kind: string } => JSON.parse(text));
  };
  return { answers, sentEvents };
}
