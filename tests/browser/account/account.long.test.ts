import { expect, onTestFinished } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { openProfile } from '../support/chromium.ts';
import { test, testOnline } from '../support/counterpart-test.ts';
import { Person, type Site } from '../support/person.ts';
import { sampleDeal } from '../support/screens.ts';

const WAIT = { timeout: 60_000 };

/** Opens another browser for the same person. */
async function atAnotherBrowser(site: Site): Promise<Person> {
  const { context, close } = await openProfile({ hosts: site.hosts, still: true, shell: true });
  onTestFinished(close);
  return new Person(await context.newPage(), site);
}

test('a lawyer changes their name, their theme, and the numbering for new transactions only', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  const deal = await sampleDeal(person);
  await page.getByRole('link', { name: /Margaret Whitfield/ }).click();
  await page.getByRole('heading', { name: 'Your account' }).waitFor();

  await page.getByLabel('Top-level headers', { exact: true }).selectOption('1, 2, 3');
  await person.sees('Preview');
  await expectAccessible(page);
  const numbering = page.getByRole('form', { name: 'Numbering' });
  await numbering.getByRole('button', { name: 'Save' }).click();
  await numbering.getByText('Saved').waitFor();

  const name = page.getByRole('form', { name: 'Your name' });
  await name.getByLabel('First name').fill('Maggie');
  await name.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: /Maggie Whitfield/ }).waitFor();

  const theme = async () => page.evaluate(() => document.documentElement.dataset['theme']);
  await page.getByLabel('Colors').selectOption('Dark');
  await expect.poll(theme).toBe('dark');
  await expectAccessible(page);
  await person.openChecklist(deal);
  const first = page.getByRole('row', { name: /Preliminary documents/ });
  await expect.poll(async () => first.getByRole('gridcell').first().textContent(), WAIT).toBe('I');
  await expect.poll(theme).toBe('dark');
});

testOnline('the account page appears once the organization is on the device', async ({ person }) => {
  const { page, context } = person;
  const missing = page.getByText(/^Your organization isn’t on this device yet/);
  const name = page.getByRole('form', { name: 'Your name' });
  await context.route('**/api/authentication/organization/**', async (route) => route.abort());
  await person.signIn();
  await page.goto(`${person.url}/account`);
  await missing.waitFor();
  expect(await name.count()).toBe(0);
  await page.goto(`${person.url}/admin`);
  await missing.waitFor();
  await context.unroute('**/api/authentication/organization/**');
  await page.goto(`${person.url}/account`);
  await name.waitFor(WAIT);
  await missing.waitFor({ state: 'hidden' });
});

test('a lawyer ends another session, and the other device asks for the password', async ({
  counterpart,
  person,
}) => {
  const elsewhere = await atAnotherBrowser(counterpart);
  await elsewhere.signIn();
  await person.signIn();
  const { page } = person;
  await page.goto(`${person.url}/account`);
  const end = page.getByRole('button', { name: /^End session on/ });
  await end.first().waitFor();
  await expect.poll(async () => page.getByText('This device', { exact: true }).count()).toBe(1);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await expect.poll(async () => end.count(), WAIT).toBe(0);
  await elsewhere.page.reload();
  await elsewhere.sees('Your session has ended. Sign in to continue; unsent work is still on this device.');

  // Offline, the page shows how old its data is, and can't tell whether a change has arrived.
  await person.loseNetwork(counterpart);
  const name = page.getByRole('form', { name: 'Your name' });
  await name.getByLabel('First name').fill('Nobody');
  await name.getByRole('button', { name: 'Save' }).click();
  await person.sees(/We couldn’t confirm this because Counterpart can’t be reached/);
});

test('an administrator promotes a colleague and edits the organization, and a member does not find the organization page', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await page.goto(`${person.url}/admin`);
  await page.getByLabel('Role of Daniel Okafor').selectOption('Administrator');
  await expect.poll(async () => page.getByLabel('Role of Daniel Okafor').inputValue(), WAIT).toBe('admin');
  await page.getByLabel('Role of Daniel Okafor').selectOption('Member');
  await expect.poll(async () => page.getByLabel('Role of Daniel Okafor').inputValue(), WAIT).toBe('member');
  await page.getByLabel(/^Role of \w+ Whitfield$/).selectOption('Member');
  await person.sees('An organization needs an administrator. Make someone else an administrator first.');
  const form = page.getByRole('form', { name: 'Organization' });
  await form.getByLabel('Website').fill('https://whitfield.test');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Saved').waitFor();
  await expectAccessible(page);

  const member = await atAnotherBrowser(person.site);
  await member.signIn('associate@demo.test');
  await member.page.goto(`${member.url}/admin`);
  await member.sees('This page could not be found');
});

test('the page says that a lawyer has signed out only once they have, even if it is reloaded in between', async ({
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await page.goto(`${person.url}/account`);
  // As long as this transaction is open, the worker can't end the session.
  await page.evaluate(async () => {
    const opening = indexedDB.open('counterpart-device');
    await new Promise((resolve) => (opening.onsuccess = resolve));
    const accounts = opening.result.transaction('accounts', 'readwrite').objectStore('accounts');
    const again = () => (accounts.count().onsuccess = again);
    again();
  });
  await page.getByRole('button', { name: 'Sign out' }).click();
  await person.sees('Signing out…');
  expect(await page.getByText('You have signed out.').count()).toBe(0);
  await page.reload();
  await person.sees('You have signed out.');
  await page.goto(person.url);
  await page.getByLabel('Email address').waitFor();
});
