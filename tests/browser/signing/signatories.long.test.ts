import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test, testOnNewDevice } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { names, openSignatories, panel, row, WAIT } from './signatory-list.ts';

/** Returns the representatives in the panel, from top to bottom. */
async function representatives(person: Person): Promise<(string | null)[]> {
  return panel(person)
    .locator('[data-relation] button:not([aria-haspopup])')
    .evaluateAll((names) => names.map((name) => name.textContent));
}

test('a user edits the list by keyboard: renames, edits an email, deletes and undoes', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const people = ['Ann Lee', 'Bob Ray', 'Cho Kim'];
  const { onServer } = await openSignatories(
    { person, counterpart },
    { signatories: people.map((full_name) => ({ full_name })) },
  );
  await expect.poll(async () => names(person)).toEqual(people);
  await row(person, 'Ann Lee').focus();
  await page.keyboard.press('ArrowDown');
  await person.hasFocus(row(person, 'Bob Ray'));
  await page.keyboard.press('F2');
  await page.keyboard.type('Robert Ray');
  await page.keyboard.press('Tab');
  const email = page.getByRole('textbox', { name: /^Email of/ });
  await email.fill('not an address');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('has a space in it').waitFor();
  await email.fill('rob@ray.test');
  await page.keyboard.press('Enter');
  await person.hasFocus(row(person, 'Robert Ray'));
  await expect
    .poll(async () => (await onServer()).map(({ full_name, email: mail }) => [full_name, mail]), WAIT)
    .toEqual([
      ['Ann Lee', ''],
      ['Robert Ray', 'rob@ray.test'],
      ['Cho Kim', ''],
    ]);

  await page.keyboard.press('Enter');
  await person.hasFocus(panel(person).getByRole('heading', { name: 'Robert Ray' }));
  expect(new URL(page.url()).searchParams.get('signatory')).toBe((await onServer())[1]?.uuid);
  await page.keyboard.press('Escape');
  await panel(person).waitFor({ state: 'detached' });
  await person.hasFocus(row(person, 'Robert Ray'));

  await page.keyboard.press('Space');
  await page.keyboard.press('Shift+ArrowDown');
  await person.sees('2 selected');
  await page.keyboard.press('Delete');
  await expect.poll(async () => names(person)).toEqual(['Ann Lee']);
  await person.sees('Deleted 2 signatories');
  await expect.poll(async () => (await onServer()).length, WAIT).toBe(1);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(async () => names(person)).toEqual(['Ann Lee', 'Robert Ray', 'Cho Kim']);
  await expect.poll(async () => (await onServer()).length, WAIT).toBe(3);

  await page.getByRole('combobox', { name: 'Show' }).selectOption('No email');
  await expect.poll(async () => names(person)).toEqual(['Ann Lee', 'Cho Kim']);
  await page.getByRole('searchbox', { name: 'Search signatories' }).fill('zebra');
  await person.sees('No signatories match');
  await page.getByRole('button', { name: 'Show all signatories' }).click();
  await expect.poll(async () => (await names(person)).length).toBe(3);
});

