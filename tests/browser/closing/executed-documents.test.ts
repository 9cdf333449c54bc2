import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import { seePdf } from '../../support/open-pdfium.ts';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { executeDocument } from './execute-document.ts';

const WAIT = { timeout: 60_000 };

test('a released document is executed on the checklist, opens with its signatures, and is downloaded', async ({
  person,
  counterpart,
}) => {
  const { deal, name } = await executeDocument(await elsewhere(counterpart), counterpart.directUrl);
  const { page } = person;
  await person.signIn();
  await page.goto(`${person.url}/transaction/${deal}`);
  await page.getByRole('button', { name: 'Filter checklist' }).click(WAIT);
  await page.getByLabel('Filter by name').fill(name);
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByText('Executed', { exact: true }).waitFor(WAIT);

  await row.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Download…' }).click();
  const dialog = page.getByRole('dialog', { name: `Download “${name}”` });
  await dialog.waitFor();
  await expectAccessible(page);
  const offered = await dialog.getByLabel('What to download').locator('option').allTextContents();
  expect(offered).toEqual([
    'Document',
    'Signed pages',
    'Document with blank signature pages',
    'Original PDF',
  ]);
  const [download] = await Promise.all([
    page.waitForEvent('download', WAIT),
    dialog.getByRole('button', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`${name}.pdf`);
  const pages = await seePdf(new Uint8Array(await readFile(await download.path())));
  expect(pages.at(-1)?.text).toContain('Zoe Hart');

  await row.getByRole('link', { name: `View ${name}` }).click();
  await page.getByText('This is the executed document: signed, released, and sealed.').waitFor(WAIT);
  await page.getByText(`/ ${pages.length}`).waitFor(WAIT);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'View the document without signatures' }).click();
  await page.getByText(`/ ${pages.length - 1}`).waitFor(WAIT);

  await page.goto(`${person.url}/transaction/${deal}/closing`);
  const executed = page.getByRole('region', { name: 'Executed documents' });
  await executed.getByText('1 of 1 document created').waitFor(WAIT);
  await expectAccessible(page);
});
