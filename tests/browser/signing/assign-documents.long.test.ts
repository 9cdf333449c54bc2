import { expect } from 'vitest';
import type { TestClient } from '../../server/support/test-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { test } from '../support/counterpart-test.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

interface Prepared {
  client: TestClient;
  deal: string;
}

/** Creates a deal with documents under a header, Jane Doe, and the group Buyers with two signatories. */
async function prepare(counterpart: CounterpartProcess, name: string): Promise<Prepared> {
  const client = await elsewhere(counterpart);
  const deal = await prepareDeal(counterpart, name, [
    'Purchase Agreement',
    '# Ancillary documents',
    '  Escrow Agreement',
    '  Side Letter',
  ]);
  const create = async (path: string, body: object): Promise<string> => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.uuid;
  };
  const jane = await create('/signatory', { transaction: deal, full_name: 'Jane Doe' });
  const omar = await create('/signatory', { transaction: deal, full_name: 'Omar Reyes' });
  const group = await create('/signing_group', { transaction: deal, name: 'Buyers' });
  for (const signatory of [jane, omar]) await create('/signing_group_member', { group, signatory });
  return { client, deal };
}

/** Returns the names that the server prints on signature pages instead of the documents' own names. */
async function namesOnPages({ client, deal }: Prepared): Promise<string[]> {
  const items: { name_alt: string; name_alt_enabled: boolean }[] = (
    await client.get(`/transactions/item?transaction=${deal}`)
  ).body;
  return items.flatMap(({ name_alt, name_alt_enabled }) => (name_alt_enabled ? [name_alt] : []));
}

async function deeds({ client, deal }: Prepared): Promise<string[]> {
  const items: { name: string; is_deed: boolean }[] = (
    await client.get(`/transactions/item?transaction=${deal}`)
  ).body;
  return items.flatMap(({ name, is_deed }) => (is_deed ? [name] : []));
}

/** Returns the documents that are assigned on the server as "document: header", sorted. */
async function assigned({ client, deal }: Prepared): Promise<string[]> {
  const [assignments, items] = await Promise.all(
    ['/assignments/assignment', '/transactions/item'].map(
      async (path) => (await client.get(`${path}?transaction=${deal}`)).body,
    ),
  );
  const names = new Map<string, string>(
    items.map((item: { uuid: string; name: string; for_signing: boolean }) => [
      item.uuid,
      item.for_signing ? item.name : `${item.name} (not for signing)`,
    ]),
  );
  return assignments
    .map(
      ({ item, header }: { item: string; header: string | null }) =>
        `${names.get(item) ?? ''}: ${header ?? ''}`,
    )
    .toSorted();
}

test('documents selected on the checklist are assigned to a group offline, and marked to be signed', async ({
  counterpart,
  person,
}) => {
  const prepared = await prepare(counterpart, 'Project Clover');
  const { page } = person;
  await person.signIn();
  await person.openChecklist(prepared.deal);
  await person.row('Purchase Agreement').click();
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await person.row('Ancillary documents').click({ modifiers: ['Control'] });
  await page.getByRole('button', { name: 'Assign to…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assign 3 documents' });
  await dialog.getByRole('menuitem', { name: 'Buyers' }).waitFor(WAIT);
  await expectAccessible(page);
  await dialog.getByRole('menuitem', { name: 'Buyers' }).click();
  await dialog.waitFor({ state: 'detached' });
  await person.regainNetwork(counterpart);
  await expect.poll(async () => (await assigned(prepared)).length, WAIT).toBe(6);
  expect(await assigned(prepared)).not.toContainEqual(expect.stringContaining('not for signing'));
  for (const document of ['Purchase Agreement', 'Escrow Agreement', 'Side Letter'])
    await expect.poll(async () => person.row(document).textContent(), WAIT).toContain('Not sent');

  await page.getByRole('button', { name: /^Undo/ }).first().click();
  await expect.poll(async () => assigned(prepared), WAIT).toEqual([]);
});

test('the details of a document show who signs it, and change a caption, a notary and the signatories', async ({
  counterpart,
  person,
}) => {
  const prepared = await prepare(counterpart, 'Project Sorghum');
  const { page } = person;
  await person.signIn();
  await person.openChecklist(prepared.deal);
  await person.row('Side Letter').click();
  await page.keyboard.press('d');
  const signatures = page.getByRole('region', { name: 'Signatures' });
  await signatures.getByText('Nobody signs this document yet.').waitFor(WAIT);
  const nameOnPages = page.getByLabel('Name on signature pages');
  await nameOnPages.fill('Amended Side Letter');
  await nameOnPages.press('Enter');
  await expect.poll(async () => namesOnPages(prepared), WAIT).toContain('Amended Side Letter');
  await signatures.getByRole('button', { name: 'Assign to…' }).click();
  await page.getByRole('menuitem', { name: 'Jane Doe' }).click();
  await signatures.getByRole('link', { name: 'Jane Doe' }).waitFor(WAIT);
  await signatures.getByText('Not sent').waitFor(WAIT);
  await expect.poll(async () => assigned(prepared), WAIT).toEqual(['Side Letter: ']);
  await page.getByLabel('Signed as a deed, before a witness').check();
  await expect.poll(async () => deeds(prepared), WAIT).toEqual(['Side Letter']);

  await signatures.getByRole('button', { name: 'Edit signature: Jane Doe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Signature of Jane Doe' });
  await dialog.getByLabel('Caption').fill('LENDER');
  await dialog.getByLabel('Needs a notary').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await signatures.getByText('LENDER').waitFor(WAIT);
  await signatures.getByText('Notary').waitFor(WAIT);
  await expectAccessible(page);
  await expect.poll(async () => assigned(prepared), WAIT).toEqual(['Side Letter: LENDER']);

  await signatures.getByRole('button', { name: 'Unassign Jane Doe' }).click();
  await signatures.getByText('Choose who signs this document.').waitFor(WAIT);
  await expect.poll(async () => assigned(prepared), WAIT).toEqual([]);
});
