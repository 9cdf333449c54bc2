import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect } from 'vitest';
import { CONTRACT_VERSION } from '../../src/contract/version.ts';
import type { CounterpartProcess } from './counterpart-process.ts';
import { test } from './counterpart-test.ts';
import { newUuid } from '../../src/db/uuid.ts';

test('a wrong password is told beside the form, and the right one still signs in', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await page.goto(`${counterpart.url}/login`);
  await page.getByLabel('E-mail address').fill('partner@demo.test');
  await page.getByLabel('Password').fill('opening-day');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await person.sees('The e-mail address or the password is wrong.');
  expect(page.url()).toContain('/login');
  await person.signIn();
});

test('a deal that does not exist is said to be so', async ({ counterpart, person }) => {
  await person.signIn();
  await person.page.goto(`${counterpart.url}/transaction/${newUuid()}/checklist`);
  await person.sees(/could not be found/);
  expect(person.complaints).toEqual([]);
});

test('files that cannot be used get a row that says why and can be deleted; the good one among them goes on', async ({
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
    ['renamed', 'This file is not a PDF or Word document, whatever its name says.'],
  ] as const) {
    await person.queueRow(name).getByRole('img', { name: reason }).waitFor({ timeout: 60_000 });
  }
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

test('a name stays the name that was typed, whatever it is made of; what is too long is said to be cut', async ({
  person,
}) => {
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
  expect(await person.checklist()).toEqual(names);

  await page.getByRole('button', { name: 'Add header' }).first().click();
  const field = page.getByLabel('New header name');
  await field.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'W'.repeat(10_000));
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  });
  await person.sees('Only 350 characters fit here. The end of what you pasted was left out.');
  await field.fill('W'.repeat(10_000));
  await page.keyboard.press('Enter');
  const cut = [...names, 'W'.repeat(350)];
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(cut);
  expect(await person.checklist()).toEqual(cut);
  expect(person.complaints).toEqual([]);
});

test('a deal that is deleted elsewhere while it is open says so, and nothing that was typed is lost without a word', async ({
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
  await page.getByText('1 needs attention').click();
  await person.sees('Add the header “Typed on the train”');
  await person.sees(/does not exist, or you have no access to it|no longer have access/);
});

/** The person deletes the deal on another machine. */
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
