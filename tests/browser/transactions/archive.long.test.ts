import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { test } from '../support/counterpart-test.ts';
import { listed, choose, toDeals } from './deal-list.ts';

const WAIT = { timeout: 60_000 };

test('a deal can be archived offline and unarchived online, and the server does the same', async ({
  counterpart,
  person,
}) => {
  await person.signIn();
  const deal = await person.createDeal('Project Rowan');
  await toDeals(person);
  await person.isReadyForOffline();
  await person.loseNetwork(counterpart);
  await choose(person, 'Project Rowan', 'Archive');
  await expect.poll(async () => listed(person)).not.toContain('Project Rowan');
  await person.page.getByRole('link', { name: /^Archived/ }).click();
  await expect.poll(async () => listed(person)).toEqual(['Project Rowan']);
  await expectAccessible(person.page);
  await person.page.reload();
  await expect.poll(async () => listed(person)).toEqual(['Project Rowan']);
  await person.regainNetwork(counterpart);
  await expect.poll(async () => person.deals(), WAIT).not.toContain(deal);
  await choose(person, 'Project Rowan', 'Unarchive');
  await person.sees('No archived transactions');
  await expect.poll(async () => person.deals(), WAIT).toContain(deal);
});
