import { expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { openProfile } from '../support/chromium.ts';
import { test, testOnline } from '../support/counterpart-test.ts';
import { Person, type Site } from '../support/person.ts';
import { rowsOnDevice } from '../support/rows-on-device.ts';

const WAIT = { timeout: 60_000 };
const PASSWORD = 'four mild winters ago';

/** Opens a separate browser for another person. */
async function elsewhere(site: Site): Promise<{ person: Person; close: () => Promise<void> }> {
  const profile = await openProfile({ hosts: site.hosts, still: true, shell: true, serviceWorkers: false });
  return { person: new Person(await profile.context.newPage(), site), close: () => profile.close() };
}

async function listed({ page }: Person): Promise<string[]> {
  return page.locator('a[data-deal]').allTextContents();
}

async function openPeople({ page }: Person, deal: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${deal}` }).click();
  await page.getByRole('menuitem', { name: 'Participants…' }).click();
}

async function invite({ page }: Person, [first, last]: readonly [string, string], email: string) {
  const form = page.getByRole('form', { name: 'Invite by email' });
  await form.getByLabel('First name').fill(first);
  await form.getByLabel('Last name').fill(last);
  await form.getByLabel('Email address').fill(email);
  await form.getByRole('button', { name: 'Send invitation' }).click();
  await form.getByText('Invitation sent', { exact: true }).waitFor(WAIT);
}

/** Returns the link in the newest email to an address, which an admin of the organization can read. */
async function linkTo({ page, url }: Person, email: string): Promise<string> {
  await page.goto(`${url}/account/outbox`);
  await page
    .getByRole('button', { name: new RegExp(`^Read .* to ${email}$`) })
    .first()
    .click(WAIT);
  const href = await page.getByRole('dialog').getByRole('link').first().getAttribute('href');
  const { pathname, search } = new URL(href ?? '');
  return `${url}${pathname}${search}`;
}

async function newDeal(person: Person, name: string): Promise<void> {
  await person.createDeal(name);
  await person.page.goto(person.url);
  await person.page.getByRole('heading', { name: 'Transactions', exact: true }).waitFor(WAIT);
}

test('a person invited by email sees the invitation, creates an account, and gets only that deal', async ({
  person,
}) => {
  await person.signIn();
  await newDeal(person, 'Project Rowan');
  await openPeople(person, 'Project Rowan');
  await invite(person, ['Gil', 'Guest'], 'gil@guest.test');
  await expectAccessible(person.page);
  await person.page.getByRole('button', { name: 'Withdraw the invitation to Gil Guest' }).waitFor(WAIT);
  const link = await linkTo(person, 'gil@guest.test');

  const { person: guest, close } = await elsewhere(person.site);
  await guest.page.goto(link);
  await guest.sees('“Project Rowan”');
  await expectAccessible(guest.page);
  const password = guest.page.getByLabel('Password');
  await password.fill('short');
  await password.blur();
  await guest.sees('A password must have at least 10 characters.');
  await password.fill(PASSWORD);
  await guest.page.getByRole('button', { name: 'Create account and accept' }).click();
  await guest.page.waitForURL(/\/transaction\/[^/]+\/checklist$/, WAIT);
  await guest.page.getByRole('button', { name: 'Add header' }).first().waitFor(WAIT);
  await guest.page.goto(guest.url);
  await expect.poll(async () => listed(guest), WAIT).toEqual(['Project Rowan']);
  await guest.page.goto(link);
  await guest.sees('This invitation was already accepted. Sign in to continue.');
  await close();

  await person.page.goto(person.url);
  await openPeople(person, 'Project Rowan');
  await person.page.getByRole('checkbox', { name: /Gil Guest/ }).waitFor(WAIT);
  await person.page.getByRole('list', { name: 'Invited' }).waitFor({ state: 'detached' });
});

test('a user finds invitations above their transactions, and accepts or declines them', async ({
  person,
}) => {
  await person.signIn();
  for (const name of ['Project Aspen', 'Project Elm']) {
    await newDeal(person, name);
    await openPeople(person, name);
    await invite(person, ['Helen', 'Osborne'], 'counsel@other.test');
    await person.page.getByRole('button', { name: 'Cancel' }).click();
  }
  const { person: counsel, close } = await elsewhere(person.site);
  await counsel.signIn('counsel@other.test');
  await counsel.page.getByRole('button', { name: 'Accept the invitation to Project Elm' }).waitFor(WAIT);
  // An invitation that arrives while the page is open appears by itself.
  await newDeal(person, 'Project Sorrel');
  await openPeople(person, 'Project Sorrel');
  await invite(person, ['Helen', 'Osborne'], 'counsel@other.test');
  await person.page.getByRole('button', { name: 'Cancel' }).click();
  await counsel.page.getByRole('button', { name: 'Decline the invitation to Project Sorrel' }).click(WAIT);
  await counsel.page.getByRole('button', { name: 'Accept the invitation to Project Aspen' }).click(WAIT);
  await expect.poll(async () => listed(counsel), WAIT).toContain('Project Aspen');
  await counsel.page.getByRole('button', { name: 'Decline the invitation to Project Elm' }).click();
  await counsel.page.getByRole('region', { name: 'Invitations' }).waitFor({ state: 'detached' });
  expect(await listed(counsel)).not.toContain('Project Elm');
  await close();
});

testOnline(
  'a signed-in user accepts an invitation by its link, and the account page says that their address is not confirmed',
  async ({ person }) => {
    const email = 'greta@guest.test';
    const inviteTo = async (deal: string) => {
      await person.page.goto(person.url);
      await newDeal(person, deal);
      await openPeople(person, deal);
      await invite(person, ['Greta', 'Guest'], email);
      return linkTo(person, email);
    };
    await person.signIn();
    const first = await inviteTo('Project Juniper');
    const { person: guest, close } = await elsewhere(person.site);
    await guest.page.goto(first);
    await guest.page.getByLabel('Password').fill(PASSWORD);
    await guest.page.getByRole('button', { name: 'Create account and accept' }).click();
    await guest.page.waitForURL(/\/transaction\/[^/]+\/checklist$/, WAIT);

    const second = await inviteTo('Project Spruce');
    await guest.page.goto(second);
    await guest.sees('“Project Spruce”');
    await guest.sees(`You are signed in as ${email}.`);
    await expectAccessible(guest.page);
    await guest.page.getByRole('button', { name: 'Accept invitation' }).click();
    await guest.page.waitForURL(/\/transaction\/[^/]+\/checklist$/, WAIT);
    await guest.page.getByRole('heading', { name: 'Project Spruce' }).waitFor(WAIT);

    await guest.page.goto(`${guest.url}/account`);
    await guest.page.getByText(/^Your email address isn’t confirmed\./).waitFor(WAIT);
    // No mail server is configured that could send one.
    expect(await guest.page.getByRole('button', { name: 'Send confirmation email' }).count()).toBe(0);
    await expectAccessible(guest.page);
    await close();
  },
);

testOnline('a user resets a forgotten password with the emailed link and signs in', async ({ person }) => {
  const { person: associate, close } = await elsewhere(person.site);
  await associate.page.goto(`${associate.url}/login`);
  await associate.page.getByRole('link', { name: 'Forgot your password?' }).click();
  await associate.page.getByLabel('Email address').fill('associate@demo.test');
  await associate.page.getByRole('button', { name: 'Send reset link' }).click();
  await associate.sees(/we sent it a link to set a new password/);
  await expectAccessible(associate.page);

  await person.signIn();
  await expect
    .poll(async () => {
      await person.page.goto(`${person.url}/account/outbox`);
      await person.page.getByRole('list', { name: 'Emails' }).waitFor(WAIT);
      return person.page.getByRole('button', { name: /to associate@demo\.test$/ }).count();
    }, WAIT)
    .toBe(1);
  const link = await linkTo(person, 'associate@demo.test');

  await associate.page.goto(link);
  await associate.page.getByLabel('New password').fill(PASSWORD);
  await expectAccessible(associate.page);
  await associate.page.getByRole('button', { name: 'Set password' }).click();
  await associate.sees('Your new password is set. Use it to sign in.');
  await associate.signIn('associate@demo.test', PASSWORD);
  await associate.page.goto(link);
  await associate.page.getByLabel('New password').fill('nine slow green boats');
  await associate.page.getByRole('button', { name: 'Set password' }).click();
  await associate.sees('This link no longer works');
  await close();
});

test('an administrator invites a person to the organization and withdraws the invitation', async ({
  person,
}) => {
  await person.signIn();
  await person.page.goto(`${person.url}/admin`);
  await invite(person, ['Nora', 'New'], 'nora@firm.test');
  await person.page.getByRole('button', { name: 'Withdraw the invitation to Nora New' }).click();
  await person.page
    .getByRole('button', { name: 'Withdraw the invitation to Nora New' })
    .waitFor({ state: 'detached' });
  const link = await linkTo(person, 'nora@firm.test');
  const { person: nora, close } = await elsewhere(person.site);
  await nora.page.goto(link);
  await nora.sees('This invitation was withdrawn, or a newer one was sent.');
  await close();
});

test('the mail page stores no links on the device, and says that it needs a connection', async ({
  counterpart,
  person,
}) => {
  const { page } = person;
  await person.signIn();
  await person.isReadyForOffline();
  await page.goto(`${person.url}/admin`);
  await invite(person, ['Ned', 'New'], 'ned@firm.test');
  const token = new URL(await linkTo(person, 'ned@firm.test')).searchParams.get('token') ?? '';
  expect(token.length).toBeGreaterThan(20);
  expect(await page.evaluate(rowsOnDevice)).toContain('Whitfield');
  expect(await page.evaluate(rowsOnDevice)).not.toContain(token);

  await person.loseNetwork(counterpart);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await page.getByRole('link', { name: 'Organization' }).click();
  await page.getByRole('link', { name: 'Mail' }).click();
  await page.getByRole('heading', { name: 'Mail needs a connection' }).waitFor(WAIT);
  await expectAccessible(page);
  expect(await page.getByRole('listitem').filter({ hasText: 'ned@firm.test' }).count()).toBe(0);
  await person.regainNetwork(counterpart);
  const again = page.getByRole('button', { name: 'Try again' });
  const mail = page.getByRole('button', { name: /to ned@firm\.test$/ });
  // The page also requests the list by itself, but possibly before the email is stored.
  await expect
    .poll(async () => {
      await again.click({ timeout: 1000 }).catch(() => undefined);
      return mail.count();
    }, WAIT)
    .toBeGreaterThan(0);
});

testOnline('a user changes their password with the current one', async ({ person }) => {
  await person.signIn('counsel@other.test');
  await person.page.goto(`${person.url}/account`);
  const form = person.page.getByRole('form', { name: 'Password' });
  await form.getByLabel('Current password').fill('wrong');
  await form.getByLabel('New password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Change password' }).click();
  await person.sees('The current password is incorrect.');
  await form.getByLabel('Current password').fill('closing-day');
  await form.getByRole('button', { name: 'Change password' }).click();
  await form.getByText('Password changed').waitFor(WAIT);
  await expectAccessible(person.page);
  await person.signIn('counsel@other.test', PASSWORD);
});

testOnline('a test drive creates an account with a sample deal', async ({ person }) => {
  await person.page.goto(`${person.url}/testdrive`);
  const begin = person.page.getByRole('button', { name: 'Start test drive' });
  await begin.waitFor(WAIT);
  await expectAccessible(person.page);
  await begin.click();
  await expect.poll(async () => listed(person), WAIT).toEqual([expect.stringMatching(/^Project Alder/)]);
});

testOnline(
  'the contact page says at once if nobody reads its messages, even if the first request fails',
  async ({ person }) => {
    let requests = 0;
    await person.context.route('**/api/config', async (route) => {
      requests += 1;
      await (requests === 1 ? route.abort() : route.continue());
    });
    await person.page.goto(`${person.url}/contact`);
    await person.sees(/^Nobody reads messages here\./);
    expect(requests).toBeGreaterThan(1);
    expect(await person.page.getByRole('textbox').count()).toBe(0);
    await expectAccessible(person.page);
  },
);
