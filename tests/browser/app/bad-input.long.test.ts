import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect } from 'vitest';
import { CONTRACT_VERSION } from '../../../src/contract/version.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { test, testOnNewDevice, testOnline } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { pulledUpTo } from '../support/rows-on-device.ts';
import { newUuid } from '../../../src/db/uuid.ts';

testOnline(
  'a wrong password shows an error, and the right one still signs in',
  async ({ counterpart, person }) => {
    const { page } = person;
    await page.goto(`${counterpart.url}/login`);
    await page.getByLabel('Email address').fill('partner@demo.test');
    await page.getByLabel('Password').fill('opening-day');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await person.sees('The email address or password is incorrect.');
    expect(page.url()).toContain('/login');
    await person.signIn();
  },
);

test('the page of a deal that does not exist says so', async ({ counterpart, person }) => {
  await person.signIn();
  await person.page.goto(`${counterpart.url}/transaction/${newUuid()}/checklist`);
  await person.sees(/could not be found/);
  expect(person.complaints).toEqual([]);
});

test('unusable files get a row that says why and can be deleted, and a valid file among them is uploaded', async ({
  documents,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const file = async (name: string, content: string | Uint8Array) => {
    const path = join(documents.folder, name);
    await writeFile(path, content);
    return path;
  };
  await person.createDeal('Project Fir');
  await person.drop(
    await file('notes.txt', 'A note of more than a hundred bytes. '.repeat(5)),
    await file('tiny.pdf', '%PDF-'),
    await file('broken.pdf', `%PDF-1.7\n${'no objects here '.repeat(20)}`),
    await file('locked.pdf', await lockedPdf()),
    await file('renamed.docx', 'Plain text that only claims to be a Word file. '.repeat(5)),
    documents.pdf,
  );
  for (const [name, reason] of [
    ['notes.txt', 'File type must be .pdf, .doc, or .docx'],
    ['tiny', 'File is smaller than the minimum size of 0.1kb'],
    ['broken', 'damaged'],
    ['locked', 'password'],
    ['renamed', 'This file isn’t a PDF or Word document, despite its name.'],
  ] as const) {
    await person.queueRow(name).getByRole('img', { name: reason }).waitFor({ timeout: 60_000 });
  }
  // These rows come first, regardless of when they were dropped.
  await person.sees('5 documents need your attention');
  const rows = page.getByRole('list', { name: 'Documents in the upload queue' }).getByRole('listitem');
  await expect.poll(async () => rows.getByRole('textbox').count()).toBe(6);
  await expect
    .poll(async () => rows.last().getByRole('textbox').inputValue())
    .toBe('Confidentiality Agreement');
  const add = page.getByRole('button', { name: 'Add 1 document to transaction' });
  await expect.poll(async () => add.isEnabled(), { timeout: 60_000 }).toBe(true);

  for (const name of ['notes.txt', 'tiny', 'broken', 'locked', 'renamed']) {
    await page.getByRole('button', { name: `Delete ${name}` }).click();
    await expect.poll(async () => person.queueRow(name).count()).toBe(0);
  }
  await page.getByRole('button', { name: 'Upload Queue (1)' }).waitFor();
  await add.click();
  await expect.poll(async () => person.checklist()).toEqual(['Confidentiality Agreement']);
});

testOnNewDevice(
  'the focus follows a queue row that fails, and a half-typed name does not overwrite a colleague’s',
  async ({ counterpart, documents, person }) => {
    const { page } = person;
    await person.signIn('associate@demo.test');
    const deal = await person.createDeal('Project Fir');
    const broken = join(documents.folder, 'broken.pdf');
    await writeFile(broken, `%PDF-1.7\n${'no objects here '.repeat(20)}`);
    await person.drop(documents.pdf);
    await expect.poll(async () => person.documents(deal)).toHaveLength(1);
    await counterpart.store.cut();
    await person.drop(broken);
    await person.queueRow('broken').getByText('The file store can’t be reached').waitFor();
    await page.getByRole('checkbox', { name: 'Select broken' }).focus();
    // The upload is retried by itself, which must not move the focus.
    await counterpart.store.restore();
    await person.queueRow('broken').getByRole('img', { name: 'damaged' }).waitFor({ timeout: 60_000 });
    const list = page.getByRole('list', { name: 'Documents in the upload queue' });
    const first = list.getByRole('textbox').first();
    await expect.poll(async () => first.inputValue(), { message: 'the row has moved' }).toBe('broken');
    await person.hasFocus(page.getByRole('checkbox', { name: 'Select broken' }));

    const field = page.getByLabel('Name of Confidentiality Agreement');
    await field.fill('Confid');
    const uuid = (await person.documents(deal)).find(({ name }) => name.startsWith('Confid'))?.uuid;
    await person.asColleague(counterpart, async (patch) =>
      patch(`/api/transactions/document/${uuid}`, { name: 'NDA, signed' }),
    );
    const renamed = page.getByLabel('Name of NDA, signed');
    await renamed.waitFor();
    expect(await renamed.inputValue(), 'the typed text is kept').toBe('Confid');
    await page.keyboard.press('Escape');
    await expect.poll(async () => renamed.inputValue()).toBe('NDA, signed');
    await person.chooseSigningType('NDA, signed', 'Executed');
    await person.sees('All changes saved');
    expect((await person.documents(deal)).map(({ name }) => name)).toContain('NDA, signed');

    await page.setViewportSize({ width: 390, height: 844 });
    const isInOrder = async () =>
      list.evaluate(({ parentElement }) => {
        const tops = [...(parentElement?.children ?? [])].map((child) => child.getBoundingClientRect().top);
        return tops.every((top, index) => top >= (tops[index - 1] ?? top));
      });
    await expect.poll(async () => list.evaluate((rows) => rows.previousElementSibling)).toBeNull();
    await expect.poll(isInOrder, { message: 'Tab follows the visible order' }).toBe(true);
  },
);

test('a name can contain any characters, and a toast says that text was cut off', async ({ person }) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Fir');
  const names = [
    '👩🏽‍⚖️ Closing 🇨🇭',
    'הסכם רכישת מניות (SPA)',
    '<img src=x onerror=alert(1)> & "quotes"',
    'e\u0301cole {{Company}}',
  ];
  for (const name of names) await person.addHeader(name);
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(names);
  await expect.poll(async () => person.checklist()).toEqual(names);

  await page.getByRole('button', { name: 'Add header' }).first().click();
  const field = page.getByLabel('New header name');
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'W'.repeat(10_000));
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await person.sees('This field can hold up to 350 characters, so the end of your text was cut off.');
  await field.fill('W'.repeat(10_000));
  await page.keyboard.press('Enter');
  const cut = [...names, 'W'.repeat(350)];
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(cut);
  await expect.poll(async () => person.checklist()).toEqual(cut);
  expect(person.complaints).toEqual([]);
});

