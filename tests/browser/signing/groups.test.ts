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

interface OnServer {
  /** The groups with the names of their members, in order. */
  groups: () => Promise<Record<string, string[]>>;
  /** How many pages each document has that follow a group. */
  pages: () => Promise<number>;
}

/** A deal with two documents, two people, and an entity that can sign in two capacities; open at its groups. */
async function openGroups({ person, counterpart }: Prepared): Promise<OnServer> {
  const deal = await prepareDeal(counterpart, 'Project Rowan', ['Purchase Agreement', 'Escrow Agreement']);
  const client = await elsewhere(counterpart);
  const add = async (path: string, body: Record<string, unknown>): Promise<string> => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body.uuid;
  };
  const signatory = async (full_name: string, is_org: boolean) =>
    add('/signatory', { transaction: deal, full_name, is_org });
  const jane = await signatory('Jane Doe', false);
  const john = await signatory('John Roe', false);
  const fund = await signatory('Rowan Fund, L.P.', true);
  await add(`/signatory/${fund}/representative`, { signatory: jane, title: 'President' });
  await add(`/signatory/${fund}/representative`, { signatory: john, title: 'Secretary' });
  // Through another entity.
  const holding = await signatory('Rowan Holding, Inc.', true);
  await add(`/signatory/${holding}/representative`, { signatory: fund, title: 'sole member' });
  await person.signIn();
  await person.isReadyForOffline();
  await person.page.goto(`${person.url}/transaction/${deal}/signing-groups`);
  await person.page.getByRole('region', { name: 'Signing groups' }).waitFor(WAIT);

  const list = async (path: string): Promise<Record<string, string>[]> =>
    (await client.get(`${path}?transaction=${deal}`)).body;
  return {
    groups: async () => {
      const [groups, members, signatories] = await Promise.all(
        ['/signing_group', '/signing_group_member', '/signatory'].map(list),
      );
      const nameOf = (uuid: string | undefined) =>
        signatories?.find((each) => each['uuid'] === uuid)?.['full_name'] ?? '';
      const inOrder = members?.toSorted((one, other) => Number(one['order']) - Number(other['order']));
      return Object.fromEntries(
        groups?.map(({ uuid, name = '' }) => [
          name,
          inOrder?.filter(({ group }) => group === uuid).map((each) => nameOf(each['signatory'])) ?? [],
        ]) ?? [],
      );
    },
    pages: async () =>
      (await list('/assignments/assignment')).filter((each) => each['signing_group_assignment'] !== null)
        .length,
  };
}

const card = ({ page }: Person, name: string) => page.getByRole('region', { name, exact: true });

async function addGroup({ page }: Person, name: string): Promise<void> {
  await page.getByLabel('New group').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name, exact: true }).waitFor();
}

