import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { test } from './counterpart-test.ts';
import type { Person } from './person.ts';
import type { SmallDocuments } from './small-documents.ts';

const WAIT = { timeout: 60_000 };
const ROWS = 'Documents in the upload queue';

test('a folder is dropped, files are pasted, uploads are paused and go on, a row is renamed, and what is left is cleared', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  await page.addInitScript(listenToAnalytics);
  await person.signIn();
  const deal = await person.createDeal('Project Larch');
  await openDrawer(page);
  await page.getByText('Select documents or drag and drop.').waitFor();

  counterpart.store.slowTo(5000);
  await dropFolder(page, await makeFolder(documents));
  const inOrder = ['1 Deed', '2 Exhibits', 'Closing', 'Tax', '10 Annex'];
  await expect.poll(async () => names(page)).toEqual(inOrder);
  await page.getByRole('button', { name: 'Upload Queue (5)' }).waitFor();
  expect(await heightOf(page)).toBe(450);
  await person.context.grantPermissions(['notifications'], { origin: person.url });
  const tell = page.getByRole('button', { name: 'Tell me when done' });
  await tell.click();
  await tell.waitFor({ state: 'detached' });
  counterpart.store.slowTo(null);
  await expect.poll(async () => uploaded(person, deal), WAIT).toEqual(inOrder);
  await person.sees('5 of 5 documents complete.');
  await page.getByText('Everything is saved. You can close Counterpart.').waitFor();

  // The focus is in a name: what is pasted there is not for the queue.
  await paste(page.getByLabel('Name of Closing'), 'Not for the queue.pdf', documents);
  await counterpart.store.cut();
  await paste(page.getByRole('checkbox', { name: 'Select all' }), 'Side Letter.pdf', documents);
  const letter = person.queueRow('Side Letter');
  await letter.getByText('The file store could not be reached. It is tried again.').waitFor(WAIT);
  await page.getByRole('button', { name: 'Try again now' }).waitFor();
  await page.getByRole('button', { name: 'Pause uploads' }).click();
  await letter.getByText('Paused').waitFor();
  await page.getByText('1 file stays on this device until you go on.').waitFor();
  await expectAccessible(page);
  await counterpart.store.restore();
  await page.getByRole('button', { name: 'Resume uploads' }).click();
  await expect.poll(async () => uploaded(person, deal), WAIT).toEqual([...inOrder, 'Side Letter']);
  await person.sees('6 of 6 documents complete.');

  const field = page.getByLabel('Name of Tax');
  const version = Math.max(...(await person.documents(deal)).map((document) => document.version));
  await field.fill('  Tax ');
  await field.blur();
  expect(await field.inputValue()).toBe('Tax');
  await field.fill('Tax Deed');
  await field.blur();
  await expect.poll(async () => uploaded(person, deal), WAIT).toContain('Tax Deed');
  // One edit, not two: what only differs by spaces was none.
  const renamed = (await person.documents(deal)).find(({ name }) => name === 'Tax Deed');
  expect(renamed?.version).toBe(version + 1);

  await page.getByRole('button', { name: 'Clear' }).click();
  const question = page.getByRole('alertdialog', { name: 'Clear the upload queue?' });
  await question
    .getByText('6 documents in the queue are deleted for everyone in this transaction.')
    .waitFor();
  await question.getByRole('button', { name: 'Clear' }).click();
  await person.sees('6 documents have been deleted from the Upload Queue.');
  await page.getByRole('button', { name: 'Upload Queue (0)' }).waitFor();
  await expect.poll(async () => person.documents(deal), WAIT).toEqual([]);
  expect(await analytics(page)).toEqual([
    'upload_queue.files_added dropped',
    'upload_queue.files_added pasted',
  ]);
});

