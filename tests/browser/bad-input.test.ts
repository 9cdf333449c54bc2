import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { expect } from 'vitest';
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

async function lockedPdf(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  document.encrypt({ userPassword: 'closing-day', ownerPassword: 'closing-day' });
  return document.save();
}
