import { readdir } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { test, testOnNewDevice } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { prepareDeal } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };
const READY = 'A new version is ready';

/**
 * Deploys another build on the server, and waits until its service worker is installed and waiting in the
 * browser.
 */
async function release({ page }: Person, { api, directUrl }: CounterpartProcess): Promise<void> {
  const now = await fetch(`${directUrl}/service-worker.js`);
  api.standIn('/service-worker.js', `${await now.text()}\n// Another build.`);
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect.poll(async () => waits(page), WAIT).toBe(true);
}

/** Returns whether a new service worker waits until the page no longer uses the old one. */
async function waits(page: Page): Promise<boolean> {
  return page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
}

/** Marks the page. A reload removes the mark. */
async function mark(page: Page): Promise<void> {
  await page.evaluate(() => document.documentElement.setAttribute('data-before', ''));
}

async function isReloaded(page: Page): Promise<boolean> {
  return page.evaluate(() => !document.documentElement.hasAttribute('data-before'));
}

test('a new version says that it is ready, and the page reloads only when the user agrees', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  await mark(page);
  await release(person, counterpart);
  const offer = page.getByRole('listitem').filter({ hasText: READY });
  await offer.waitFor(WAIT);
  await expectAccessible(page);
  expect(await isReloaded(page)).toBe(false);
  await offer.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(async () => isReloaded(page)).toBe(true);
});

test('a dismissed offer to update returns on the next visit, and nothing reloads until then', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  await mark(page);
  await release(person, counterpart);
  const offer = page.getByRole('listitem').filter({ hasText: READY });
  await offer.getByRole('button', { name: 'Dismiss' }).click(WAIT);
  await offer.waitFor({ state: 'detached' });
  await person.createDeal('Project Willow');
  expect(await isReloaded(page)).toBe(false);
  await page.reload();
  await offer.waitFor(WAIT);
  await expect.poll(async () => waits(page)).toBe(true);
});

test('while a file is being sent, the page reloads only after the file has arrived, even if the user asks', async ({
  person,
  counterpart,
  documents,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Alder Two');
  await person.isReadyForOffline();
  // Slow enough for everything that the person does in the meantime, even on a busy machine.
  counterpart.store.slowTo(500);
  await person.drop(await documents.largePdf(200_000));
  await person.queueRow('Disclosure Schedules').waitFor(WAIT);
  await mark(page);
  await release(person, counterpart);
  const offer = page.getByRole('listitem').filter({ hasText: READY });
  const reload = offer.getByRole('button', { name: 'Reload' });
  await reload.click(WAIT);
  await person.sees('Some files aren’t on the server yet. We’ll ask you again when they are.');
  expect(await waits(page)).toBe(true);
  expect(await person.documents(deal)).toEqual([]);
  await offer.getByRole('button', { name: 'Dismiss' }).click();
  await offer.waitFor({ state: 'detached' });

  counterpart.store.slowTo(null);
  // The offer appears again by itself.
  await offer.waitFor(WAIT);
  expect(await isReloaded(page)).toBe(false);
  await expect.poll(async () => (await person.documents(deal)).length, WAIT).toBe(1);
  await reload.click();
  await expect.poll(async () => isReloaded(page)).toBe(true);
  await page.getByRole('button', { name: 'Upload Queue (1)' }).waitFor(WAIT);
  await expect.poll(async () => waits(page)).toBe(false);
  expect(await person.documents(deal)).toHaveLength(1);
});

/**
 * Makes the browser offer installation, and counts how often the offer is accepted. Returns whether the
 * browser suppresses its own banner.
 */
async function offerInstallation(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const prompt = async (): Promise<void> => {
      const { dataset } = document.documentElement;
      dataset['prompted'] = String(Number(dataset['prompted'] ?? 0) + 1);
    };
    const offered = new Event('beforeinstallprompt', { cancelable: true });
    return window.dispatchEvent(Object.assign(offered, { prompt }));
  });
}

testOnNewDevice(
  'the app offers to be installed when the browser allows it, however early, but not after the user has decided',
  async ({ person }) => {
    const { page } = person;
    await page.goto(`${person.url}/login`);
    await page.getByLabel('Email address').waitFor();
    expect(await offerInstallation(page)).toBe(false);
    await person.fillInSignIn();
    const install = page.getByRole('button', { name: 'Install Counterpart on this device' });
    await install.waitFor(WAIT);
    await expectAccessible(page);
    await install.click();
    await install.waitFor({ state: 'detached' });
    const prompted = async () => page.evaluate(() => document.documentElement.dataset['prompted']);
    expect(await prompted()).toBe('1');
    // The browser may offer it again after the user has declined, but not after the app was installed
    // elsewhere.
    await offerInstallation(page);
    await install.waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
    await install.waitFor({ state: 'detached' });
    expect(await prompted()).toBe('1');
  },
);

test('a part that exists only in the server’s new version loads after the page is refreshed', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const deal = await prepareDeal(counterpart, 'Project Cedar', ['# Corporate']);
  await person.signIn();
  await person.openChecklist(deal);
  await person.isReadyForOffline();
  await release(person, counterpart);
  // This part is not precached.
  const part = (await readdir('dist/assets')).find((name) =>
    /^apart-signature-pages-screen.*\.js$/.test(name),
  );
  counterpart.api.standIn(`/assets/${part}`, 'throw new Error("This is of another version.");');
  await page.getByRole('link', { name: 'Signature pages' }).click();
  const failed = page.getByRole('heading', { name: 'Something went wrong' });
  await failed.waitFor(WAIT);
  counterpart.api.standIn(`/assets/${part}`, null);
  await page.getByRole('button', { name: 'Refresh page' }).click();
  await expect.poll(async () => waits(page), WAIT).toBe(false);
  await page.getByRole('heading', { name: /Choose the documents/ }).waitFor(WAIT);
});