test('the drawer opens by itself when files come, spares data where it is to, and closes when all are added', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  await page.addInitScript(listenToAnalytics);
  await person.signIn();
  await person.createDeal('Project Hazel');
  await spareData(page);
  await person.drop(documents.pdf, await copyOf(documents, 'Deed.pdf'));
  const drawer = page.locator('#upload-queue');
  await drawer.waitFor();
  expect(await heightOf(page)).toBe(250);
  await person.sees('Held: this device is to spare data.');
  await counterpart.store.cut();
  await page.getByRole('button', { name: 'Upload all the same' }).click();
  await person.sees('The file store could not be reached. It is tried again.');
  await page.getByRole('button', { name: 'Try again now' }).click();
  await counterpart.store.restore();
  const add = page.getByRole('button', { name: /^Add \d documents? to transaction$/ });
  await expect.poll(async () => add.textContent(), WAIT).toBe('Add 2 documents to transaction');

  await add.click();
  await person.sees('2 documents successfully added to transaction.');
  await drawer.waitFor({ state: 'detached' });
  await expect.poll(async () => person.checklist()).toEqual(['Confidentiality Agreement', 'Deed']);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Upload Queue (0)');
  expect(await analytics(page)).toEqual([
    'upload_queue.files_added dropped',
    'ADD_TO_TRANSACTION_CLICKED',
    'DOCUMENTS_ADDED',
  ]);
  expect(person.complaints).toEqual([]);
});

/** The device is on a connection that is to be spared, as the browser tells page and worker. */
async function spareData(page: Page): Promise<void> {
  const spare = (): void => {
    const connection = Reflect.get(navigator, 'connection');
    Object.defineProperty(connection, 'saveData', { value: true });
    connection.dispatchEvent(new Event('change'));
  };
  await page.evaluate(spare);
  for (const worker of page.workers()) await worker.evaluate(spare);
}

async function openDrawer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Upload Queue (0)' }).click();
  await page.locator('#upload-queue').waitFor();
}

async function heightOf(page: Page): Promise<number> {
  const drawer = page.locator('#upload-queue');
  let last = -1;
  await expect
    .poll(async () => {
      const before = last;
      last = (await drawer.boundingBox())?.height ?? 0;
      return last === before;
    })
    .toBe(true);
  return last;
}

/** The rows of the queue, top to bottom. */
async function names(page: Page): Promise<string[]> {
  return page
    .getByRole('list', { name: ROWS })
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')));
}

/** The documents of the server's queue, in the order of upload. */
async function uploaded(person: Person, deal: string): Promise<string[]> {
  const queued = (await person.documents(deal)).filter((document) => document.in_queue);
  return queued.toSorted((a, b) => a.upload_order - b.upload_order).map((document) => document.name);
}

/** Files of two depths whose order by path is that of no file system, and one that the system hides. */
async function makeFolder(documents: SmallDocuments): Promise<string> {
  const folder = join(documents.folder, 'Closing set');
  await mkdir(join(folder, '3 Certificates'), { recursive: true });
  for (const name of [
    '10 Annex.pdf',
    '2 Exhibits.pdf',
    '1 Deed.pdf',
    '3 Certificates/Tax.pdf',
    '3 Certificates/Closing.pdf',
  ])
    await copyOf(documents, join('Closing set', name));
  await writeFile(join(folder, '.DS_Store'), 'x'.repeat(200));
  return folder;
}

/** Another document, of other bytes. */
async function copyOf(documents: SmallDocuments, name: string): Promise<string> {
  const path = join(documents.folder, name);
  await writeFile(path, await bytesOf(documents, name));
  return path;
}

async function bytesOf(documents: SmallDocuments, name: string): Promise<Buffer> {
  return Buffer.concat([await readFile(documents.pdf), Buffer.from(`\n% ${name}\n`)]);
}

/** As from a file manager: a drag that the page itself has made cannot carry a folder. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devTools.send('Input.dispatchDragEvent', { type, x: 720, y: 300, data });
  await devTools.detach();
}

/** Pastes a file where the focus is. */
async function paste(at: Locator, name: string, documents: SmallDocuments): Promise<void> {
  await at.focus();
  const base64 = (await bytesOf(documents, name)).toString('base64');
  await at.evaluate(
    (element, file) => {
      const clipboardData = new DataTransfer();
      const bytes = Uint8Array.from(atob(file.base64), (letter) => letter.charCodeAt(0));
      clipboardData.items.add(new File([bytes], file.name, { type: 'application/pdf' }));
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    { name, base64 },
  );
}

/** Runs in the page: a firm's own script that hears what is told. */
function listenToAnalytics(): void {
  const heard: string[] = [];
  Object.assign(window, { heard });
  window.addEventListener('counterpart:analytics', (event) => {
    if (!(event instanceof CustomEvent)) return;
    const told: { event: string; properties: { source?: string } } = event.detail;
    heard.push([told.event, told.properties.source].filter(Boolean).join(' '));
  });
}

async function analytics(page: Page): Promise<unknown> {
  return page.evaluate(() => Reflect.get(window, 'heard'));
}
