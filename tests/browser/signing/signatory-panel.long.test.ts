import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

/** A deal with these people. */
async function dealWith(
  counterpart: CounterpartProcess,
  name: string,
  people: readonly { full_name: string; email: string }[],
): Promise<string> {
  const client = await elsewhere(counterpart);
  const { uuid } = (await client.post('/transactions/transaction', { name })).body;
  for (const person of people)
    expect((await client.post('/signatory', { transaction: uuid, ...person })).status).toBe(201);
  return uuid;
}

const JANE = { full_name: 'Jane Doe', email: 'jane@buyer.test' };
const OMAR = { full_name: 'Omar Reyes', email: 'omar@buyer.test' };

test('a signatory’s panel shows their history, and says that it needs a network', async ({
  counterpart,
  person,
}) => {
  const deal = await dealWith(counterpart, 'Project Vetch', [JANE]);
  const { page } = person;
  await person.signIn();
  await page.goto(`${person.url}/transaction/${deal}/signatories`);
  await page.getByRole('row', { name: /Jane Doe/ }).click();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByRole('button', { name: 'Show history' }).click();
  await history.getByText('added this signatory').waitFor(WAIT);
  await expectAccessible(page);

  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await page.reload();
  await history.getByRole('button', { name: 'Show history' }).click();
  await history.getByText('You’re offline. The history is kept on the server').waitFor(WAIT);
  await person.regainNetwork(counterpart);
  await history.getByText('added this signatory').waitFor(WAIT);
});

test('signatories of another deal on the device are copied offline, and their names are suggested when one is added', async ({
  counterpart,
  person,
}) => {
  const other = await dealWith(counterpart, 'Project Sainfoin', [JANE, OMAR]);
  const deal = await dealWith(counterpart, 'Project Lupin', [{ full_name: 'Wei Chen', email: '' }]);
  const { page } = person;
  await person.signIn();
  const people = page.getByRole('grid', { name: 'Signatories' });
  await page.goto(`${person.url}/transaction/${other}/signatories`);
  await people.getByText('Omar Reyes').waitFor(WAIT);
  await page.goto(`${person.url}/transaction/${deal}/signatories`);
  await people.getByText('Wei Chen').waitFor(WAIT);
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await page.getByRole('button', { name: 'Copy from another transaction' }).click();
  await page.getByRole('menuitem', { name: /Project Sainfoin/ }).click();
  await page.getByRole('button', { name: 'Select all 2' }).click();
  await page.getByRole('button', { name: 'Copy 2 signatories' }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Unselect all 2' }).click();
  await page.getByRole('textbox', { name: 'Signatories' }).fill('jane');
  await page.getByRole('menuitem', { name: /Jane Doe/ }).click();
  await page.getByRole('button', { name: 'Copy 1 signatory' }).click();
  await person.sees('Copied the signatories from Project Sainfoin.');
  await people.getByText('Jane Doe').waitFor(WAIT);
  await person.regainNetwork(counterpart);
  const client = await elsewhere(counterpart);
  const onServer = async () =>
    (await client.get(`/signatory?transaction=${deal}`)).body.map((row: { email: string }) => row.email);
  await expect.poll(onServer, WAIT).toEqual(['', JANE.email]);

  await page.getByRole('button', { name: 'Add signatory' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add signatory' });
  // What is typed before the contacts are read suggests nothing.
  const suggested = async () => {
    await dialog.getByLabel('Name').fill('');
    await dialog.getByLabel('Name').fill(OMAR.full_name);
    return dialog.getByLabel('Email').inputValue();
  };
  await expect.poll(suggested, WAIT).toBe(OMAR.email);
});
