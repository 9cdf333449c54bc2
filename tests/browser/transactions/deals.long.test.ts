import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { openProfile } from '../support/chromium.ts';
import { test } from '../support/counterpart-test.ts';
import { Person } from '../support/person.ts';
import { elsewhere } from '../support/prepared-deal.ts';
import { listed, choose, toDeals } from './deal-list.ts';

const WAIT = { timeout: 60_000 };

test('a deal appears for an added participant, and disappears when they leave it', async ({
  counterpart,
  person,
}) => {
  await person.signIn();
  await person.createDeal('Project Hazel');
  await toDeals(person);
  const profile = await openProfile({ hosts: counterpart.hosts, still: true, shell: true });
  const associate = new Person(await profile.context.newPage(), counterpart);
  await associate.signIn('associate@demo.test');
  await choose(person, 'Project Hazel', 'Participants…');
  await person.page.getByRole('checkbox', { name: /Daniel Okafor/ }).check();
  await expectAccessible(person.page);
  await person.page.getByRole('button', { name: 'Save', exact: true }).click();
  await person.sees('Participants successfully updated');
  await expect.poll(async () => listed(associate), WAIT).toContain('Project Hazel');
  await choose(associate, 'Project Hazel', 'Leave…');
  await associate.page.getByRole('button', { name: 'Leave transaction' }).click();
  await expect.poll(async () => listed(associate)).not.toContain('Project Hazel');
  await associate.sees('All changes saved');
  await associate.page.reload();
  await associate.page.getByRole('link', { name: /Project Alder/ }).waitFor();
  expect(await listed(associate)).not.toContain('Project Hazel');
  await profile.close();
});

test('the list can be searched, sorted and navigated with the keyboard, and remembers its sort order', async ({
  person,
}) => {
  await person.signIn();
  const { page } = person;
  const { length } = await person.deals();
  await expect.poll(async () => (await listed(person)).length).toBe(length);
  const all = await listed(person);
  await page.keyboard.press('/');
  await page.keyboard.type('ALDER 20963');
  await expect
    .poll(async () => listed(person))
    .toEqual(['Project Alder – Acquisition of Northgate Instruments']);
  await page.keyboard.press('ArrowDown');
  const focused = async () => page.evaluate(() => document.activeElement?.textContent);
  await expect.poll(focused).toMatch(/^Project Alder/);
  await page.getByRole('searchbox').focus();
  await page.keyboard.press('Escape');
  await expect.poll(async () => listed(person)).toEqual(all);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await expect.poll(focused).toBe(all.at(-1));
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
  await expect.poll(async () => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a deal created offline opens at once, can be edited, and reaches the server when the network returns', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  await page.getByRole('link', { name: /Project Alder/ }).waitFor();
  await person.loseNetwork(counterpart);
  await page.getByRole('button', { name: 'New transaction' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Project Medlar');
  await dialog.getByLabel('Client', { exact: true }).fill('Medlar Holdings');
  await dialog.getByRole('button', { name: 'Create transaction' }).click();
  await page.waitForURL(/\/transaction\/[^/]+\/checklist$/);
  await page.getByRole('heading', { name: 'Project Medlar' }).waitFor();
  await person.addHeader('Corporate');
  await person.sees('Offline – 2 changes on this device');
  await page.reload();
  await person.row('Corporate').waitFor();
  await toDeals(person);
  await expect.poll(async () => listed(person)).toContain('Project Medlar');
  await page.getByRole('link', { name: 'Project Medlar' }).click();
  await expect.poll(async () => person.checklist()).toEqual(['Corporate']);
  const deal = /\/transaction\/([^/]+)\//.exec(page.url())?.[1] ?? '';

  await person.regainNetwork(counterpart);
  await person.sees('All changes saved');
  await expect.poll(async () => person.checklistOnServer(deal)).toEqual(['Corporate']);
  const { body } = await (await elsewhere(counterpart)).get('/transactions/transaction');
  const made = body.filter(({ name }: { name: string }) => name === 'Project Medlar');
  expect(made).toMatchObject([{ uuid: deal, client_name: 'Medlar Holdings' }]);
  await expect.poll(async () => person.checklist()).toEqual(['Corporate']);
});

test('a user whose open deal is deleted is notified, and keeps their unsent work', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn('associate@demo.test');
  const first = await person.createDeal('Project Osier');
  await person.addHeader('Corporate');
  await expect.poll(async () => person.checklistOnServer(first)).toEqual(['Corporate']);
  const profile = await openProfile({ hosts: counterpart.hosts, still: true, shell: true });
  const partner = new Person(await profile.context.newPage(), counterpart);
  await partner.signIn();
  await choose(partner, 'Project Osier', 'Delete…');
  await partner.page.getByRole('button', { name: 'Delete transaction' }).click();
  const gone = page.getByRole('heading', { name: 'This transaction could not be found' });
  await gone.waitFor(WAIT);
  await person.sees('It may have been deleted, or you may no longer be a participant.');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'All transactions', exact: true }).click();
  await page.getByRole('link', { name: /Project Alder/ }).waitFor();
  expect(await listed(person)).not.toContain('Project Osier');

  const deal = await person.createDeal('Project Sallow');
  await person.isReadyForOffline();
  await choose(partner, 'Project Sallow', 'Delete…');
  await person.context.setOffline(true);
  await person.addHeader('Typed on the train');
  await person.sees('Offline – 1 change on this device');
  await partner.page.getByRole('button', { name: 'Delete transaction' }).click();
  await expect.poll(async () => partner.deals(), WAIT).not.toContain(deal);
  await person.context.setOffline(false);
  await gone.waitFor(WAIT);
  await page.reload();
  await page.getByRole('button', { name: '1 change was rejected' }).click(WAIT);
  const work = page.getByRole('dialog').getByRole('listitem');
  await work.getByRole('heading', { name: 'Add the header “Typed on the train”' }).waitFor();
  await work.getByText('A transaction that is not on this device').waitFor();
  await expectAccessible(page);
  await profile.close();
});

test('the details of a transaction can be changed and undone, appear in the activity, and show who created it', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.createDeal('Project Rowan');
  const details = page.getByRole('dialog', { name: 'Transaction details' });
  const matter = details.getByLabel('Matter number');
  await page.getByRole('button', { name: 'Transaction details' }).click();
  await details.getByText('Created by Margaret Whitfield').waitFor();
  await matter.fill('M-100');
  const deeds = details.getByLabel('All documents in this transaction are deeds');
  await deeds.check();
  await expectAccessible(page);
  await details.getByRole('button', { name: 'Save' }).click();
  await details.waitFor({ state: 'hidden' });
  await person.sees('All changes saved');
  await page.getByRole('link', { name: 'Activity' }).click();
  await person.sees('changed the matter number and deed setting of the transaction');
  await page.getByRole('button', { name: /^Undo: Change the details/ }).click();
  // The dialog shows the values from when it was opened.
  await person.sees(/^Undone: Change the details/);
  await page.getByText('Matter M-100').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Transaction details' }).click();
  await expect.poll(async () => matter.inputValue()).toBe('');
  expect(await deeds.isChecked()).toBe(false);
});
