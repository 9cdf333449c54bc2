import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { Person } from '../support/person.ts';

const PASSPHRASE = 'three quiet harbours';
const LOCKED = 'Counterpart is locked';
const ALL_SEALED = 'The lock is on. All files that Counterpart keeps on this device are encrypted.';
const WAIT = { timeout: 60_000 };

/** The first bytes of PDFs and of pictures. */
const PLAIN = ['%PDF-', '\u0089PNG'];

/** Returns how many of the person's files are on the disk, and how many of them are unencrypted. */
async function onDisk(page: Page): Promise<{ files: number; plain: number; caches: number; locks: number }> {
  return page.evaluate(async (marks) => {
    const bodies: Blob[] = [];
    const names = (await caches.keys()).filter((name) =>
      /^counterpart-(?:kept|documents|thumbnails|aside)-/.test(name),
    );
    for (const name of names) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) bodies.push(await (await cache.match(request))!.blob());
    }
    let locks = 0;
    const asked = async <Result>(request: IDBRequest<Result>) =>
      new Promise<Result>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error));
      });
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await asked(indexedDB.open(name));
      for (const store of db.objectStoreNames) {
        const rows: unknown[] = await asked(db.transaction(store).objectStore(store).getAll());
        locks += rows.filter((row) => (row as { key?: string }).key === 'device-lock').length;
        const look = (value: unknown): void => {
          if (value instanceof Blob) bodies.push(value);
          else if (ArrayBuffer.isView(value)) bodies.push(new Blob([value as Uint8Array<ArrayBuffer>]));
          else if (value instanceof CryptoKey) throw new Error('A key lies on the disk.');
          else if (typeof value === 'object' && value !== null) Object.values(value).forEach(look);
        };
        rows.forEach(look);
      }
      db.close();
    }
    const texts = await Promise.all(
      bodies.map(async (body) => new TextDecoder('latin1').decode(await body.arrayBuffer())),
    );
    const isPlain = (text: string) => marks.some((mark) => text.includes(mark) && text.length > 200);
    return { files: texts.length, plain: texts.filter(isPlain).length, caches: names.length, locks };
  }, PLAIN);
}

async function keepAlder({ page }: Person): Promise<void> {
  await page.getByRole('button', { name: /^More actions for Project Alder/ }).click();
  await page.getByRole('menuitem', { name: 'Keep on this device' }).click();
  const row = page.getByRole('row', { name: /Project Alder/ });
  await expect.poll(async () => row.innerText(), WAIT).toMatch(/^Kept on this device$/m);
}

async function openAccount({ page }: Person): Promise<void> {
  await page.getByTitle('Your account').click();
  await page.getByRole('heading', { name: 'Device lock' }).waitFor(WAIT);
}

async function setLock({ page }: Person): Promise<void> {
  const form = page.getByRole('form', { name: 'Set device lock' });
  await form.getByLabel('New passphrase', { exact: true }).fill(PASSPHRASE);
  await form.getByLabel('Confirm new passphrase').fill(PASSPHRASE);
  await form.getByRole('button', { name: 'Set passphrase' }).click();
  await page.getByText(ALL_SEALED).waitFor(WAIT);
}

async function tryPassphrase(page: Page, passphrase: string): Promise<void> {
  await page.getByLabel('Device passphrase').fill(passphrase);
  await page.getByRole('button', { name: 'Unlock' }).click();
}

async function isLocked(page: Page): Promise<void> {
  await page.getByRole('heading', { name: LOCKED }).waitFor(WAIT);
}

/** Opens a document of the offline deal, and waits for its first page. */
async function openOffline(person: Person): Promise<void> {
  const { page } = person;
  await page.getByRole('link', { name: 'Counterpart, all transactions' }).click();
  await page.getByRole('link', { name: /Project Alder/ }).click();
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  const documents = page.getByRole('list', { name: 'Documents of this transaction' }).getByRole('listitem');
  await documents
    .filter({ hasText: /\d+ pages?/ })
    .first()
    .locator('[data-open]')
    .click(WAIT);
  await page.getByRole('group', { name: 'Page 1', exact: true }).locator('canvas').waitFor(WAIT);
  await page.keyboard.press('Escape');
}

