import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { test } from './counterpart-test.ts';

test('what is shared to the installed app, or opened with it, waits for the person to say for which deal', async ({
  person,
  documents,
}) => {
  const { page } = person;
  const opened = (await readFile(documents.pdf)).toString('base64');
  // The part of the browser's that hands over opened files is not in one without windows.
  await page.addInitScript((base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const handle = { getFile: async () => new File([bytes], 'Opened.pdf', { type: 'application/pdf' }) };
    const setConsumer = (take: (launch: { files: unknown[] }) => void) => take({ files: [handle] });
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
  }, opened);
  await person.signIn();
  const deal = await person.createDeal('Project Rowan');
  await person.isReadyForOffline();
  await page.context().setOffline(true);
  await page.evaluate(async () => {
    const form = new FormData();
    const text = `%PDF-1.7 ${'shared '.repeat(50)}`;
    form.append('documents', new File([text], 'Shared.pdf', { type: 'application/pdf' }));
    form.append('documents', new File(['not one of ours'], 'photo.png', { type: 'image/png' }));
    await fetch('/incoming', { method: 'POST', body: form, redirect: 'manual' });
  });
  await page.goto(`${person.url}/`);
  await person.sees('2 files wait on this device for you to say for which transaction.');
  await page.getByRole('link', { name: 'Choose a transaction' }).click();
  await page.getByRole('heading', { name: 'For which transaction?' }).waitFor();
  await page.getByText('Opened.pdf').waitFor();
  await person.sees('File type must be .pdf, .doc, or .docx');
  await page.getByRole('button', { name: 'Remove photo.png' }).click();
  await page.getByText('photo.png').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Project Rowan' }).click();
  await page.waitForURL(`**/transaction/${deal}/checklist`);
  await page.getByRole('button', { name: 'Upload Queue (2)' }).waitFor();
  await page.context().setOffline(false);
  await expect
    .poll(async () => (await person.documents(deal)).map(({ name }) => name).toSorted())
    .toEqual(['Opened', 'Shared']);
});
