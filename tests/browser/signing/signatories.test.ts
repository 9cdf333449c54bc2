import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { names, openSignatories, panel, row, WAIT } from './signatory-list.ts';

const SENTENCE =
  'Alpha Capital Group, L.P. by Alpha Capital Corp., its general partner, by Jane Doe, President';

interface Filled {
  Description?: string;
  Representative?: string;
  Title?: string;
  Email?: string;
}

async function add({ page }: Person, name: string, fields: Filled = {}): Promise<void> {
  await page.getByRole('button', { name: 'Add signatory' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  for (const [label, text] of Object.entries(fields))
    await dialog.getByLabel(label, { exact: true }).fill(text);
  await dialog.getByRole('button', { name: 'Add signatory' }).click();
  await dialog.waitFor({ state: 'detached' });
}

test('a user adds a person and entities with a chain offline, sees the capacity, and the server gets it', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { onServer, titles } = await openSignatories({ person, counterpart });
  await person.sees('No signatories yet');
  await expectAccessible(page);
  await person.loseNetwork(counterpart);
  await add(person, 'Wei Chen', { Email: 'Wei Chen <wei@alpha.test>' });
  await add(person, 'Alpha Capital Corp.', { Representative: 'Jane Doe', Title: 'President' });
  await add(person, 'Alpha Capital Group, L.P.', {
    Description: 'a Delaware limited partnership',
    Representative: 'alpha capital corp.',
    Title: 'general partner',
  });
  await panel(person).getByText(SENTENCE, { exact: true }).waitFor();
  await row(person, 'Alpha Capital Group').getByText('by Alpha Capital Corp., its general partner').waitFor();
  await row(person, 'Jane Doe').getByText('President of Alpha Capital Corp.').waitFor();
  await row(person, 'Jane Doe').getByText('No email').waitFor();
  await expectAccessible(page);
  // Undo removes the entity, its representative and the relation together, because they were added as one
  // act.
  await add(person, 'Beta LLC', { Representative: 'Tom Fox', Title: 'manager' });
  await expect.poll(async () => (await names(person)).length).toBe(6);
  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect.poll(async () => (await names(person)).length).toBe(4);
  // The list shows edits before they are on disk. The nine additions and the three deletions of the undo are kept.
  await person.sees('Offline – 12 changes on this device');
  await page.goto(page.url().replace(/\?.*/, ''));
  await row(person, 'Alpha Capital Group').click();
  await panel(person).getByText(SENTENCE, { exact: true }).waitFor();
  expect(await onServer()).toEqual([]);

  await person.regainNetwork(counterpart);
  await expect
    .poll(async () => (await onServer()).map(({ full_name, email }) => `${full_name} ${email}`), WAIT)
    .toEqual(['Wei Chen wei@alpha.test', 'Alpha Capital Corp. ', 'Jane Doe ', 'Alpha Capital Group, L.P. ']);
  await expect.poll(async () => (await titles()).toSorted(), WAIT).toEqual(['President', 'general partner']);
  await person.sees('All changes saved');
});