test('[LOCK3, LOCK4, LOCK5, LOCK6] a device lock set offline encrypts all files on the device, and turning it off decrypts them', async ({
  counterpart,
  person,
  documents,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  const deal = await person.createDeal('Project Cypress');
  await page.getByRole('link', { name: 'Counterpart, all transactions' }).click();
  await keepAlder(person);
  await openAccount(person);

  await person.loseNetwork(counterpart);
  await person.openChecklist(deal);
  await person.addHeader('Ancillary');
  await person.drop(documents.pdf);
  await page.getByRole('button', { name: 'Upload Queue (1)' }).waitFor(WAIT);
  const before = await onDisk(page);
  expect(before.plain).toBeGreaterThan(3);
  await openAccount(person);
  await setLock(person);
  await expectAccessible(page);
  expect(await onDisk(page)).toMatchObject({ plain: 0, locks: 1 });
  expect((await onDisk(page)).files).toBeGreaterThanOrEqual(before.files);

  await page.reload();
  await isLocked(page);
  await expectAccessible(page);
  const sent = counterpart.store.sentSoFar();
  await person.regainNetwork(counterpart);
  // The edits are sent, the file is not.
  await expect.poll(async () => person.outlineOnServer(deal), WAIT).toContain('Ancillary');
  expect(await person.documents(deal)).toEqual([]);
  expect(counterpart.store.sentSoFar()).toBe(sent);
  await tryPassphrase(page, 'three quiet harbors');
  await page.getByText('Incorrect passphrase. Try again.').waitFor(WAIT);
  expect(await person.documents(deal)).toEqual([]);

  await tryPassphrase(page, PASSPHRASE);
  await expect.poll(async () => (await person.documents(deal)).length, WAIT).toBe(1);
  await page.getByRole('link', { name: 'Counterpart, all transactions' }).waitFor(WAIT);
  await person.sees('All changes saved');
  expect((await person.documents(deal)).map(({ sha256 }) => sha256)).toEqual([
    await documents.hashOf(documents.pdf),
  ]);

  await person.loseNetwork(counterpart);
  await page.reload();
  await isLocked(page);
  await tryPassphrase(page, PASSPHRASE);
  await openOffline(person);
  expect((await onDisk(page)).plain).toBe(0);

  await openAccount(person);
  const off = page.getByRole('form', { name: 'Turn off device lock' });
  await off.getByLabel('Passphrase').fill(PASSPHRASE);
  await off.getByRole('button', { name: 'Turn off device lock' }).click();
  await page.getByRole('form', { name: 'Set device lock' }).waitFor(WAIT);
  await expect.poll(async () => (await onDisk(page)).locks).toBe(0);
  await expect.poll(async () => (await onDisk(page)).plain).toBeGreaterThan(3);
  await page.reload();
  await page.getByRole('heading', { name: 'Device lock' }).waitFor(WAIT);
  await openOffline(person);
});

test('[LOCK2] a user whose session ended needs the passphrase after signing in, and nobody else can read their files', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  await openAccount(person);
  await setLock(person);

  await person.context.clearCookies();
  await page.getByRole('link', { name: 'Counterpart, all transactions' }).click();
  await page.waitForURL(/action=inactive/, WAIT);
  await person.fillInSignIn('associate@demo.test');
  await page.getByRole('button', { name: 'New transaction' }).waitFor(WAIT);

  await page.evaluate(() => {
    history.pushState(null, '', '/login');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  await person.fillInSignIn();
  await isLocked(page);
  await tryPassphrase(page, PASSPHRASE);
  await page.getByRole('button', { name: 'New transaction' }).waitFor(WAIT);
});

test('[LOCK2, LOCK7] all tabs lock and unlock together, and signing out of a locked device leaves nothing on it', async ({
  counterpart,
  person,
  documents,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  await keepAlder(person);
  const deal = await person.createDeal('Project Juniper');
  await openAccount(person);
  await setLock(person);

  const other = new Person(await person.context.newPage(), person.site);
  await other.openChecklist(deal);
  await other.context.setOffline(true);
  await counterpart.store.cut();
  await other.drop(documents.pdf);
  const queue = other.page.getByRole('button', { name: 'Upload Queue (1)' });
  await queue.waitFor(WAIT);
  await other.sees(
    /1 file is kept on this device and will be sent after you come back online and unlock this device/,
  );
  expect(await onDisk(other.page)).toMatchObject({ plain: 0 });

  await page.getByRole('button', { name: 'Lock now' }).click();
  await Promise.all([isLocked(page), isLocked(other.page)]);
  await tryPassphrase(other.page, PASSPHRASE);
  await page.getByRole('button', { name: 'Lock now' }).click(WAIT);
  await Promise.all([isLocked(page), isLocked(other.page)]);

  await page.getByRole('button', { name: 'Sign out of this device…' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('1 file isn’t on the server yet and will be lost.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Delete files and sign out' }).click();
  await page.getByLabel('Email address').waitFor(WAIT);
  await expect.poll(async () => onDisk(page), WAIT).toEqual({ files: 0, plain: 0, caches: 0, locks: 0 });
});
