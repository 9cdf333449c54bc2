import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { openProfile } from '../support/chromium.ts';
import { test } from '../support/counterpart-test.ts';
import { Person } from '../support/person.ts';

const ALDER = /Project Alder/;
const ALL_HERE = /^(?:All \d+ (?:readable )?documents|The only document is) on this device · [\d.,]+ MB/;

async function choose({ page }: Person, entry: string): Promise<void> {
  await page.getByRole('button', { name: /^More actions for Project Alder/ }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

/** Turns automatic offline copies off, because these tests count the files of a single deal. */
async function turnAutomaticOff(person: Person): Promise<void> {
  const { page, url } = person;
  await page.goto(`${url}/account`);
  const section = page.getByRole('region', { name: 'Offline transactions' });
  const box = section.getByRole('checkbox', { name: /^Keep transactions offline/ });
  await box.click();
  await expect.poll(async () => box.isChecked()).toBe(false);
  await page.goto(url);
  await page.getByRole('row', { name: ALDER }).waitFor();
}

/**
 * Returns how many files of offline deals the browser has stored. Opening a cache that is being deleted
 * creates it again, so this may leave empty ones.
 */
async function storedFiles({ page }: Person): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('counterpart-kept-'));
    const files = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return files.flat().length;
  });
}

/**
 * Returns the names of the caches for offline or viewed files. It opens none of them, so it can't recreate
 * one that was just deleted.
 */
async function cachesOfFiles({ page }: Person): Promise<string[]> {
  const names = await page.evaluate(async () => caches.keys());
  return names.filter((name) => /^counterpart-(?:kept|documents|thumbnails)-/.test(name));
}

test('a user keeps an unopened deal offline and reads all its documents without a network', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  await turnAutomaticOff(person);
  const row = page.getByRole('row', { name: ALDER });
  await choose(person, 'Keep on this device');
  await expect.poll(async () => row.innerText(), { timeout: 60_000 }).toMatch(/^Kept on this device$/m);
  await expectAccessible(page);

  await person.loseNetwork(counterpart);
  await page.reload();
  await page.getByRole('link', { name: ALDER }).click();
  await page.getByText(ALL_HERE).waitFor();
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  const documents = page.getByRole('list', { name: 'Documents of this transaction' }).getByRole('listitem');
  await documents.first().waitFor();
  const ready = documents.filter({ hasText: /\d+ pages?/ });
  await expect.poll(async () => ready.count()).toBeGreaterThan(3);
  const count = await ready.count();
  for (let index = 0; index < count; index += 1) {
    const link = ready.nth(index).locator('[data-open]');
    await link.click();
    await page.getByRole('group', { name: 'Page 1', exact: true }).locator('canvas').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: /^Viewer/ }).waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Kept on this device…' }).click();
  const dialog = page.getByRole('dialog', { name: 'On this device' });
  await dialog.getByText(ALL_HERE).waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove from this device' }).click();
  await dialog.getByText(/isn’t kept on this device/).waitFor();
  // The app announces the choice first, and then deletes the files.
  await expect.poll(async () => storedFiles(person)).toBe(0);
});

test('a sign-out deletes all files from the device, and removing a participant deletes the deal’s files', async ({
  counterpart,
  person,
}) => {
  await person.signIn();
  const profile = await openProfile({ hosts: counterpart.hosts, still: true, shell: true });
  const associate = new Person(await profile.context.newPage(), counterpart);
  await associate.signIn('associate@demo.test');
  await associate.isReadyForOffline();
  await turnAutomaticOff(associate);
  await choose(associate, 'Keep on this device');
  const row = associate.page.getByRole('row', { name: ALDER });
  const isAllHere = async () =>
    expect.poll(async () => row.innerText(), { timeout: 60_000 }).toMatch(/^Kept on this device$/m);
  await isAllHere();
  // Open the deal, so that its pictures are loaded, too.
  await associate.page.getByRole('link', { name: ALDER }).click();
  await associate.page.getByRole('treegrid').waitFor();
  await associate.page.goBack();
  await isAllHere();

  await associate.page.getByRole('button', { name: 'Sign out' }).click();
  await associate.page.getByLabel('Email address').waitFor();
  await expect.poll(async () => cachesOfFiles(associate)).toEqual([]);
  await associate.fillInSignIn('associate@demo.test');
  await isAllHere();

  await choose(person, 'Participants…');
  await person.page.getByRole('checkbox', { name: /Daniel Okafor/ }).uncheck();
  await person.page.getByRole('button', { name: 'Save', exact: true }).click();
  await person.sees('Participants successfully updated');
  await row.waitFor({ state: 'detached', timeout: 60_000 });
  await expect.poll(async () => storedFiles(associate)).toBe(0);
  await profile.close();
});
