import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { openProfile } from '../support/chromium.ts';
import { test } from '../support/counterpart-test.ts';
import { Person } from '../support/person.ts';
import { checklistOf } from './tray.ts';

const WAIT = { timeout: 60_000 };

test('[FILE3] work that cannot be sent is exported to a file, and reaches the server from another browser', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Oak');
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await person.addHeader('Made on the plane');
  await person.drop(documents.pdf);
  await person.queueRow('Confidentiality Agreement').waitFor(WAIT);
  await page.goto(`${counterpart.url}/account/diagnostics`);
  await person.sees('Add the header “Made on the plane”');
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export unsent work' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^counterpart-unsent-work-\d{4}-\d\d-\d\d\.zip$/);
  const archive = await download.path();

  await counterpart.mend();
  const profile = await openProfile({ hosts: counterpart.hosts, still: true, shell: true });
  const elsewhere = new Person(await profile.context.newPage(), counterpart);
  await elsewhere.signIn();
  await elsewhere.page.goto(`${counterpart.url}/account/diagnostics`);
  await elsewhere.page.getByLabel('File of unsent work').setInputFiles(archive);
  await elsewhere.sees('Imported 1 change and 1 file.');
  await expect.poll(async () => elsewhere.checklistOnServer(deal), WAIT).toEqual(['Made on the plane']);
  await expect
    .poll(async () => (await elsewhere.documents(deal)).map((document) => document.name), WAIT)
    .toEqual(['Confidentiality Agreement']);

  // The original browser sends it, too, and it has only one effect.
  await person.regainNetwork(counterpart);
  await page.goto(checklistOf(counterpart.url, deal));
  await person.sees('All changes saved');
  expect(await person.checklistOnServer(deal)).toEqual(['Made on the plane']);
  expect((await person.documents(deal)).length).toBe(1);
  await profile.close();
});
