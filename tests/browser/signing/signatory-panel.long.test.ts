import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import { test } from '../support/counterpart-test.ts';
import type { Person } from '../support/person.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { linkTo, mailsTo, prepareSigner, sendPacket } from './mailed-room.ts';

const WAIT = { timeout: 60_000 };

/** Creates a deal with these people. */
async function dealWith(
  counterpart: CounterpartProcess,
  name: string,
  people: readonly { full_name: string; email: string; is_org?: boolean }[],
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

test('two entries for one person are merged offline in their panel, and both come back with undo', async ({
  counterpart,
  person,
}) => {
  const twice = [JANE, { ...JANE, full_name: 'Jane B. Doe' }];
  const deal = await dealWith(counterpart, 'Project Teasel', twice);
  const { page } = person;
  await person.signIn();
  await page.goto(`${person.url}/transaction/${deal}/signatories`);
  await page.getByRole('row', { name: /Jane B\. Doe/ }).click();
  const panel = page.getByRole('complementary', { name: 'Signatory details' });
  await panel.getByText('Jane Doe and Jane B. Doe are listed with jane@buyer.test.').waitFor(WAIT);
  await expectAccessible(page);
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await panel.getByRole('button', { name: 'Merge entries' }).click();
  await person.sees('Merged the entries for Jane B. Doe.');
  await panel.getByText('are listed with').waitFor({ ...WAIT, state: 'detached' });
  await person.regainNetwork(counterpart);
  const client = await elsewhere(counterpart);
  const names = async () =>
    (await client.get(`/signatory?transaction=${deal}`)).body.map(
      (row: { full_name: string }) => row.full_name,
    );
  await expect.poll(names, WAIT).toEqual(['Jane B. Doe']);
  await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
  await expect.poll(names, WAIT).toEqual(['Jane Doe', 'Jane B. Doe']);
});

test('signatories of another deal on the device are copied offline, and their names are suggested when a signatory is added', async ({
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
  // Text that is typed before the contacts are loaded gets no suggestions.
  const suggested = async () => {
    await dialog.getByLabel('Name').fill('');
    await dialog.getByLabel('Name').fill(OMAR.full_name);
    return dialog.getByLabel('Email').inputValue();
  };
  await expect.poll(suggested, WAIT).toBe(OMAR.email);
});

const panel = ({ page }: Person) => page.getByRole('complementary', { name: 'Signatory details' });

async function openPanel(person: Person, name: string): Promise<void> {
  await person.page
    .getByRole('grid', { name: 'Signatories' })
    .locator('[data-uuid]')
    .filter({ hasText: new RegExp(`^${name}`) })
    .click(WAIT);
  await panel(person).getByRole('heading', { name }).waitFor(WAIT);
}

test('the panel shows a signatory’s packets and sends reminders, and asks for confirmation before a second one', async ({
  counterpart,
  person,
}) => {
  const { deal, jane, email } = await prepareSigner(counterpart, 'Project Melilot');
  await sendPacket(counterpart, { deal, jane });
  await linkTo(person, email);
  const { page } = person;
  await person.signIn();
  await page.goto(`${person.url}/transaction/${deal}/signatories`);
  await openPanel(person, 'Jane Doe');
  const packets = panel(person).getByRole('region', { name: 'Packets' });
  await packets.getByText('Sent', { exact: true }).waitFor(WAIT);

  const reminders = panel(person).getByRole('region', { name: 'Reminders' });
  const send = reminders.getByRole('button', { name: 'Send reminder' });
  await reminders.getByText('2 signatures are outstanding.').waitFor();
  await reminders.getByText('Not reminded yet').waitFor(WAIT);
  await expectAccessible(page);
  await send.click();
  await person.sees('Reminded Jane Doe by email.');
  await reminders.getByText(/^Last reminded .* by Margaret Whitfield$/).waitFor(WAIT);
  await send.click();
  const again = page.getByRole('alertdialog', { name: 'Remind Jane Doe again?' });
  await again.getByText('Signatories usually get at most one reminder a day.').waitFor();
  await expectAccessible(page);
  await again.getByRole('button', { name: 'Cancel' }).click();
  await send.click();
  await again.getByRole('button', { name: 'Send again' }).click();
  await expect.poll(async () => mailsTo(counterpart, email), WAIT).toHaveLength(3);

  await panel(person).getByLabel('Email', { exact: true }).fill('');
  await page.keyboard.press('Enter');
  await reminders.getByText('Add an email address to send a reminder.').waitFor(WAIT);
  expect(await send.isDisabled()).toBe(true);
  await person.sees('All changes saved');
  await person.loseNetwork(counterpart);
  await reminders.getByText('You’re offline. You can send reminders when you’re back online.').waitFor(WAIT);
  await person.regainNetwork(counterpart);

  await packets.getByRole('link', { name: /page/ }).click(WAIT);
  await page.getByRole('region', { name: /Jane Doe/ }).waitFor(WAIT);
});

test('a contact is added as the entity that a person signs for, and a representative is replaced only on unsent pages', async ({
  counterpart,
  person,
}) => {
  const fund = { full_name: 'Rowan Fund, L.P.', email: 'notices@rowan.test', is_org: true };
  const other = await dealWith(counterpart, 'Project Burnet', [fund, OMAR]);
  const { deal, jane } = await prepareSigner(counterpart, 'Project Sanicle');
  const { page } = person;
  await person.signIn();
  await page.goto(`${person.url}/transaction/${other}/signatories`);
  await page.getByRole('grid', { name: 'Signatories' }).getByText(fund.full_name).waitFor(WAIT);
  await page.goto(`${person.url}/transaction/${deal}/signatories`);
  await openPanel(person, 'Jane Doe');
  await panel(person).getByRole('button', { name: 'Add entity' }).click();
  const entity = panel(person).getByRole('combobox', { name: 'Entity' });
  await entity.fill(fund.full_name);
  await panel(person).getByText('New entity, notices@rowan.test').waitFor(WAIT);
  await panel(person).getByLabel('Title', { exact: true }).fill('general partner');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await panel(person).getByRole('button', { name: fund.full_name, exact: true }).waitFor();

  const client = await elsewhere(counterpart);
  const list = async (path: string) => (await client.get(`${path}?transaction=${deal}`)).body;
  const named = async (name: string) =>
    (await list('/signatory')).find(({ full_name }: { full_name: string }) => full_name === name);
  await expect
    .poll(async () => named(fund.full_name), WAIT)
    .toMatchObject({ email: fund.email, is_org: true });
  const [purchase, escrow] = await list('/transactions/item');
  const { uuid: signatory } = await named(fund.full_name);
  const assign = async ({ uuid: item }: { uuid: string }) =>
    expect((await client.post('/assignments/assignment', { item, signatory })).status).toBe(201);
  await assign(purchase);
  await sendPacket(counterpart, { deal, jane });
  await assign(escrow);

  await panel(person).getByRole('button', { name: fund.full_name, exact: true }).click();
  await panel(person).getByText('0 of 2 signatures executed').waitFor(WAIT);
  await panel(person)
    .getByRole('region', { name: 'Documents to sign' })
    .getByText('Sent', { exact: true })
    .waitFor(WAIT);
  await panel(person).getByRole('button', { name: 'More actions for Jane Doe' }).click();
  await page.getByRole('menuitem', { name: 'Replace…' }).click();
  await panel(person).getByRole('combobox', { name: 'Replacement for Jane Doe' }).fill(OMAR.full_name);
  await panel(person).getByText(`New person, ${OMAR.email}`).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('alertdialog', { name: 'Replace Jane Doe on unsent pages only?' });
  await dialog
    .getByText(
      '1 signature from Jane Doe was already requested or collected and won’t change. Omar Reyes will sign everything that hasn’t been sent.',
    )
    .waitFor(WAIT);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Replace on unsent pages' }).click();
  await person.sees('Omar Reyes replaced Jane Doe on unsent pages.');
  const relations = async () =>
    (await list('/signatory/representative')).map(({ title }: { title: string }) => title);
  await expect.poll(relations, WAIT).toEqual(['general partner', 'general partner']);
  expect(await named(OMAR.full_name)).toMatchObject({ email: OMAR.email });
  await openPanel(person, OMAR.full_name);
  await panel(person).getByText('0 of 1 signature executed').waitFor(WAIT);
  await panel(person).getByRole('link', { name: 'Escrow Agreement' }).waitFor();
});

test('a signatory and a capacity through which pages were sent can’t be removed, and the app says why before it removes anything', async ({
  counterpart,
  person,
}) => {
  const { deal, jane } = await prepareSigner(counterpart, 'Project Yarrow');
  const client = await elsewhere(counterpart);
  const list = async (path: string) => (await client.get(`${path}?transaction=${deal}`)).body;
  const make = async (path: string, body: object): Promise<string> => {
    const made = await client.post(path, body);
    expect(made.status, made.text).toBe(201);
    return made.body.uuid;
  };
  const entity = async (full_name: string) =>
    make('/signatory', { transaction: deal, full_name, is_org: true });
  const [fund, partner] = [await entity('Alder Fund, L.P.'), await entity('Alder GP, LLC')];
  await make(`/signatory/${fund}/representative`, { signatory: partner, title: 'general partner' });
  const auth_rep = await make(`/signatory/${partner}/representative`, {
    signatory: jane,
    title: 'President',
  });
  const [{ uuid: item }] = await list('/transactions/item');
  await make('/assignments/assignment', { item, signatory: fund, auth_rep });
  await sendPacket(counterpart, { deal, jane });

  const { page } = person;
  await person.signIn();
  await page.goto(`${person.url}/transaction/${deal}/signatories`);
  // No page is the general partner's own: it is only between the fund and Jane.
  await openPanel(person, 'Alder GP, LLC');
  await panel(person).getByRole('button', { name: 'Delete signatory' }).click();
  const kept = page.getByRole('alertdialog', { name: 'Alder GP, LLC can’t be deleted' });
  await kept
    .getByText(
      'Signature pages that name Alder GP, LLC were sent or signed, and the record of that stays with the transaction. You can cancel open packets and unassign documents instead.',
    )
    .waitFor(WAIT);
  await expectAccessible(page);
  await kept.getByText('Close', { exact: true }).click();
  await kept.waitFor({ state: 'detached' });

  const remove = async (other: string) => {
    await panel(person)
      .getByRole('button', { name: `More actions for ${other}` })
      .click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
  };
  const refused = async (representative: string, represented: string) => {
    const title = `${representative} can’t be removed as a representative of ${represented}`;
    const dialog = page.getByRole('alertdialog', { name: title });
    await dialog
      .getByText(
        `Signature pages were sent or signed in this capacity, and the record of that stays with the transaction. You can cancel the open packets, or replace ${representative} on unsent pages.`,
      )
      .waitFor(WAIT);
    await expectAccessible(page);
    await dialog.getByText('Close', { exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  await remove('Jane Doe');
  await refused('Jane Doe', 'Alder GP, LLC');
  await remove('Alder Fund, L.P.');
  await refused('Alder GP, LLC', 'Alder Fund, L.P.');

  await person.sees('All changes saved');
  await panel(person).getByText('Alder GP, LLC by Jane Doe, President', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: /^Undo/ }).first().isDisabled()).toBe(true);
  expect(await list('/signatory')).toHaveLength(3);
  expect(await list('/signatory/representative')).toHaveLength(2);
});
