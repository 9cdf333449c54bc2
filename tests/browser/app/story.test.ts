import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { badgesOfApp, watchAppBadge } from '../support/app-badge.ts';
import { test, testOnNewDevice } from '../support/counterpart-test.ts';

testOnNewDevice(
  'a lawyer uploads a PDF, a .doc and a .docx, works offline, and finds everything on the server afterward',
  async ({ counterpart, documents, person }) => {
    const { page } = person;
    await page.goto(`${counterpart.url}/login`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await expectAccessible(page);
    await person.signIn();
    await expectAccessible(page);
    const deal = await person.createDeal('Project Birch');

    const { doc, docx } = await documents.letters();
    await person.drop(documents.pdf, doc, docx);
    await page.getByRole('button', { name: 'Upload Queue (3)' }).waitFor();
    const add = page.getByRole('button', { name: 'Add 3 documents to transaction' });
    await expect.poll(async () => add.isEnabled(), { timeout: 120_000 }).toBe(true);
    await person.chooseSigningType('Officer Certificate', 'Non-executable');
    await expectAccessible(page);
    await add.click();
    await person.sees('3 documents successfully added to transaction.');
    const dropped = ['Confidentiality Agreement', 'Officer Certificate', 'Escrow Agreement'];
    await expect.poll(async () => person.checklist()).toEqual(dropped);
    await expect.poll(async () => person.checklistOnServer(deal)).toEqual(dropped);
    const forSigning = Object.fromEntries(
      (await person.items(deal)).map((item) => [item.name, item.for_signing]),
    );
    expect(forSigning).toEqual({
      'Confidentiality Agreement': true,
      'Escrow Agreement': true,
      'Officer Certificate': false,
    });
    await expectAccessible(page);
    expect(person.complaints).toEqual([]);

    await person.isReadyForOffline();
    await person.loseNetwork(counterpart);
    await page.reload();
    await expect.poll(async () => person.checklist()).toEqual(dropped);
    await person.addHeader('Closing documents');
    await person.moveByKeyboard('Escrow Agreement', 'Alt+ArrowUp');
    await person.moveByKeyboard('Officer Certificate', 'Alt+ArrowUp');
    await person.moveByKeyboard('Confidentiality Agreement', 'Alt+ArrowDown');
    const seen = [
      'Officer Certificate',
      'Confidentiality Agreement',
      'Escrow Agreement',
      'Closing documents',
    ];
    await expect.poll(async () => person.checklist()).toEqual(seen);
    await person.sees(/Offline/);

    await page.reload();
    await expect.poll(async () => person.checklist()).toEqual(seen);
    await page.goto(`${counterpart.url}/`);
    await person.sees('Project Birch');
    await page.goto(`${counterpart.url}/transaction/${deal}/checklist`);
    await expect.poll(async () => person.checklist()).toEqual(seen);

    await person.regainNetwork(counterpart);
    await person.sees('All changes saved');
    await expect.poll(async () => person.checklistOnServer(deal)).toEqual(seen);
    await expect.poll(async () => person.checklist()).toEqual(seen);
  },
);

test('[UP13] signing out with unsent work asks first, deletes files, and keeps edits for the next sign-in', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  await page.addInitScript(watchAppBadge);
  await person.signIn();
  const deal = await person.createDeal('Project Juniper');
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await person.addHeader('Made on the plane');
  await person.drop(documents.pdf);
  await person.queueRow('Confidentiality Agreement').waitFor();
  await expect.poll(async () => (await badgesOfApp(page)).at(-1)).toBe(1);
  await person.sees('1 change and 1 file on this device only');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await person.sees('Sign out with unsent work?');
  await person.sees(/^You’re offline\. If you sign out, you can’t open your work/);
  await person.sees(/^1 file isn’t on the server and will be deleted from this device/);
  await person.sees(/^1 change hasn’t been sent\. It stays on this device/);
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Delete 1 file and sign out' }).click();
  await person.sees('You have signed out.');
  await expect.poll(async () => (await badgesOfApp(page)).at(-1)).toBe(0);
  await person.regainNetwork(counterpart);
  await person.signIn('associate@demo.test');
  // Until the first response, signing out asks first, because the server might not be there for the next sign-in.
  await person.sees('All changes saved');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await person.sees('You have signed out.');
  await person.signIn();
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Made on the plane']);
  await person.openChecklist(deal);
  await page.getByRole('button', { name: 'Upload Queue (0)' }).waitFor();
  expect(await person.documents(deal)).toEqual([]);
});
