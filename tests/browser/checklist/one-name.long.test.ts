import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';

const WAIT = { timeout: 60_000 };
const NAME = 'Credit Agreement';

/** Returns the file name of the download that a button starts. */
async function savedAs(person: Person, button: string): Promise<string> {
  const [download] = await Promise.all([
    person.page.waitForEvent('download', WAIT),
    person.page.getByRole('button', { name: button, exact: true }).click(),
  ]);
  return download.suggestedFilename();
}

async function rename(person: Person, from: string, to: string): Promise<void> {
  const { page } = person;
  await person.row(from).click();
  await page.keyboard.press('F2');
  // In the grid, because the upload queue may still show a field of the same name.
  const grid = page.getByRole('treegrid');
  await grid.getByRole('textbox', { name: `Name of ${from}` }).fill(to);
  await page.keyboard.press('Enter');
  await person.row(to).waitFor();
}

test('a document renamed on the checklist has its new name in the documents list, the viewer and downloads, also after a new version', async ({
  documents,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Juniper');
  await person.drop(await documents.largePdf(40_000, 'draft_v3_final.pdf'));
  const add = page.getByRole('button', { name: /^Add \d documents? to transaction$/ });
  await expect.poll(async () => add.isEnabled(), WAIT).toBe(true);
  await add.click();
  await person.row('draft_v3_final').waitFor(WAIT);
  await rename(person, 'draft_v3_final', NAME);
  await expect.poll(async () => (await person.items(deal)).map(({ name }) => name), WAIT).toEqual([NAME]);

  const list = page.getByRole('list', { name: 'Documents of this transaction' });
  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await list.getByRole('link', { name: NAME, exact: true }).waitFor();
  await list.getByText('draft_v3_final.pdf').waitFor();
  expect(await savedAs(person, `Download ${NAME}`)).toBe(`${NAME}.pdf`);

  await page.getByRole('link', { name: 'Checklist', exact: true }).click();
  await person.row(NAME).click();
  await page.getByRole('button', { name: 'Details and notes' }).click();
  await page
    .getByLabel(`New version of ${NAME}`)
    .setInputFiles(await documents.largePdf(41_000, 'scan0007.pdf'));
  const versions = page.getByRole('region', { name: 'Versions' });
  await versions
    .getByRole('listitem')
    .filter({ hasText: /^Version 2Current/ })
    .waitFor(WAIT);

  await versions.getByRole('link', { name: 'Version 1' }).click();
  const viewer = page.getByRole('region', { name: `Viewer: ${NAME}` });
  await viewer.getByRole('heading', { name: NAME }).waitFor();
  await viewer.getByText('Tab 1', { exact: true }).waitFor();
  await viewer.getByText('v1 of 2', { exact: true }).waitFor();
  await viewer.getByText('draft_v3_final.pdf').waitFor();
  await viewer.getByText('You are viewing version 1. Version 2 is current.').waitFor();
  await expectAccessible(page);
  expect(await savedAs(person, 'Download PDF')).toBe(`${NAME} (version 1).pdf`);

  await viewer.getByRole('link', { name: 'View version 2' }).click();
  await viewer.getByText('v2 of 2', { exact: true }).waitFor();
  await viewer.getByText('scan0007.pdf').waitFor();
  await expect.poll(async () => viewer.getByText('You are viewing').count()).toBe(0);
  expect(await savedAs(person, 'Download PDF')).toBe(`${NAME}.pdf`);
  await page.keyboard.press('Escape');
  await person.row(NAME).waitFor();

  await page.getByRole('link', { name: 'Documents', exact: true }).click();
  await list.getByRole('link', { name: NAME, exact: true }).waitFor();
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('scan0007');
  await list.getByRole('link', { name: NAME, exact: true }).waitFor();
  await page.getByRole('button', { name: `Rename ${NAME}` }).click();
  await page.getByRole('textbox', { name: `Name of ${NAME}` }).fill('Loan Agreement');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Checklist', exact: true }).click();
  await person.row('Loan Agreement').waitFor();
});

test('a new version does not open the upload queue, and an upload selects only its own files there', async ({
  documents,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await person.createDeal('Project Laurel');
  await person.drop(await documents.largePdf(40_000, 'Unrelated.pdf'));
  const add = page.getByRole('button', { name: /^Add \d documents? to transaction$/ });
  await expect.poll(async () => add.isEnabled(), WAIT).toBe(true);
  await page.goto(`${person.url}/transaction/${deal}/checklist`);
  await page.getByRole('button', { name: 'Add document' }).click();
  await person.hasFocus(page.getByLabel('New document name'));
  await page.keyboard.type(NAME);
  await page.keyboard.press('Enter');
  await person.row(NAME).click();
  await page.getByRole('button', { name: 'Details and notes' }).click();
  await page
    .getByLabel(`New version of ${NAME}`)
    .setInputFiles(await documents.largePdf(41_000, 'Credit.pdf'));
  const lines = page.getByRole('region', { name: 'Versions' }).getByRole('listitem');
  await lines.filter({ hasText: /^Version 1Current/ }).waitFor(WAIT);
  const queue = page.getByRole('button', { name: 'Upload Queue (1)' });
  expect(await queue.getAttribute('aria-expanded')).toBe('false');

  await queue.click();
  const unrelated = page.getByRole('checkbox', { name: 'Select Unrelated' });
  await unrelated.waitFor();
  expect(await unrelated.isChecked()).toBe(false);
  await person.drop(await documents.largePdf(42_000, 'Lease.pdf'));
  const lease = page.getByRole('checkbox', { name: 'Select Lease' });
  await expect.poll(async () => lease.isChecked(), WAIT).toBe(true);
  expect(await unrelated.isChecked()).toBe(false);
  await page.getByRole('button', { name: 'Add 1 document to transaction' }).click();
  await person.row('Lease').waitFor();
});
