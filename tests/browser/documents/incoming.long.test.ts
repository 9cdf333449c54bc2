import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { analytics, listenToAnalytics } from '../support/analytics.ts';
import { testOnNewDevice } from '../support/counterpart-test.ts';

testOnNewDevice(
  'files shared to the installed app, or opened with it, wait for the user to choose a deal',
  async ({ person, documents }) => {
    const { page } = person;
    const opened = (await readFile(documents.pdf)).toString('base64');
    // The headless browser can't open files with an installed app, so this replaces that part.
    await page.addInitScript((base64) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const handle = { getFile: async () => new File([bytes], 'Opened.pdf', { type: 'application/pdf' }) };
      const setConsumer = (take: (launch: { files: unknown[] }) => void) => {
        if (sessionStorage.getItem('launched')) return;
        sessionStorage.setItem('launched', 'once');
        take({ files: [handle] });
      };
      Object.defineProperty(window, 'launchQueue', { value: { setConsumer } });
    }, opened);
    await page.addInitScript(listenToAnalytics);
    await page.goto(`${person.url}/login`);
    await person.isReadyForOffline();
    await share(page);
    await person.sees(
      'Nobody is signed in on this device, so what you shared was not saved. Sign in, then share it again.',
    );
    await person.signIn();
    const closed = await person.createDeal('Project Quince');
    await page.goto(`${person.url}/`);
    const deal = await person.createDeal('Project Rowan');
    await person.isReadyForOffline();
    await person.sees('All changes saved');
    await page.context().setOffline(true);
    // Offline, no pending response can restore the server's access rights.
    await page.reload();
    await page.getByRole('button', { name: 'Add header' }).first().waitFor();
    await page.evaluate(makeViewOnly, closed);
    await share(page);
    await page.getByText('Opened.pdf').waitFor();
    await expect
      .poll(async () => analytics(page))
      .toEqual(
        expect.arrayContaining(['upload_queue.files_added shared', 'upload_queue.files_added opened']),
      );
    await page.goto(`${person.url}/`);
    await person.sees('2 files on this device need a transaction.');
    await page.getByRole('link', { name: 'Choose a transaction' }).click();
    await page.getByRole('heading', { name: 'Choose a transaction' }).waitFor();
    await page.getByText('Opened.pdf').waitFor();
    await person.sees('File type must be .pdf, .doc, or .docx');
    await page.getByRole('button', { name: 'Remove photo.png' }).click();
    await page.getByText('photo.png').waitFor({ state: 'detached' });
    const quince = page.getByRole('button', { name: 'Project Quince You can only view this transaction' });
    await expect.poll(async () => quince.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Project Rowan' }).click();
    await page.waitForURL(`**/transaction/${deal}/checklist`);
    await page.getByRole('button', { name: 'Upload Queue (2)', expanded: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Upload Queue (2)', expanded: false }).waitFor();
    await page.context().setOffline(false);
    await expect
      .poll(async () => (await person.documents(deal)).map(({ name }) => name).toSorted())
      .toEqual(['Opened', 'Shared']);
  },
);

/** Changes the person's access to view-only, but only in this browser's mirror. For `evaluate`. */
async function makeViewOnly(deal: string): Promise<void> {
  const resultOf = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(new Error(request.error?.message)));
    });
  for (const { name = '' } of await indexedDB.databases()) {
    const db = await resultOf(indexedDB.open(name));
    if (db.objectStoreNames.contains('transactions')) {
      const store = db.transaction('transactions', 'readwrite').objectStore('transactions');
      const row: object | undefined = await resultOf(store.get(deal));
      if (row) await resultOf(store.put({ ...row, access: 'view' }));
    }
    db.close();
  }
}

/**
 * Shares files with the installed app like the operating system does: the browser navigates to the response's
 * address.
 */
async function share(page: Page): Promise<void> {
  await page.evaluate(() => {
    const shared = new DataTransfer();
    const text = `%PDF-1.7 ${'shared '.repeat(50)}`;
    shared.items.add(new File([text], 'Shared.pdf', { type: 'application/pdf' }));
    shared.items.add(new File(['not one of ours'], 'photo.png', { type: 'image/png' }));
    const form = document.createElement('form');
    Object.assign(form, {
      action: '/incoming',
      method: 'POST',
      enctype: 'multipart/form-data',
      hidden: true,
    });
    const input = document.createElement('input');
    Object.assign(input, { type: 'file', name: 'documents', multiple: true, files: shared.files });
    form.append(input);
    document.body.append(form);
    form.submit();
  });
}