test('an open deal that is deleted elsewhere says so, and reports what could not be saved', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Fir');
  await person.addHeader('Corporate');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate']);
  await person.loseNetwork(counterpart);
  await person.addHeader('Typed on the train');
  const answer = await deleteElsewhere(counterpart, deal);
  expect(answer).toBe(204);
  await person.regainNetwork(counterpart);
  await person.sees('This transaction could not be found');
  await page.getByRole('button', { name: '1 change was rejected' }).click();
  await person.sees('Add the header “Typed on the train”');
  await person.sees(/does not exist, or you have no access to it|no longer have access/);
});

test('a row whose document is missing on the device says so, and can be moved and deleted', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  const deal = await person.createDeal('Project Fir');
  await person.addHeader('Corporate');
  await person.row('Corporate').click();
  await page.keyboard.press('i');
  await page.getByLabel('New document name').fill('Bylaws');
  await page.keyboard.press('Enter');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate', 'Bylaws']);
  const latest = Math.max(...(await person.elements(deal)).map(({ version }) => version));
  await pulledUpTo(page, deal, 'changes', latest);
  await person.loseNetwork(counterpart);
  await loseItems(person);
  for (const tab of ['documents', 'tasks', 'fields', 'activity', 'checklist']) {
    await page.goto(`${counterpart.url}/transaction/${deal}/${tab}`);
    await page.getByRole('heading', { name: 'Project Fir' }).waitFor();
  }
  const row = person.row('Missing document');
  await row.getByText('Not on this device').last().waitFor();
  await row.click();
  await page.keyboard.press('F2');
  await person.announces('You can’t rename “Missing document” because it isn’t on this device.');
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Move to…' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Rename' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await person.hasFocus(row);
  await page.keyboard.press('d');
  await person.sees(/This item hasn’t loaded on this device/);
  await row.click();
  await page.keyboard.press('Delete');
  const question = page.getByRole('alertdialog');
  await question.getByText(/hasn’t loaded on this device. It will be deleted for everyone/).waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(async () => person.checklist()).toEqual(['Corporate']);
  await person.regainNetwork(counterpart);
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate']);
  expect(person.complaints.filter((each) => !each.includes('net::ERR_'))).toEqual([]);
});

test.for([
  ['a day behind', -1, /^This device’s clock is about 1 day behind\./],
  ['a day ahead', 1, /^This device’s clock is about 1 day ahead\./],
] as const)(
  'a device whose clock is %s says so, and continues to work',
  async ([, days, words], { person }) => {
    await setServersClock(person, -days);
    await person.signIn();
    await person.sees(words);
    const deal = await person.createDeal('Project Fir');
    await person.addHeader('Corporate');
    await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate']);
    await person.sees('All changes saved');
  },
);