async function addTo(person: Person, group: string, what: 'members' | 'documents', ...names: string[]) {
  const { page } = person;
  await card(person, group)
    .getByRole('button', { name: `Add ${what}` })
    .click();
  const dialog = page.getByRole('dialog');
  for (const name of names) {
    await dialog.getByRole('textbox').fill(name);
    await dialog.getByRole('menuitem', { name }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
  }
  const many = names.length === 1 ? what.slice(0, -1) : what;
  await dialog.getByRole('button', { name: `Add ${names.length} ${many}` }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** The names of a group's members on the page, from above to below. */
async function membersOf({ page }: Person, group: string): Promise<string[]> {
  const buttons = page
    .getByRole('list', { name: `Members of ${group}`, exact: true })
    .getByRole('button', { name: /^Reorder / });
  const labels = await buttons.evaluateAll((found) => found.map((each) => each.getAttribute('aria-label')));
  return labels.map((label) => label?.replace('Reorder ', '') ?? '');
}

async function choose(person: Person, member: string, action: string): Promise<void> {
  await person.page
    .getByRole('button', { name: `Actions for ${member}` })
    .first()
    .click();
  await person.page.getByRole('menuitem', { name: action }).click();
}

test('a user builds, orders and copies a group by keyboard and menu, and undoes it', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { groups } = await openGroups({ person, counterpart });
  await page.getByRole('heading', { name: 'No signing groups yet' }).waitFor();
  await expectAccessible(page);
  await addGroup(person, 'Buyers');
  await addTo(person, 'Buyers', 'members', 'Jane Doe', 'Rowan Fund, L.P.', 'John Roe');
  const asAdded = ['Jane Doe', 'John Roe', 'Rowan Fund, L.P.'];
  await expect.poll(async () => membersOf(person, 'Buyers')).toEqual(asAdded);
  await expectAccessible(page);

  // The entity can sign in two capacities.
  const capacity = page.getByLabel('Capacity of Rowan Fund, L.P.');
  expect(await capacity.locator('option').allTextContents()).toEqual([
    'by Jane Doe, President',
    'by John Roe, Secretary',
  ]);
  await capacity.selectOption({ label: 'by John Roe, Secretary' });

  const handle = page.getByRole('button', { name: 'Reorder Jane Doe' });
  await handle.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.getByText('Moved Jane Doe to position 3 of 3').waitFor({ state: 'attached' });
  const reordered = ['John Roe', 'Rowan Fund, L.P.', 'Jane Doe'];
  await expect.poll(async () => membersOf(person, 'Buyers')).toEqual(reordered);
  await person.hasFocus(handle);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowDown');
  await page.getByText('Moved Jane Doe to position 3 of 3').waitFor({ state: 'attached' });
  await expect.poll(async () => membersOf(person, 'Buyers')).toEqual(reordered);
  await expect.poll(groups, WAIT).toEqual({ Buyers: reordered });

  await page.getByRole('button', { name: 'Copy Buyers' }).click();
  await card(person, 'Buyers (copy)').waitFor();
  await expect.poll(groups, WAIT).toEqual({ Buyers: reordered, 'Buyers (copy)': reordered });
  const undo = page.getByRole('button', { name: 'Undo: Copy the signing group “Buyers”' });
  await undo.click();
  await card(person, 'Buyers (copy)').waitFor({ state: 'detached' });
  await expect.poll(groups, WAIT).toEqual({ Buyers: reordered });

  await page.getByLabel('Name of Buyers').fill('Purchasers');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Delete Purchasers' }).click();
  await person.sees('Deleted the signing group “Purchasers”');
  await expect.poll(groups, WAIT).toEqual({});
  await page.getByRole('button', { name: 'Undo: Delete the signing group “Purchasers”' }).click();
  await expect.poll(async () => membersOf(person, 'Purchasers')).toEqual(reordered);
  await expect.poll(groups, WAIT).toEqual({ Purchasers: reordered });
});

test('an entity that signs through another entity joins a group in the capacity that the user chooses', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { groups, pages } = await openGroups({ person, counterpart });
  await addGroup(person, 'Guarantors');
  await addTo(person, 'Guarantors', 'members', 'Rowan Holding, Inc.');
  await page
    .getByLabel('Capacity of Rowan Holding, Inc.')
    .selectOption({ label: 'by Rowan Fund, L.P., its sole member, by John Roe, Secretary' });
  await addTo(person, 'Guarantors', 'documents', 'Escrow Agreement');
  await expect.poll(groups, WAIT).toEqual({ Guarantors: ['Rowan Holding, Inc.'] });
  await expect.poll(pages, WAIT).toBe(1);
  await person.sees('All changes saved');
});

test('groups built and changed offline reach the server afterward', async ({ person, counterpart }) => {
  const { page } = person;
  const { groups, pages } = await openGroups({ person, counterpart });
  await person.loseNetwork(counterpart);
  await addGroup(person, 'Buyers');
  await addGroup(person, 'Sellers');
  await addTo(person, 'Buyers', 'members', 'Jane Doe', 'John Roe');
  await choose(person, 'Jane Doe', 'Move to Sellers');
  await expect.poll(async () => membersOf(person, 'Sellers')).toEqual(['Jane Doe']);
  await addTo(person, 'Buyers', 'documents', 'Purchase Agreement');
  await person.sees('Signature pages will be added after this syncs');
  await page.reload();
  await expect.poll(async () => membersOf(person, 'Buyers')).toEqual(['John Roe']);
  expect(await groups()).toEqual({});
  await person.regainNetwork(counterpart);
  await expect.poll(groups, WAIT).toEqual({ Buyers: ['John Roe'], Sellers: ['Jane Doe'] });
  await expect.poll(pages, WAIT).toBe(1);
  await person.sees('1 signature page');
});

test('a member dragged onto another group moves there, once the user has seen which pages are removed', async ({
  person,
  counterpart,
}) => {
  const { page } = person;
  const { groups, pages } = await openGroups({ person, counterpart });
  await addGroup(person, 'Buyers');
  await addGroup(person, 'Sellers');
  await addTo(person, 'Buyers', 'members', 'Jane Doe', 'John Roe');
  await addTo(person, 'Buyers', 'documents', 'Purchase Agreement', 'Escrow Agreement');
  await expect.poll(pages, WAIT).toBe(4);
  await expect.poll(async () => page.getByText('2 signature pages').count(), WAIT).toBe(2);

  const line = page.getByRole('listitem').filter({ hasText: 'Jane Doe' });
  await line.getByText('Jane Doe').dragTo(card(person, 'Sellers'));
  const question = page.getByRole('alertdialog', { name: 'Move Jane Doe to Sellers?' });
  await question.getByText('2 signature pages will be removed:').waitFor();
  expect(await question.getByRole('listitem').allTextContents()).toEqual([
    'Purchase Agreement',
    'Escrow Agreement',
  ]);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await groups()).toEqual({ Buyers: ['Jane Doe', 'John Roe'], Sellers: [] });

  await choose(person, 'Jane Doe', 'Move to Sellers');
  await question.getByRole('button', { name: 'Move member' }).click();
  await expect.poll(groups, WAIT).toEqual({ Buyers: ['John Roe'], Sellers: ['Jane Doe'] });

  await page.getByRole('button', { name: 'Remove Escrow Agreement' }).click();
  const removal = page.getByRole('alertdialog', { name: 'Remove “Escrow Agreement” from Buyers?' });
  await removal.getByRole('button', { name: 'Remove document' }).click();
  await page.getByRole('button', { name: 'Remove Escrow Agreement' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo: Remove “Escrow Agreement” from “Buyers”' }).click();
  await page.getByRole('button', { name: 'Remove Escrow Agreement' }).waitFor();
});
