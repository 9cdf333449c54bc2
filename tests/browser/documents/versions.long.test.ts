import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { AGREEMENT, filesOfItem, addDocument } from './item-versions.ts';

const WAIT = { timeout: 60_000 };

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
  // It goes to its document by itself: the queue shows it only to somebody who opens the queue.
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
