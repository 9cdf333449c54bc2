import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { openProfile } from '../support/chromium.ts';
import { testOnNewDevice } from '../support/counterpart-test.ts';
import { Person } from '../support/person.ts';
import { checklistOf } from './tray.ts';

const WAIT = { timeout: 60_000 };

testOnNewDevice(
  '[REJ7] when two people rename the same headers offline, the second sees both names and chooses one for each',
  async ({ counterpart, person: second }) => {
    await second.signIn('associate@demo.test');
    const deal = await second.createDeal('Project Maple');
    await second.addHeader('Corporate');
    await second.addHeader('Tax');
    await expect.poll(async () => second.checklistOnServer(deal)).toEqual(['Corporate', 'Tax']);
    await second.sees('All changes saved');
    const profile = await openProfile({ hosts: counterpart.hosts, still: true, shell: true });
    const first = new Person(await profile.context.newPage(), counterpart);
    await first.signIn();
    await first.page.goto(checklistOf(counterpart.url, deal));
    await first.row('Tax').waitFor(WAIT);
    await first.isReadyForOffline();
    await second.isReadyForOffline();

    await first.loseNetwork(counterpart);
    await second.loseNetwork(counterpart);
    await rename(first, 'Corporate', 'Completion');
    await rename(first, 'Tax', 'Tax matters');
    await rename(second, 'Corporate', 'Closing');
    await rename(second, 'Tax', 'Taxes');
    await second.sees('Offline – 2 changes on this device');
    // The edits are on disk, so closing the page loses nothing.
    await second.page.close();

    await first.regainNetwork(counterpart);
    await expect.poll(async () => first.checklistOnServer(deal), WAIT).toEqual(['Completion', 'Tax matters']);
    await second.context.setOffline(false);
    const page = await second.context.newPage();
    await page.goto(`${counterpart.url}/account/diagnostics`);
    const attention = page.locator('dl > div').filter({ hasText: 'Needs your attention' });
    await expect.poll(async () => attention.getByRole('definition').textContent(), WAIT).toBe('2');
    await page.getByText('No changes are waiting to be sent.').waitFor(WAIT);
    await page.goto(checklistOf(counterpart.url, deal));
    await page.getByRole('button', { name: '2 changes were rejected' }).click(WAIT);
    const dialog = page.getByRole('dialog');
    const closing = entry(page, 'Rename the header “Corporate” to “Closing”');
    await expect
      .poll(async () => closing.getByRole('group', { name: 'You' }).textContent())
      .toMatch(/at .*“Closing”/);
    const theirs = closing.getByRole('group', { name: 'Margaret Whitfield' });
    await expect
      .poll(async () => theirs.textContent())
      .toMatch(/Margaret Whitfield changed it at .*“Completion”/);
    await expectAccessible(page);

    await closing.getByRole('button', { name: 'Keep mine' }).click();
    await entry(page, 'Rename the header “Tax” to “Taxes”')
      .getByRole('button', { name: 'Keep theirs' })
      .click();
    // Both leave the tray first, because rejected edits don't wait to be sent.
    await expect.poll(async () => dialog.getByRole('listitem').count(), WAIT).toBe(0);
    await dialog.getByText('Nothing is waiting to be sent.').waitFor(WAIT);
    await expect.poll(async () => first.checklistOnServer(deal), WAIT).toEqual(['Closing', 'Tax matters']);
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: 'Tax matters' }).waitFor(WAIT);
    await first.row('Closing').waitFor(WAIT);
    await profile.close();
  },
);