testOnNewDevice(
  'when two people move branches into each other, one move is rejected and both see the same tree',
  async ({ counterpart, person }) => {
    const { page } = person;
    await person.signIn('associate@demo.test');
    const deal = await person.createDeal('Project Fir');
    for (const name of ['Corporate', 'Finance']) await person.addHeader(name);
    await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate', 'Finance']);
    const [corporate, finance] = (await person.elements(deal)).map(({ uuid }) => uuid);
    await person.loseNetwork(counterpart);
    await person.moveByKeyboard('Finance', 'Alt+ArrowRight');
    await expect.poll(async () => person.outline()).toEqual(['Corporate', '  Finance']);
    await person.asColleague(counterpart, async (patch) =>
      patch('/api/transactions/element/bulk_update', {
        element_uuids: [corporate],
        parent_element: finance,
      }),
    );
    await person.regainNetwork(counterpart);
    await person.sees('There was a problem attempting to update the order');
    const tree = ['Finance', '  Corporate'];
    await expect.poll(async () => person.outline()).toEqual(tree);
    expect(await person.outlineOnServer(deal)).toEqual(tree);
    await page.getByRole('button', { name: '1 change was rejected' }).click();
    await person.sees(/can’t be moved into itself/);
  },
);

testOnline('a user whose move was overridden sees whose move counts', async ({ counterpart, person }) => {
  await person.signIn('associate@demo.test');
  const deal = await person.createDeal('Project Fir');
  for (const name of ['Corporate', 'Finance', 'Closing']) await person.addHeader(name);
  await person.moveByKeyboard('Closing', 'Alt+ArrowUp');
  const moved = ['Corporate', 'Closing', 'Finance'];
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(moved);
  const closing = (await person.elements(deal)).find(({ label }) => label === 'Closing');
  // Only changes after the deal's history was first loaded are reported.
  await pulledUpTo(person.page, deal, 'activity', closing?.version ?? 0);
  await person.asColleague(counterpart, async (patch) =>
    patch('/api/transactions/element/bulk_update', { element_uuids: [closing?.uuid], order: 0 }),
  );
  await person.sees(
    'Margaret Whitfield moved “Closing” in Project Fir after you did. It is now where they put it.',
  );
  await expect.poll(async () => person.checklist()).toEqual(['Closing', 'Corporate', 'Finance']);
});

/**
 * Sets the server's clock off by this many days. To a device, its own clock then seems off in the other
 * direction.
 */
async function setServersClock(person: Person, days: number): Promise<void> {
  const offMs = days * 24 * 3600_000;
  await person.context.route(`${person.url}/api/**`, async (route) => {
    if (route.request().url().includes('/api/events')) return route.fallback();
    const response = await person.answerTo(route);
    const headers = { ...response.headers(), date: new Date(Date.now() + offMs).toUTCString() };
    const text = await response.text();
    const body = text.replace(
      /"expires_at":(\d+)/,
      (_, seconds: string) => `"expires_at":${Number(seconds) + offMs / 1000}`,
    );
    await route.fulfill({ response, headers, body });
  });
}

/** Removes all items from the mirror, which the app never does. */
async function loseItems({ page }: Person): Promise<void> {
  await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name = '' }) => name);
    const opened = await Promise.all(
      names.map(
        async (name) =>
          new Promise<IDBDatabase>((resolve, reject) => {
            const asked = indexedDB.open(name);
            asked.addEventListener('success', () => resolve(asked.result));
            asked.addEventListener('error', () => reject(asked.error ?? new Error(name)));
          }),
      ),
    );
    for (const database of opened) {
      if (database.objectStoreNames.contains('items')) {
        const clearing = database.transaction('items', 'readwrite');
        clearing.objectStore('items').clear();
        await new Promise((resolve) => {
          clearing.addEventListener('complete', resolve);
        });
      }
      database.close();
    }
  });
}

/** Deletes the deal as the same person on another machine. */
async function deleteElsewhere({ directUrl }: CounterpartProcess, deal: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-counterpart': String(CONTRACT_VERSION) };
  const credentials = JSON.stringify({ loginId: 'partner@demo.test', password: 'closing-day' });
  const signedIn = await fetch(`${directUrl}/api/auth/login`, { method: 'POST', headers, body: credentials });
  const cookie = signedIn.headers.getSetCookie().map((each) => each.split(';')[0]);
  const path = `${directUrl}/api/transactions/transaction/${deal}`;
  const answer = await fetch(path, { method: 'DELETE', headers: { ...headers, cookie: cookie.join('; ') } });
  return answer.status;
}

async function lockedPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  document.encrypt({ userPassword: 'closing-day', ownerPassword: 'closing-day' });
  return document.save();
}
