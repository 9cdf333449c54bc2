import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { analytics, listenToAnalytics } from '../support/analytics.ts';
import { testInChromium as test } from '../support/counterpart-test.ts';
import { badgesOfApp, watchAppBadge } from '../support/app-badge.ts';
import { asksBeforeLeaving } from '../support/leaving.ts';
import type { Person } from '../support/person.ts';
import type { SmallDocuments } from '../support/small-documents.ts';

const WAIT = { timeout: 60_000 };
const ROWS = 'Documents in the upload queue';

test('a user drops a folder, pastes files, pauses and resumes uploads, renames a row, and clears the rest', async ({
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

  // Slow enough for everything that the person does in the meantime, even on a busy machine.
  counterpart.store.slowTo(1000);
  await dropFolder(page, await makeFolder(documents));
  const inOrder = ['1 Deed', '2 Exhibits', 'Closing', 'Tax', '10 Annex'];
  await expect.poll(async () => names(page)).toEqual(inOrder);
  await page.getByRole('button', { name: 'Upload Queue (5)' }).waitFor();
  await expect.poll(async () => heightOf(page)).toBe(450);
  expect(await tooltipDelay(page, /^\d of 5 documents complete\.$/)).toBeGreaterThanOrEqual(490);
  await expect.poll(async () => asksBeforeLeaving(page)).toBe(true);
  await page.evaluate(answerGranted);
  const notifyMe = page.getByRole('button', { name: 'Notify me when done' });
  await notifyMe.click();
  await notifyMe.waitFor({ state: 'detached' });
  await person.hasFocus(page.locator('#upload-queue'));
  counterpart.store.slowTo(null);
  await expect.poll(async () => uploaded(person, deal), WAIT).toEqual(inOrder);
  await person.sees('5 of 5 documents complete.');
  await page.getByText('Everything is saved. You can close Counterpart.').waitFor();

  // The focus is in a name field: what is pasted there is not for the queue.
  await paste(page.getByLabel('Name of Closing'), 'Not for the queue.pdf', documents);
  await counterpart.store.cut();
  await paste(page.getByRole('checkbox', { name: 'Select all' }), 'Side Letter.pdf', documents);
  const letter = person.queueRow('Side Letter');
  await letter.getByText('The file store can’t be reached. Trying again…').waitFor(WAIT);
  await page.getByRole('button', { name: 'Try again now' }).waitFor();
  await page.getByRole('button', { name: 'Pause uploads' }).click();
  await letter.getByText('Paused').waitFor();
  await page.getByText('1 file is kept on this device and will be sent after you resume uploads.').waitFor();
  await expectAccessible(page);
  await counterpart.store.restore();
  await page.getByRole('button', { name: 'Resume uploads' }).click();
  await expect.poll(async () => uploaded(person, deal), WAIT).toEqual([...inOrder, 'Side Letter']);
  await person.sees('6 of 6 documents complete.');

  await expect.poll(async () => asksBeforeLeaving(page)).toBe(false);

  const field = page.getByLabel('Name of Tax');
  const version = Math.max(...(await person.documents(deal)).map((document) => document.version));
  await field.fill('  Tax ');
  await field.blur();
  await expect.poll(async () => field.inputValue()).toBe('Tax');
  // As many characters as the server accepts. The browser counts each emoji as two.
  const longest = `Tax Deed ${'😀'.repeat(341)}`;
  await field.fill(`${longest}😀 and so on`);
  await field.blur();
  await expect.poll(async () => uploaded(person, deal), WAIT).toContain(longest);
  // One edit, not two, because a change of only spaces is no edit.
  const renamed = (await person.documents(deal)).find(({ name }) => name === longest);
  expect(renamed?.version).toBe(version + 1);

  const all = page.getByRole('checkbox', { name: 'Select all' });
  await all.uncheck();
  await page.getByRole('checkbox', { name: 'Select 10 Annex' }).check();
  await page.getByRole('button', { name: 'Delete selected' }).click();
  await person.sees('1 document has been deleted from the Upload Queue.');
  await all.check();
  await page.getByLabel('Signing type of the selected documents').selectOption({ label: 'Non-executable' });
  await expect.poll(async () => badges(page, 'Non-executable')).toBe(5);
  await person.chooseSigningType('Side Letter', 'Executed');
  await expect.poll(async () => badges(page, 'Executed')).toBe(1);

  const { transition, stayed } = await closeDrawer(page);
  expect(transition).toBe('0.2s');
  expect(stayed).toBeGreaterThanOrEqual(195);
  await page.getByRole('button', { name: 'Upload Queue (5)' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  const question = page.getByRole('alertdialog', { name: 'Clear the upload queue?' });
  await question
    .getByText('5 documents in the queue will be deleted for everyone in this transaction.')
    .waitFor();
  await question.getByRole('button', { name: 'Clear queue' }).click();
  await person.sees('5 documents have been deleted from the Upload Queue.');
  await page.getByRole('button', { name: 'Upload Queue (0)' }).waitFor();
  await expect.poll(async () => person.documents(deal), WAIT).toEqual([]);
  await expect
    .poll(async () => analytics(page))
    .toEqual(['upload_queue.files_added dropped', 'upload_queue.files_added pasted']);
});

test('[UP19] files that are being sent or picked when the session ends continue after the next sign-in', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  await page.addInitScript(watchAppBadge);
  await person.signIn();
  const deal = await person.createDeal('Project Rowan');
  await counterpart.store.cut();
  await person.drop(await copyOf(documents, 'Deed.pdf'));
  await expect.poll(async () => (await badgesOfApp(page)).at(-1)).toBe(1);
  const picking = page.waitForEvent('filechooser');
  await page
    .getByLabel('Files to upload')
    .last()
    .evaluate((field: HTMLInputElement) => field.click());
  const dialog = await picking;
  await person.context.clearCookies();
  await person.sees('Your session has ended. Sign in to continue; unsent work is still on this device.');
  const badge = async () => (await badgesOfApp(page)).at(-1);
  await expect.poll(badge, { message: 'the file is still only on this device' }).toBe(1);
  await dialog.setFiles(documents.pdf);
  await counterpart.store.restore();
  await person.fillInSignIn();
  await expect
    .poll(async () => (await person.documents(deal)).map(({ name }) => name).toSorted())
    .toEqual(['Confidentiality Agreement', 'Deed']);
});

test('the drawer opens when files arrive, saves data if asked to, and closes when all are added', async ({
  counterpart,
  documents,
  person,
}) => {
  const { page } = person;
  await page.addInitScript(watchAppBadge);
  await page.addInitScript(watchNotifications);
  await page.addInitScript(listenToAnalytics);
  await person.signIn();
  await person.createDeal('Project Hazel');
  await saveData(page);
  await person.drop(documents.pdf, await copyOf(documents, 'Deed.pdf'));
  const drawer = page.locator('#upload-queue');
  await drawer.waitFor();
  await expect.poll(async () => heightOf(page)).toBe(250);
  await person.sees('Waiting: data saver is on.');
  await counterpart.store.cut();
  await page.getByRole('button', { name: 'Upload anyway' }).click();
  await person.sees('The file store can’t be reached. Trying again…');
  await page.getByRole('button', { name: 'Try again now' }).click();
  await expect.poll(async () => badgesOfApp(page)).toContain(2);
  // Hidden before the files arrive, because only a user who is elsewhere is notified.
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
  await counterpart.store.restore();
  const add = page.getByRole('button', { name: /^Add \d documents? to transaction$/ });
  await expect.poll(async () => add.textContent(), WAIT).toBe('Add 2 documents to transaction');
  await expect.poll(async () => (await badgesOfApp(page)).at(-1)).toBe(0);
  await expect
    .poll(async () => page.evaluate((): unknown => Reflect.get(window, 'notifications')))
    .toEqual(['Uploads complete: 2 files have been uploaded to Counterpart.']);

  await page.getByRole('checkbox', { name: 'Select Deed' }).uncheck();
  const [held] = await Promise.all([
    addedAgainAfter(add, 'Deed'),
    person.sees('1 document successfully added to transaction.'),
  ]);
  expect(held).toBeGreaterThanOrEqual(2990);
  await drawer.waitFor();
  await add.click();
  await drawer.waitFor({ state: 'detached' });
  await expect.poll(async () => person.checklist()).toEqual(['Confidentiality Agreement', 'Deed']);
  await person.hasFocus(page.getByRole('button', { name: 'Upload Queue (0)' }));
  await expect
    .poll(async () => analytics(page))
    .toEqual([
      'upload_queue.files_added dropped',
      'ADD_TO_TRANSACTION_CLICKED',
      'DOCUMENTS_ADDED',
      'ADD_TO_TRANSACTION_CLICKED',
      'DOCUMENTS_ADDED',
    ]);
  expect(person.complaints).toEqual([]);
});

/** Reports a metered connection to the page and the workers, like the browser does. */
async function saveData(page: Page): Promise<void> {
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

/** Returns how many milliseconds the pointer rests on the drawer's button before its tooltip shows. */
async function tooltipDelay(page: Page, words: RegExp): Promise<number> {
  await page.mouse.move(720, 100);
  const shown = page.evaluate(async () => {
    const button = document.querySelector('[aria-controls="upload-queue"]');
    await new Promise((resolve) => button?.addEventListener('pointerover', resolve, { once: true }));
    const began = performance.now();
    await new Promise<void>((resolve) => {
      const look = () => document.querySelector('[role="tooltip"]') && resolve();
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    return performance.now() - began;
  });
  await page.getByRole('button', { name: /^Upload Queue/ }).hover();
  await page.getByRole('tooltip').getByText(words).waitFor();
  await page.mouse.move(720, 100);
  return shown;
}

/**
 * Closes the drawer. Returns its transition without reduced motion, and after how many milliseconds it has
 * disappeared.
 */
async function closeDrawer(page: Page): Promise<{ transition: string; stayed: number }> {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const closed = await page.evaluate(async () => {
    const drawer = document.querySelector('#upload-queue');
    const button = document.querySelector('[aria-controls="upload-queue"]');
    if (!drawer || !(button instanceof HTMLElement)) throw new Error('the drawer is not open');
    const transition = getComputedStyle(drawer).transitionDuration;
    const began = performance.now();
    button.click();
    await new Promise<void>((resolve) => {
      const look = () => !drawer.isConnected && resolve();
      new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
    });
    return { transition, stayed: performance.now() - began };
  });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  return closed;
}

/**
 * Adds the selected documents and immediately selects another one. Returns how many milliseconds pass until
 * that one can be added.
 */
async function addedAgainAfter(add: Locator, other: string): Promise<number> {
  const enabled = add.evaluate(async (button, name) => {
    await new Promise((resolve) => button.addEventListener('click', resolve, { once: true }));
    const began = performance.now();
    const box = document.querySelector(`[aria-label="Select ${name}"]`);
    await new Promise<void>((resolve) => {
      let isHeld = false;
      const look = () => {
        if (!(button instanceof HTMLButtonElement)) return;
        isHeld ||= button.disabled;
        if (button.textContent?.includes('0') && box instanceof HTMLElement) box.click();
        else if (isHeld && !button.disabled) resolve();
      };
      // Starts after the click event, whose effect on the button comes later.
      new MutationObserver(look).observe(button, { attributes: true, characterData: true, subtree: true });
    });
    return performance.now() - began;
  }, other);
  await add.click();
  return enabled;
}

/** Runs in the page: grants the permission that the browser asks for. */
function answerGranted(): void {
  let permission: NotificationPermission = 'default';
  Object.defineProperty(Notification, 'permission', { get: () => permission });
  Notification.requestPermission = async () => (permission = 'granted');
}

/** Returns how many rows have a badge. */
async function badges(page: Page, badge: string): Promise<number> {
  return page.locator(`#upload-queue li span:text-is("${badge}")`).count();
}

/** Runs in the page: records system notifications, which the person has allowed. */
function watchNotifications(): void {
  const notifications: string[] = [];
  Object.assign(window, { notifications });
  Object.defineProperty(Notification, 'permission', { value: 'granted' });
  ServiceWorkerRegistration.prototype.showNotification = async (title, { body } = {}) => {
    notifications.push(`${title}: ${body}`);
  };
}

async function heightOf(page: Page): Promise<number> {
  return (await page.locator('#upload-queue').boundingBox())?.height ?? 0;
}

/** Returns the names in the queue, from top to bottom. */
async function names(page: Page): Promise<string[]> {
  return page
    .getByRole('list', { name: ROWS })
    .getByRole('textbox')
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')));
}

/** Returns the documents of the server's queue, in the order of upload. */
async function uploaded(person: Person, deal: string): Promise<string[]> {
  const queued = (await person.documents(deal)).filter((document) => document.in_queue);
  return queued.toSorted((a, b) => a.upload_order - b.upload_order).map((document) => document.name);
}

/**
 * Creates files at two levels, whose order by path differs from any file system's, and a hidden system file.
 */
async function makeFolder(documents: SmallDocuments): Promise<string> {
  const folder = join(documents.folder, 'Closing set');
  await mkdir(join(folder, '3 Certificates'), { recursive: true });
  // Larger than one network packet. A slow wire lets only the first one pass at once.
  await documents.largePdf(400_000, join('Closing set', '10 Annex.pdf'));
  for (const name of ['2 Exhibits.pdf', '1 Deed.pdf', '3 Certificates/Tax.pdf', '3 Certificates/Closing.pdf'])
    await copyOf(documents, join('Closing set', name));
  await writeFile(join(folder, '.DS_Store'), 'x'.repeat(200));
  return folder;
}

/** Creates another document with different bytes. */
async function copyOf(documents: SmallDocuments, name: string): Promise<string> {
  const path = join(documents.folder, name);
  await writeFile(path, await bytesOf(documents, name));
  return path;
}

async function bytesOf(documents: SmallDocuments, name: string): Promise<Buffer> {
  return Buffer.concat([await readFile(documents.pdf), Buffer.from(`\n% ${name}\n`)]);
}

/** Drops a folder like from a file manager, because a drag simulated in the page can't contain a folder. */
async function dropFolder(page: Page, folder: string): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  const drag = async (type: 'dragEnter' | 'dragOver' | 'drop') =>
    devTools.send('Input.dispatchDragEvent', { type, x: 720, y: 300, data });
  await drag('dragEnter');
  await drag('dragOver');
  await page.getByText('Drop documents to begin uploading.', { exact: true }).waitFor();
  await page.getByText('Supported file types: pdf, doc, docx', { exact: true }).waitFor();
  await drag('drop');
  await devTools.detach();
}

/** Pastes a file into the focused element. */
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
