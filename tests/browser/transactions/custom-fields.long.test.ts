import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

interface Prepared {
  person: Person;
  counterpart: CounterpartProcess;
}

/** Creates a deal with these fields, and opens them. Returns how to read the fields from the server. */
async function openFields(
  { person, counterpart }: Prepared,
  { fields, items = [] }: { fields: readonly string[]; items?: readonly string[] },
): Promise<{ deal: string; onServer: () => Promise<string[]> }> {
  const deal = await prepareDeal(counterpart, 'Project Hornbeam', items);
  const client = await elsewhere(counterpart);
  const custom_keys = fields.map((key) => ({ key }));
  if (fields.length > 0)
    await client.post('/transactions/custom_key/bulk_create', { transaction: deal, custom_keys });
  await person.signIn();
  await person.isReadyForOffline();
  await person.page.goto(`${person.url}/transaction/${deal}/fields?view=names`);
  await expect.poll(async () => shown(person)).toEqual(fields);
  const onServer = async (): Promise<string[]> => {
    const { body } = await client.get(`/transactions/custom_key?transaction=${deal}`);
    return body
      .toSorted((one: { order: number }, other: { order: number }) => one.order - other.order)
      .map(({ key }: { key: string }) => key);
  };
  return { deal, onServer };
}

/** Returns the names of the fields on the page, from top to bottom. */
async function shown({ page }: Person): Promise<string[]> {
  return page
    .getByRole('region', { name: 'Custom fields' })
    .getByRole('textbox', { name: /^Name of / })
    .evaluateAll((fields) => fields.map((field) => (field instanceof HTMLInputElement ? field.value : '')));
}

async function add({ page }: Person, key: string): Promise<void> {
  await page.getByLabel('New field').fill(key);
  await page.keyboard.press('Enter');
}

async function rename({ page }: Person, from: string, to: string): Promise<void> {
  await page.getByLabel(`Name of ${from}`).fill(to);
  await page.keyboard.press('Enter');
}

test('a user adds, renames, orders and deletes fields, and undoes a deletion', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { onServer } = await openFields(
    { person, counterpart },
    { fields: [], items: ['{{Company}} Bylaws', 'Certificate of {{company}}'] },
  );
  await person.sees('This transaction has no fields yet.');
  await expectAccessible(page);
  const missing = page.getByRole('region', { name: 'Used in documents but not listed' });
  await missing.getByText('Used in “{{Company}} Bylaws” and 1 more').waitFor();
  await missing.getByRole('button', { name: 'Add field' }).click();
  await missing.waitFor({ state: 'detached' });
  await person.sees('Used in “{{Company}} Bylaws” and 1 more');
  await add(person, '  Governing Law ');
  await add(person, 'Notary');
  await expect.poll(async () => shown(person)).toEqual(['Company', 'Governing Law', 'Notary']);
  await expect.poll(async () => page.getByLabel('New field').inputValue()).toBe('');

  await rename(person, 'Notary', 'Witness');
  await page.getByRole('button', { name: 'Move Witness up' }).click();
  await page.getByText('Moved Witness to position 2 of 3').waitFor({ state: 'attached' });
  // Wait until the user's own page shows the new order.
  await expect.poll(async () => shown(person)).toEqual(['Company', 'Witness', 'Governing Law']);
  await page.getByRole('button', { name: 'Move Company down' }).click();
  const inOrder = ['Witness', 'Company', 'Governing Law'];
  await expect.poll(async () => shown(person)).toEqual(inOrder);
  for (const name of ['Move Witness up', 'Move Governing Law down'])
    await expect.poll(async () => page.getByRole('button', { name }).isDisabled()).toBe(true);
  await expect.poll(onServer, WAIT).toEqual(inOrder);

  await page.getByRole('button', { name: 'Delete Company' }).click();
  await person.sees('Deleted the field “Company”');
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  // The focus keeps the toast open.
  await undo.focus();
  await expect.poll(onServer, WAIT).toEqual(['Witness', 'Governing Law']);
  await undo.press('Enter');
  await expect.poll(async () => shown(person)).toEqual(inOrder);
  await expect.poll(onServer, WAIT).toEqual(inOrder);
});

test('a field name that already exists, in any case, is refused with the existing name, and the typed text stays', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const fields = ['Company', 'Notary'];
  const { onServer } = await openFields({ person, counterpart }, { fields });
  const problem = page.getByRole('alert');
  await add(person, 'COMPANY ');
  await problem.getByText('This transaction already has a field named “Company”.').waitFor();
  await expectAccessible(page);
  await expect.poll(async () => page.getByLabel('New field').inputValue()).toBe('COMPANY ');
  await add(person, 'A {brace}');
  await problem.getByText('Field names can’t contain braces.').waitFor();
  await page.getByLabel('New field').fill('');
  await expect.poll(async () => problem.count()).toBe(0);

  const field = page.getByLabel('Name of Notary');
  await field.fill('company');
  await page.keyboard.press('Enter');
  await problem.getByText('This transaction already has a field named “Company”.').waitFor();
  await expect.poll(async () => field.inputValue()).toBe('company');
  await field.focus();
  await page.keyboard.press('Escape');
  await expect.poll(async () => field.inputValue()).toBe('Notary');
  // Changing only the case of its own name is allowed.
  await rename(person, 'Notary', 'NOTARY');
  await expect.poll(onServer, WAIT).toEqual(['Company', 'NOTARY']);
});

test('fields added, renamed, ordered and deleted offline reach the server afterward', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const fields = ['Company', 'Notary', 'Governing Law'];
  const { onServer } = await openFields({ person, counterpart }, { fields });
  await person.loseNetwork(counterpart);
  await add(person, 'Escrow Agent');
  await rename(person, 'Governing Law', 'Law');
  await page.getByRole('button', { name: 'Delete Notary' }).click();
  await page.getByRole('button', { name: 'Move Escrow Agent up' }).click();
  const offline = ['Company', 'Escrow Agent', 'Law'];
  await expect.poll(async () => shown(person)).toEqual(offline);
  await page.reload();
  await expect.poll(async () => shown(person)).toEqual(offline);
  expect(await onServer()).toEqual(fields);
  await person.regainNetwork(counterpart);
  await expect.poll(onServer, WAIT).toEqual(offline);
  await person.sees('All changes saved');
  await expect.poll(async () => shown(person)).toEqual(offline);
});

test('a field that was added elsewhere under the same name waits for the user’s decision', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { deal, onServer } = await openFields({ person, counterpart }, { fields: ['Company'] });
  await person.loseNetwork(counterpart);
  await add(person, 'Notary');
  await person.sees('Offline – 1 change on this device');
  const other = await elsewhere(counterpart);
  const theirs = { transaction: deal, custom_keys: [{ key: 'notary' }] };
  expect((await other.post('/transactions/custom_key/bulk_create', theirs)).status).toBe(201);
  await person.regainNetwork(counterpart);
  await page.getByRole('button', { name: '1 change was rejected' }).click(WAIT);
  const dialog = page.getByRole('dialog');
  await dialog.getByText('This transaction already has a field named “notary”.').waitFor();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await dialog.getByText('Nothing is waiting to be sent.').waitFor(WAIT);
  await page.keyboard.press('Escape');
  await expect.poll(async () => shown(person), WAIT).toEqual(['Company', 'notary']);
  expect(await onServer()).toEqual(['Company', 'notary']);
});
