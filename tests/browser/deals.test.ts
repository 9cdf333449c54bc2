import { expect } from 'vitest';
import { expectAccessible } from './accessible.ts';
import { openProfile } from './chromium.ts';
import { test } from './counterpart-test.ts';
import { Person } from './person.ts';

/** The names in the list of deals, top to bottom. */
async function listed({ page }: Person): Promise<string[]> {
  return page.locator('a[data-deal]').allTextContents();
}

async function choose({ page }: Person, deal: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${deal}` }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

async function toDeals({ page }: Person): Promise<void> {
  await page.getByRole('link', { name: /all transactions/ }).click();
  await page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor();
}

test('a deal is archived and brought back without a network, and so it is on the server once there is one', async ({
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
  await expect.poll(async () => person.deals(), { timeout: 30_000 }).not.toContain(deal);
  await choose(person, 'Project Rowan', 'Bring back');
  await person.sees('Nothing is archived');
  await expect.poll(async () => person.deals(), { timeout: 30_000 }).toContain(deal);
});

test('who is added to a deal finds it, and who leaves it has it no more', async ({ counterpart, person }) => {
  await person.signIn();
  await person.createDeal('Project Hazel');
  await toDeals(person);
  const profile = await openProfile({ still: true, shell: true });
  const associate = new Person(await profile.context.newPage(), counterpart.url);
  await associate.signIn('associate@demo.test');
  await choose(person, 'Project Hazel', 'People…');
  await person.page.getByRole('checkbox', { name: /Daniel Okafor/ }).check();
  await expectAccessible(person.page);
  await person.page.getByRole('button', { name: 'Save', exact: true }).click();
  await person.sees('Participants successfully updated');
  await expect.poll(async () => listed(associate), { timeout: 45_000 }).toContain('Project Hazel');
  await choose(associate, 'Project Hazel', 'Leave…');
  await associate.page.getByRole('button', { name: 'Leave transaction' }).click();
  await expect.poll(async () => listed(associate)).not.toContain('Project Hazel');
  await associate.sees('All changes saved');
  await associate.page.reload();
  await associate.page.getByRole('link', { name: /Project Alder/ }).waitFor();
  expect(await listed(associate)).not.toContain('Project Hazel');
  await profile.close();
});

test('the list is searched, sorted and walked by keys alone, and stays sorted as the person has chosen', async ({
  person,
}) => {
  await person.signIn();
  const { page } = person;
  await page.getByRole('link', { name: /Project Alder/ }).waitFor();
  const all = await listed(person);
  await page.keyboard.press('/');
  await page.keyboard.type('ALDER 20963');
  await expect
    .poll(async () => listed(person))
    .toEqual(['Project Alder – Acquisition of Northgate Instruments']);
  await page.keyboard.press('ArrowDown');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Project Alder/);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Escape');
  await expect.poll(async () => listed(person)).toEqual(all);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(all.at(-1));
  const name = page.getByRole('columnheader', { name: 'Transaction', exact: true });
  await name.getByRole('button').click();
  await expect.poll(async () => name.getAttribute('aria-sort')).toBe('ascending');
  await name.getByRole('button').click();
  const backwards = all.toSorted((one, other) => other.localeCompare(one));
  await expect.poll(async () => listed(person)).toEqual(backwards);
  await page.reload();
  await expect.poll(async () => listed(person)).toEqual(backwards);
  await page.setViewportSize({ width: 320, height: 700 });
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
