import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { NDA, openSampleDeal } from './sample-documents.ts';

/** Returns the id of the checklist row with the focus. */
async function focusedRow({ page }: Person): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest('[role=row]')?.textContent ?? '');
}

test('a user renames, marks, finds and deletes documents, and follows a link to the checklist', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await openSampleDeal(person);
  const deal = page.url().split('/').at(-2) ?? '';
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  const list = page.getByRole('list', { name: 'Documents of this transaction' });
  const documents = list.getByRole('listitem');
  await list.getByRole('link', { name: NDA, exact: true }).waitFor();
  await expectAccessible(page);
  const all = await documents.count();

  await list.getByRole('link', { name: NDA, exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('F2');
  await page.getByRole('textbox', { name: 'Name of Letter of Intent' }).fill('Letter of Intent, signed');
  await page.keyboard.press('Enter');
  await list.getByRole('link', { name: 'Letter of Intent, signed', exact: true }).waitFor();
  await page.getByLabel('Signing type of Letter of Intent, signed').selectOption({ label: 'Non-executable' });
  const nameOnServer = async () => (await person.items(deal)).map(({ name }) => name);
  await expect.poll(nameOnServer).toContain('Letter of Intent, signed');
  await page.keyboard.press('Control+z');
  await person.sees('Undone: Change the signing type of “Letter of Intent, signed”');
  await expect
    .poll(async () => page.getByLabel('Signing type of Letter of Intent, signed').inputValue())
    .toBe('fully_executed');
  await page.getByLabel('Signing type of Letter of Intent, signed').selectOption({ label: 'Non-executable' });
  const letter = async () =>
    (await person.items(deal)).find(({ name }) => name === 'Letter of Intent, signed');
  await expect.poll(letter).toMatchObject({ for_signing: false, fully_executed: false });

  const failed = documents.filter({ hasText: 'Side Letter' });
  await failed.getByText('This file is password-protected. Remove the password').waitFor();
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('escrow');
  await expect.poll(async () => documents.count()).toBe(1);
  await page.getByRole('button', { name: 'Delete Escrow Agreement' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete “Escrow Agreement”?' });
  await question.getByText(/without a file\. It can be restored from Activity for 30 days\.$/).waitFor();
  await question.getByRole('button', { name: 'Delete document' }).click();
  await person.sees('No results');
  await page.getByRole('button', { name: 'Show all documents' }).click();
  await expect.poll(async () => documents.count()).toBe(all - 1);
  const escrow = async () => (await person.items(deal)).find(({ name }) => name === 'Escrow Agreement');
  await expect.poll(escrow).toMatchObject({ document: null });
  // The toast may have closed by now.
  await page.getByRole('button', { name: 'Undo: Delete “Escrow Agreement”' }).click();
  await expect.poll(async () => documents.count()).toBe(all);
  await expect.poll(async () => (await escrow())?.document).not.toBeNull();

  await documents
    .filter({ hasText: 'Letter of Intent, signed' })
    .getByRole('link', { name: /on the checklist$/ })
    .click();
  await expect.poll(async () => focusedRow(person)).toContain('Letter of Intent, signed');
});
