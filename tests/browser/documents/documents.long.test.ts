import { expect } from 'vitest';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { NDA, openSampleDeal, wordsOf } from './sample-documents.ts';

/** Returns how many PDFs the browser has stored. */
async function storedPdfs({ page }: Person): Promise<number> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('counterpart-documents-'));
    const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return kept.flat().length;
  });
}

test('an opened document can be read offline, and any other opens as soon as the network is back', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  await openSampleDeal(person);
  await person.row(NDA).click();
  await page.keyboard.press('v');
  await wordsOf(person, 1).getByText('ALDER HOLDINGS, L.P.').waitFor();
  await expect.poll(async () => storedPdfs(person)).toBe(1);

  await person.loseNetwork(counterpart);
  await page.reload();
  await wordsOf(person, 1).getByText('ALDER HOLDINGS, L.P.').waitFor();
  await page.keyboard.press('Escape');
  await person
    .row('Stock Purchase Agreement')
    .getByRole('link', { name: 'View Stock Purchase Agreement' })
    .click();
  await person.sees('This document is not on this device');
  await person.regainNetwork(counterpart);
  await wordsOf(person, 1).getByText('STOCK PURCHASE AGREEMENT').first().waitFor();
});
