import { mkdtemp, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openBrowser } from './chromium.ts';
import { test } from './counterpart-test.ts';
import { Person } from './person.ts';

test('a browser that is killed goes on, when it is started again, with what waited', async ({
  counterpart,
}) => {
  await counterpart.mend();
  const folder = await mkdtemp(join(tmpdir(), 'counterpart-killed-'));
  const before = await openBrowser(folder);
  const person = new Person(await before.newPage(), counterpart.url);
  await person.signIn();
  const deal = await person.createDeal('Project Alder');
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await person.addHeader('Corporate');
  await person.addHeader('Ancillary');
  await person.moveByKeyboard('Ancillary', 'Alt+ArrowUp');
  // What is on the screen is on the disk.
  const seen = ['Ancillary', 'Corporate'];
  await expect.poll(async () => person.checklist()).toEqual(seen);
  await killBrowser(folder);
  await counterpart.mend();

  const after = await openBrowser(folder);
  const again = new Person(await after.newPage(), counterpart.url);
  // The browser may have lost the session's cookie, which it writes now and then.
  await again.signIn();
  await again.openChecklist(deal);
  await expect.poll(async () => again.checklist()).toEqual(seen);
  await again.sees('All changes saved');
  await expect.poll(async () => again.checklistOnServer(deal)).toEqual(seen);
  await after.close();
  await rm(folder, { recursive: true, force: true });
});

test('[DISK6] a mirror that the browser deletes is said to be lost, and is pulled anew', async ({
  person,
}) => {
  await person.signIn();
  const deal = await person.createDeal('Project Birch');
  await person.addHeader('Corporate');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate']);
  await person.page.evaluate(
    async (name) => {
      await new Promise<void>((resolve, reject) => {
        const request = indexedDB.deleteDatabase(name);
        request.addEventListener('success', () => resolve());
        request.addEventListener('error', () => reject(request.error ?? new Error('not deleted')));
      });
    },
    await mirrorName(person.page),
  );
  await person.sees(/The copy of your work on this device was deleted by the browser/);
  await expect.poll(async () => person.checklist()).toEqual(['Corporate']);
  await person.addHeader('Ancillary');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate', 'Ancillary']);
});

test('[DISK6] so it is where all site data is cleared, which ends the session too', async ({ person }) => {
  await person.signIn();
  const deal = await person.createDeal('Project Cedar');
  await person.addHeader('Corporate');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate']);
  const debugging = await person.context.newCDPSession(person.page);
  await debugging.send('Storage.clearDataForOrigin', {
    origin: new URL(person.url).origin,
    storageTypes: 'indexeddb',
  });
  await person.sees(/The copy of your work on this device was deleted by the browser/);
  await person.fillInSignIn();
  await expect.poll(async () => person.checklist()).toEqual(['Corporate']);
});

test('[DISK4] a tab of an older version commits what is half typed, and asks to be reloaded', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.createDeal('Project Elm');
  const name = await mirrorName(page);
  await page.getByRole('button', { name: 'Add header' }).first().click();
  await page.getByLabel('New header name').fill('Half a thought');
  // A page of the same origin that is not the app, as a newer version's would be to this one.
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
    name: 'Counterpart was updated in another tab. Reload to go on.',
  });
  await dialog.waitFor();
  expect(await labels).toEqual(['Half a thought']);
  await page.keyboard.press('Escape');
  expect(await dialog.isVisible(), 'nothing else can be done here').toBe(true);
  expect(await dialog.getByRole('button', { name: 'Reload' }).count()).toBe(1);
});

/** `kill -9`: nothing is written any more, nobody is told. */
async function killBrowser(folder: string): Promise<void> {
  // Chromium names its process in the lock of the profile, as host-pid.
  const lock = join(folder, 'SingletonLock');
  const pid = Number((await readlink(lock)).split('-').at(-1));
  process.kill(pid, 'SIGKILL');
  await expect
    .poll(() => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    })
    .toBe(false);
  await rm(lock, { force: true });
}

async function mirrorName(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).map((database) => database.name ?? '');
    return names.find((name) => /^counterpart-[0-9a-f]{8}-/.test(name)) ?? '';
  });
}
