import { expect } from 'vitest';
import { test } from '../support/counterpart-test.ts';
import { openGroups, addGroup, addTo, membersOf, choose } from './edit-groups.ts';

const WAIT = { timeout: 60_000 };

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