testOnNewDevice(
  '[REJ15] an edit of an item that somebody deleted names the item, restores it and is sent again',
  async ({ counterpart, person: second }) => {
    await second.signIn('associate@demo.test');
    const deal = await second.createDeal('Project Hazel');
    await second.addHeader('Corporate');
    await expect.poll(async () => second.checklistOnServer(deal)).toEqual(['Corporate']);
    await second.sees('All changes saved');
    await second.isReadyForOffline();
    const profile = await openProfile({ hosts: counterpart.hosts, still: true, shell: true });
    const first = new Person(await profile.context.newPage(), counterpart);
    await first.signIn();
    await first.page.goto(checklistOf(counterpart.url, deal));
    await first.row('Corporate').waitFor(WAIT);

    await second.context.setOffline(true);
    await rename(second, 'Corporate', 'Closing');
    await second.addHeader('Tax');
    await second.page.getByRole('button', { name: 'Offline – 2 changes on this device' }).click();
    const dialog = second.page.getByRole('dialog');
    const unsent = dialog.getByRole('region', { name: '2 changes to send' });
    await expect
      .poll(async () => unsent.getByRole('listitem').allTextContents())
      .toEqual([
        expect.stringMatching(/^Rename the header “Corporate” to “Closing”WaitingProject Hazel · /),
        expect.stringMatching(/^Add the header “Tax”WaitingProject Hazel · /),
      ]);
    await expectAccessible(second.page);
    await second.page.keyboard.press('Escape');

    await first.row('Corporate').click();
    await first.page.keyboard.press('Delete');
    await expect.poll(async () => first.checklistOnServer(deal), WAIT).toEqual([]);
    await second.context.setOffline(false);
    await second.page.getByRole('button', { name: '1 change was rejected' }).click(WAIT);
    const refused = entry(second.page, 'Rename the header “Corporate” to “Closing”');
    await refused.getByText('It was deleted in the meantime.').waitFor(WAIT);
    await expectAccessible(second.page);
    await refused.getByRole('button', { name: 'Restore and try again' }).click();
    await expect.poll(async () => second.checklistOnServer(deal), WAIT).toEqual(['Closing', 'Tax']);
    await dialog.getByText('Nothing is waiting to be sent.').waitFor(WAIT);
    await profile.close();
  },
);

testOnNewDevice(
  'a framed page shows a rejected edit and opens the tray',
  async ({ counterpart, person: second }) => {
    await second.signIn('associate@demo.test');
    const deal = await second.createDeal('Project Linden');
    await second.addHeader('Corporate');
    await expect.poll(async () => second.checklistOnServer(deal)).toEqual(['Corporate']);
    await second.isReadyForOffline();
    await second.page.goto(`${counterpart.url}/transaction/embed?transactionId=${deal}`);
    await second.row('Corporate').waitFor(WAIT);
    await second.sees('All changes saved');
    const profile = await openProfile({ hosts: counterpart.hosts, still: true, shell: true });
    const first = new Person(await profile.context.newPage(), counterpart);
    await first.signIn();
    await first.page.goto(checklistOf(counterpart.url, deal));
    await first.row('Corporate').waitFor(WAIT);

    await first.isReadyForOffline();
    await first.loseNetwork(counterpart);
    await second.loseNetwork(counterpart);
    await rename(second, 'Corporate', 'Closing');
    await rename(first, 'Corporate', 'Completion');
    await first.regainNetwork(counterpart);
    await expect.poll(async () => first.checklistOnServer(deal), WAIT).toEqual(['Completion']);
    await second.context.setOffline(false);
    await second.page.getByRole('region', { name: 'Messages' }).getByRole('alert').waitFor(WAIT);
    await second.page.getByRole('button', { name: '1 change was rejected' }).click(WAIT);
    await entry(second.page, 'Rename the header “Corporate” to “Closing”').waitFor(WAIT);
    await profile.close();
  },
);

/** Returns an entry of the tray. */
function entry(page: Page, words: string) {
  return page.getByRole('dialog').getByRole('listitem', { name: words });
}

async function rename(person: Person, from: string, to: string): Promise<void> {
  const { page } = person;
  await person.row(from).click();
  await page.keyboard.press('F2');
  await page.getByLabel(`Name of ${from}`).fill(to);
  await page.keyboard.press('Enter');
  await person.row(to).waitFor(WAIT);
}
