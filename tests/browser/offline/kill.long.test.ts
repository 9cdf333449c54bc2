import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { killBrowser, openBrowser } from '../support/chromium.ts';
import { test } from '../support/counterpart-test.ts';
import { Person } from '../support/person.ts';
import { mirrorName } from './mirror-name.ts';

test('a browser that was killed continues its pending work when it is restarted', async ({ counterpart }) => {
  await counterpart.mend();
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-killed-'));
  const before = await openBrowser(folder, { hosts: counterpart.hosts });
  const person = new Person(await before.newPage(), counterpart);
  await person.signIn();
  const deal = await person.createDeal('Project Alder');
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await person.addHeader('Corporate');
  await person.addHeader('Ancillary');
  await person.moveByKeyboard('Ancillary', 'Alt+ArrowUp');
  // What the screen shows is on the disk.
  const seen = ['Ancillary', 'Corporate'];
  await expect.poll(async () => person.checklist()).toEqual(seen);
  await killBrowser(before);
  await counterpart.mend();

  const after = await openBrowser(folder, { hosts: counterpart.hosts });
  const again = new Person(await after.newPage(), counterpart);
  // The browser writes cookies only now and then, so the session's cookie may be lost.
  await again.signIn();
  await again.openChecklist(deal);
  await expect.poll(async () => again.checklist()).toEqual(seen);
  await again.sees('All changes saved');
  await expect.poll(async () => again.checklistOnServer(deal)).toEqual(seen);
  await after.close();
  await rm(folder, { recursive: true, force: true });
});

test('[DISK6] clearing all site data is reported as a loss, and ends the session too', async ({ person }) => {
  await person.signIn();
  const deal = await person.createDeal('Project Cedar');
  await person.addHeader('Corporate');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate']);
  const debugging = await person.context.newCDPSession(person.page);
  await debugging.send('Storage.clearDataForOrigin', {
    origin: new URL(person.url).origin,
    storageTypes: 'indexeddb',
  });
  await person.sees(/The browser deleted Counterpart’s data on this device/);
  await person.fillInSignIn();
  await expect.poll(async () => person.checklist()).toEqual(['Corporate']);
});

test('[DISK4] a tab of an older version commits half-typed text, and asks to be reloaded', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.createDeal('Project Elm');
  const name = await mirrorName(page);
  await page.getByRole('button', { name: 'Add header' }).first().click();
  await page.getByLabel('New header name').fill('Half a thought');
  // A page of the same origin that is not the app. It acts like a newer version.
  const newer = await person.context.newPage();
  await newer.goto(`${person.url}/api/config`);
  const labels = newer.evaluate(async (mirror) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(mirror, 9990);
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('not opened')));
    });
    return new Promise<string[]>((resolve) => {
      const all = db.transaction('elements').objectStore('elements').getAll();
      all.addEventListener('success', () => resolve(all.result.map((element) => String(element.label))));
    });
  }, name);
  const dialog = page.getByRole('dialog', {
    name: 'Counterpart was updated in another tab. Reload the page to continue.',
  });
  await dialog.waitFor();
  expect(await labels).toContain('Half a thought');
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible(), 'the dialog cannot be dismissed').toBe(true);
  expect(await dialog.getByRole('button', { name: 'Reload' }).count()).toBe(1);
});
