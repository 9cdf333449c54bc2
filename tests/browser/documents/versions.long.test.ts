import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { AGREEMENT, filesOfItem, addDocument } from './item-versions.ts';

const WAIT = { timeout: 60_000 };

test('a user adds a new version offline, views both, moves it back to the queue, and makes the first current again', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Hazel');
  await person.isReadyForOffline();
  await person.drop(documents.pdf);
  const add = page.getByRole('button', { name: /^Add \d documents? to transaction$/ });
  await expect.poll(async () => add.isEnabled(), WAIT).toBe(true);
  await add.click();
  await expect.poll(async () => filesOfItem(person, deal), WAIT).toEqual([AGREEMENT]);

  await person.drop(await documents.largePdf(40_000, 'Agreement, revised.pdf'));
  const bring = page.getByRole('button', { name: 'Add as new version…' });
  await expect.poll(async () => bring.isEnabled(), WAIT).toBe(true);
  await person.loseNetwork(counterpart);
  await bring.click();
  const dialog = page.getByRole('dialog', { name: 'Add “Agreement, revised” as a new version' });
  await dialog.getByRole('menuitem', { name: AGREEMENT }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await person.sees(`“Agreement, revised” is now the current version of “${AGREEMENT}”.`);
  await expect.poll(async () => person.checklist()).toEqual([AGREEMENT]);

  await person.row(AGREEMENT).click();
  await page.getByRole('button', { name: 'Details and notes' }).click();
  const versions = page.getByRole('region', { name: 'Versions' });
  await expect
    .poll(async () => versions.getByRole('listitem').allTextContents())
    .toEqual([
      expect.stringMatching(/^Version 2Current.*Agreement, revised\.pdf/),
      expect.stringMatching(/^Version 1.*Confidentiality Agreement\.pdf.*Make current$/),
    ]);
  await expectAccessible(page);
  await person.regainNetwork(counterpart);
  await expect.poll(async () => filesOfItem(person, deal), WAIT).toEqual(['Agreement, revised', AGREEMENT]);

  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  const card = page.getByRole('list', { name: 'Documents of this transaction' }).getByRole('listitem');
  await expect.poll(async () => card.allTextContents()).toEqual([expect.stringContaining('2 versions')]);
  await page.getByRole('link', { name: 'Checklist', exact: true }).click();

  await person.row(AGREEMENT).click();
  await page.keyboard.press('Control+z');
  await expect.poll(async () => filesOfItem(person, deal), WAIT).toEqual([AGREEMENT]);
  await page.getByRole('button', { name: 'Upload Queue (1)' }).waitFor();
  await page.keyboard.press('Control+Shift+z');
  await expect.poll(async () => filesOfItem(person, deal), WAIT).toEqual(['Agreement, revised', AGREEMENT]);

  await person.row(AGREEMENT).click();
  const details = page.getByRole('button', { name: 'Details and notes' });
  if ((await details.getAttribute('aria-pressed')) === 'false') await details.click();
  await page.getByRole('button', { name: 'Make current: version 1' }).click();
  await person.sees('Version 1 is now current.');
  await expect.poll(async () => filesOfItem(person, deal), WAIT).toEqual([AGREEMENT, 'Agreement, revised']);
  await person.sees('All changes saved');
});

test('a new version with content that the deal already has waits for a decision, and the details panel says so', async ({
  documents,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.createDeal('Project Sorrel');
  await addDocument(person, AGREEMENT);
  await person.row(AGREEMENT).click();
  await page.getByRole('button', { name: 'Details and notes' }).click();
  const version = page.getByLabel(`New version of ${AGREEMENT}`);
  const lines = page.getByRole('region', { name: 'Versions' }).getByRole('listitem');
  await version.setInputFiles(documents.pdf);
  await lines.filter({ hasText: /^Version 1Current/ }).waitFor(WAIT);
  await version.setInputFiles(documents.pdf);
  await page.getByRole('button', { name: /^Upload .* anyway$/ }).waitFor(WAIT);
  await expect.poll(async () => lines.first().textContent()).toContain('Waiting for you in the upload queue');
});

test('a version uploaded offline from the details panel becomes current once converted, and can go back to the queue', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Rowan');
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await addDocument(person, AGREEMENT);
  await person.row(AGREEMENT).click();
  await page.getByRole('button', { name: 'Details and notes' }).click();
  await page.getByLabel('Signing type', { exact: true }).selectOption('To be signed');
  await expect.poll(async () => person.row(AGREEMENT).textContent()).toContain('No signature pages');

  const versions = page.getByRole('region', { name: 'Versions' });
  const lines = versions.getByRole('listitem');
  await page.getByLabel(`New version of ${AGREEMENT}`).setInputFiles(documents.pdf);
  await expect
    .poll(async () => lines.allTextContents())
    .toEqual([expect.stringContaining('In the upload queue')]);
  // It is added to its document by itself, so the queue does not open for it.
  const queue = page.getByRole('button', { name: 'Upload Queue (1)' });
  expect(await queue.getAttribute('aria-expanded')).toBe('false');
  await queue.click();
  await person.sees(`New version of ${AGREEMENT}`);
  await queue.click();
  await person.regainNetwork(counterpart);
  await expect
    .poll(async () => lines.allTextContents(), WAIT)
    .toEqual([expect.stringMatching(/^Version 1Current/)]);
  await expect.poll(async () => filesOfItem(person, deal), WAIT).toEqual([AGREEMENT]);

  await page
    .getByLabel(`New version of ${AGREEMENT}`)
    .setInputFiles(await documents.largePdf(40_000, 'Agreement, revised.pdf'));
  await expect
    .poll(async () => lines.allTextContents(), WAIT)
    .toEqual([expect.stringMatching(/^Version 2Current/), expect.stringMatching(/^Version 1/)]);
  await page.getByRole('button', { name: 'More actions for version 1' }).click();
  await page.getByRole('menuitem', { name: 'Move back to the upload queue' }).click();
  await expect.poll(async () => filesOfItem(person, deal), WAIT).toEqual(['Agreement, revised']);
  await page.getByRole('button', { name: 'Upload Queue (1)' }).waitFor();
  await page.getByRole('button', { name: 'More actions for version 1' }).click();
  await page.getByRole('menuitem', { name: 'Delete this version' }).click();
  await person.sees('No file yet.');
  await expectAccessible(page);
});
