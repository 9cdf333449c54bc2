import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';

const WAIT = { timeout: 60_000 };

test('documents added together are one line that expands, and only the one that is opened counts as read', async ({
  documents,
  person,
}) => {
  const { page } = person;
  const bell = page.getByRole('button', { name: /^Notifications/ });
  const list = page.getByRole('dialog', { name: 'Notifications' });
  const named = async (name: string) =>
    expect.poll(async () => bell.getAttribute('aria-label'), WAIT).toBe(name);
  await person.signIn();
  const deal = await person.createDeal('Project Cedar');
  const annex = join(documents.folder, 'Annex.pdf');
  // Different bytes, because the same file would not be uploaded twice.
  await writeFile(annex, Buffer.concat([await readFile(documents.pdf), Buffer.from('% Annex\n')]));
  const before = Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '')?.[0] ?? 0);
  await person.drop(annex, documents.pdf);
  await bell.click();
  const batch = list.getByRole('button', { name: /^2 documents are ready in “Project Cedar”/ });
  await batch.waitFor(WAIT);
  await expect.poll(async () => batch.textContent()).toMatch(/Unread$/);
  // One line in the list counts as one on the bell.
  await named(`Notifications, ${before + 1} unread`);
  const annexReady = list.getByRole('link', { name: '“Annex” in “Project Cedar” is ready.' });
  expect(await annexReady.count()).toBe(0);
  await batch.focus();
  await page.keyboard.press('Enter');
  await annexReady.waitFor();
  await expectAccessible(page);
  await annexReady.click();
  await page.waitForURL(`**/transaction/${deal}/checklist`);
  await named(`Notifications, ${before + 1} unread`);
  await bell.click();
  await expect.poll(async () => batch.textContent()).toMatch(/1 unread$/);
  await list.getByRole('button', { name: 'Mark all as read' }).click();
  await named('Notifications');
  await expect.poll(async () => list.getByText(/unread/i).count()).toBe(0);
});