test('a user orders, replaces and removes the representatives of an entity, and a cycle is refused', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { titles } = await openSignatories(
    { person, counterpart },
    {
      signatories: [
        { full_name: 'Beta, Inc.', is_org: true },
        { full_name: 'Gamma LLC', is_org: true },
      ],
    },
  );
  await row(person, 'Beta, Inc.').getByText('No capacity').waitFor();
  await row(person, 'Beta, Inc.').click();
  for (const [name, title] of [
    ['Ann Lee', 'President'],
    ['Bob Ray', 'Secretary'],
    ['Gamma LLC', 'manager'],
  ] as const) {
    await panel(person).getByRole('button', { name: 'Add representative' }).click();
    await panel(person).getByLabel('Person or entity').fill(name);
    await panel(person).getByLabel('Title', { exact: true }).fill(title);
    await page.keyboard.press('Enter');
    await panel(person).getByLabel(`Title of ${name}`).waitFor();
  }
  await panel(person).getByText('Beta, Inc. by Bob Ray, Secretary').waitFor();
  await expectAccessible(page);

  const ann = panel(person).getByRole('button', { name: 'Ann Lee', exact: true });
  await ann.focus();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByText('Moved Ann Lee to position 2 of 3').waitFor({ state: 'attached' });
  await expect.poll(async () => representatives(person)).toEqual(['Bob Ray', 'Ann Lee', 'Gamma LLC']);
  await panel(person)
    .getByTitle('Drag to reorder Gamma LLC')
    .dragTo(panel(person).locator('[data-relation]').first(), { targetPosition: { x: 60, y: 4 } });
  await expect.poll(async () => representatives(person)).toEqual(['Gamma LLC', 'Bob Ray', 'Ann Lee']);
  await expect.poll(titles, WAIT).toEqual(['manager', 'Secretary', 'President']);

  await panel(person).getByRole('button', { name: 'More actions for Bob Ray' }).click();
  await page.getByRole('menuitem', { name: 'Replace…' }).click();
  await panel(person).getByRole('combobox', { name: 'Replacement for Bob Ray' }).fill('Cho Kim');
  await page.keyboard.press('Enter');
  await panel(person).getByText('Beta, Inc. by Cho Kim, Secretary').waitFor();
  await panel(person).getByRole('button', { name: 'More actions for Ann Lee' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await person.sees('Ann Lee no longer signs for Beta, Inc.');
  await expect.poll(async () => representatives(person)).toEqual(['Gamma LLC', 'Cho Kim']);
  await expect.poll(titles, WAIT).toEqual(['manager', 'Secretary']);

  await panel(person).getByRole('button', { name: 'Gamma LLC', exact: true }).click();
  await panel(person).getByRole('button', { name: 'Add representative' }).click();
  await panel(person).getByLabel('Person or entity').fill('Beta, Inc.');
  await page.keyboard.press('Enter');
  await panel(person)
    .getByRole('alert')
    .getByText('Gamma LLC already signs for Beta, Inc., so Beta, Inc. can’t sign for Gamma LLC.')
    .waitFor();
});

test('a user assigns a document to a person, and deleting the person asks first', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { deal, onServer } = await openSignatories(
    { person, counterpart },
    { items: ['Merger Agreement'], signatories: [{ full_name: 'Ann Lee' }] },
  );
  const client = await elsewhere(counterpart);
  const [item] = await person.items(deal);
  await client.patch(`/transactions/item/${item?.uuid}`, { for_signing: true });
  await row(person, 'Ann Lee').click();
  await panel(person).getByRole('combobox', { name: 'Document' }).selectOption('Merger Agreement', WAIT);
  await panel(person).getByRole('button', { name: 'Assign document' }).click();
  await panel(person).getByRole('link', { name: 'Merger Agreement' }).waitFor();
  await panel(person).getByText('Assigned', { exact: true }).waitFor();
  await row(person, 'Ann Lee').getByText('0 of 1').waitFor();
  const assigned = async () => (await client.get(`/assignments/assignment?transaction=${deal}`)).body.length;
  await expect.poll(assigned, WAIT).toBe(1);

  await row(person, 'Ann Lee').focus();
  await page.keyboard.press('Delete');
  const dialog = page.getByRole('alertdialog');
  await dialog.getByText('This also removes 1 assigned signature.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await panel(person).getByRole('button', { name: 'Unassign Merger Agreement' }).click();
  await row(person, 'Ann Lee').getByText('None').waitFor();
  await expect.poll(assigned, WAIT).toBe(0);
  expect((await onServer()).length).toBe(1);
});

testOnNewDevice(
  'two people change the same title, and the second one decides in the tray',
  async ({ person, counterpart }) => {
    const { page } = person;
    await person.signIn('associate@demo.test');
    const deal = await person.createDeal('Project Sorrel');
    await person.isReadyForOffline();
    const partner = await elsewhere(counterpart);
    const make = async (path: string, body: Record<string, unknown>): Promise<string> => {
      const answer = await partner.post(path, body);
      expect(answer.status, answer.text).toBe(201);
      return answer.body.uuid;
    };
    const beta = await make('/signatory', { transaction: deal, full_name: 'Beta, Inc.', is_org: true });
    const ann = await make('/signatory', { transaction: deal, full_name: 'Ann Lee' });
    const path = `/signatory/${beta}/representative`;
    const relation = await make(path, { signatory: ann, title: 'President' });
    await page.goto(`${person.url}/transaction/${deal}/signatories?signatory=${beta}`);
    const title = panel(person).getByLabel('Title of Ann Lee');
    await title.waitFor(WAIT);
    await person.loseNetwork(counterpart);
    await title.fill('Chief Executive Officer');
    await page.keyboard.press('Enter');
    await person.sees('Offline – 1 change on this device');
    expect((await partner.patch(`${path}/${relation}`, { title: 'Secretary' })).status).toBe(200);
    await person.regainNetwork(counterpart);
    await page.getByRole('button', { name: '1 change was rejected' }).click(WAIT);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('group', { name: 'You' }).getByText('Chief Executive Officer').waitFor();
    await dialog.getByRole('group', { name: 'Margaret Whitfield' }).getByText('Secretary').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await dialog.getByText('Nothing is waiting to be sent.').waitFor(WAIT);
    await expect
      .poll(async () => (await partner.get(`/signatory/representative?transaction=${deal}`)).text, WAIT)
      .toContain('Chief Executive Officer');
  },
);
