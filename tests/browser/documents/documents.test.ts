import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { NDA, openSampleDeal, wordsOf } from './sample-documents.ts';

/** Returns the id of the checklist row with the focus. */
async function focusedRow({ page }: Person): Promise<string> {
  return page.evaluate(() => document.activeElement?.closest('[role=row]')?.textContent ?? '');
}

test('a user opens a document from the checklist, turns pages, finds a word, and returns to its row', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await openSampleDeal(person);
  await person
    .row(NDA)
    .getByRole('link', { name: `View ${NDA}` })
    .click();
  await page.getByRole('region', { name: `Viewer: ${NDA}` }).waitFor();
  await wordsOf(person, 1).getByText('ALDER HOLDINGS, L.P.').waitFor();
  await expect.poll(async () => wordsOf(person, 1).locator('canvas').count()).toBe(1);
  await expectAccessible(page);

  const box = page.getByRole('textbox', { name: 'Page number, 1 to 4' });
  await page.keyboard.press('PageDown');
  await expect.poll(async () => box.inputValue()).toBe('2');
  await expect.poll(() => page.url()).toMatch(/\/documents\/[0-9a-f-]+\?page=2$/);
  await page.keyboard.press('End');
  await expect.poll(async () => box.inputValue()).toBe('4');
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('button', { name: 'Page 1', exact: true })
    .click();
  await expect.poll(async () => box.inputValue()).toBe('1');

  await page.keyboard.press('/');
  await person.hasFocus(page.getByRole('searchbox', { name: 'Find in document' }));
  await page.keyboard.type('recipient');
  await person.sees(/^\d+ found$/);
  await page.keyboard.press('Enter');
  await person.sees(/^1 of \d+, page 2$/);
  await expect.poll(async () => wordsOf(person, 2).isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('search').waitFor({ state: 'detached' });

  await page.keyboard.press('Escape');
  await page.getByRole('region', { name: `Viewer: ${NDA}` }).waitFor({ state: 'detached' });
  await expect.poll(() => page.url()).toMatch(/\/checklist$/);
  await expect.poll(async () => focusedRow(person)).toContain(NDA);
  expect(person.complaints).toEqual([]);
});
