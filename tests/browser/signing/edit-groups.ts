import { expect } from 'vitest';
import type { CounterpartProcess } from '../support/counterpart-process.ts';
import type { Person } from '../support/person.ts';
import { elsewhere, prepareDeal } from '../support/prepared-deal.ts';

const WAIT = { timeout: 60_000 };

export interface Prepared {
  person: Person;
  counterpart: CounterpartProcess;
}

export interface OnServer {
  /** Returns the groups with the names of their members, in order. */
  groups: () => Promise<Record<string, string[]>>;
  /** Returns how many pages that follow a group each document has. */
  pages: () => Promise<number>;
}

/**
 * Creates a deal with two documents, two people, and an entity that can sign in two capacities, and opens its
 * groups.
 */
export async function openGroups({ person, counterpart }: Prepared): Promise<OnServer> {
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
  // The entity signs through another entity.
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

export const card = ({ page }: Person, name: string) => page.getByRole('region', { name, exact: true });

export async function addGroup({ page }: Person, name: string): Promise<void> {
  await page.getByLabel('New group').fill(name);
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name, exact: true }).waitFor();
}

export async function addTo(
  person: Person,
  group: string,
  what: 'members' | 'documents',
  ...names: string[]
) {
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

/** Returns the names of a group's members on the page, from top to bottom. */
export async function membersOf({ page }: Person, group: string): Promise<string[]> {
  const buttons = page
    .getByRole('list', { name: `Members of ${group}`, exact: true })
    .getByRole('button', { name: /^Reorder / });
  const labels = await buttons.evaluateAll((found) => found.map((each) => each.getAttribute('aria-label')));
  return labels.map((label) => label?.replace('Reorder ', '') ?? '');
}

export async function choose(person: Person, member: string, action: string): Promise<void> {
  await person.page
    .getByRole('button', { name: `Actions for ${member}` })
    .first()
    .click();
  await person.page.getByRole('menuitem', { name: action }).click();
}
