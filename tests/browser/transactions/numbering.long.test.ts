import { expect, onTestFinished } from 'vitest';
import { TestClient } from '../../server/support/test-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { openProfile } from '../support/chromium.ts';
import { testOnNewDevice } from '../support/counterpart-test.ts';
import { Person } from '../support/person.ts';

const WAIT = { timeout: 60_000 };

async function clientOf(url: string, loginId: string): Promise<TestClient> {
  const client = new TestClient(url);
  expect((await client.post('/auth/login', { loginId, password: 'closing-day' })).status).toBe(200);
  return client;
}

async function setOwnNumbering(client: TestClient, format: object): Promise<void> {
  const { uuid, binder_format_structure: before } = (await client.get('/authentication/user/me')).body;
  const edits = { binder_format_structure: { ...before, ...format } };
  expect((await client.patch(`/authentication/user/${uuid}`, edits)).status).toBe(200);
}

/** Returns the numbers that the checklist shows, by the names of their rows. */
async function numbers({ page }: Person): Promise<Record<string, string>> {
  const rows = await page
    .getByRole('treegrid')
    .locator('[data-uuid]')
    .evaluateAll((found) =>
      found.map((row) => {
        const [number, name] = row.querySelectorAll('[role=gridcell]');
        return [name?.querySelector('span[title]')?.textContent ?? '', number?.textContent ?? ''];
      }),
    );
  return Object.fromEntries(rows);
}

testOnNewDevice(
  'two firms see the same numbers regardless of their own defaults, and a change by either reaches the other',
  async ({ counterpart, person }) => {
    const associate = await clientOf(counterpart.directUrl, 'associate@demo.test');
    const counsel = await clientOf(counterpart.directUrl, 'counsel@other.test');
    await setOwnNumbering(associate, { primary_header: 'numeric', attachment_marker: 'alphabetic' });
    await setOwnNumbering(counsel, { primary_header: 'lowercase_roman', numbering: 'outline' });
    const deal = (await associate.post('/transactions/transaction', { name: 'Project Hornbeam' })).body.uuid;
    await associate.post('/transactions/element', { transaction: deal, label: 'Corporate' });
    await associate.post('/transactions/item', { transaction: deal, name: 'Bylaws' });
    const invitation = await associate.post('/invitations/invitation', {
      transaction: deal,
      email: 'counsel@other.test',
      first_name: 'Helen',
      last_name: 'Osborne',
    });
    await counsel.post('/invitations/invitation/accept', { invitation: invitation.body.uuid });

    const { context, close } = await openProfile({ hosts: counterpart.hosts, still: true, shell: true });
    onTestFinished(close);
    const other = new Person(await context.newPage(), counterpart);
    await person.signIn('associate@demo.test');
    await other.signIn('counsel@other.test');
    await person.openChecklist(deal);
    await other.openChecklist(deal);
    const creators = { Corporate: '1', Bylaws: 'Tab 1' };
    await expect.poll(async () => numbers(person), WAIT).toEqual(creators);
    await expect.poll(async () => numbers(other), WAIT).toEqual(creators);

    // The other firm changes it without a network: it shows at once, and reaches the creator later.
    await other.isReadyForOffline();
    await other.context.setOffline(true);
    await other.page.getByRole('button', { name: 'Transaction details' }).click();
    const dialog = other.page.getByRole('dialog', { name: 'Transaction details' });
    await dialog.getByText('Numbering', { exact: true }).click();
    await dialog.getByLabel('Top-level headers', { exact: true }).selectOption('A, B, C');
    await dialog.getByLabel('Documents', { exact: true }).selectOption('a, b, c');
    await expectAccessible(other.page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const changed = { Corporate: 'A', Bylaws: 'a' };
    await expect.poll(async () => numbers(other), WAIT).toEqual(changed);
    expect(await numbers(person)).toEqual(creators);
    await other.context.setOffline(false);
    await expect.poll(async () => numbers(person), WAIT).toEqual(changed);

    await other.page.getByRole('button', { name: /^Undo/ }).first().click();
    await expect.poll(async () => numbers(other), WAIT).toEqual(creators);
    await expect.poll(async () => numbers(person), WAIT).toEqual(creators);
  },
);

testOnNewDevice(
  'a deal created offline has its creator’s numbering before and after it is sent',
  async ({ counterpart, person }) => {
    const partner = await clientOf(counterpart.directUrl, 'partner@demo.test');
    await setOwnNumbering(partner, { primary_header: 'lowercase_roman' });
    const { page } = person;
    await person.signIn();
    await page.goto(`${person.url}/account`);
    await page.getByRole('heading', { name: 'Numbering for new transactions' }).waitFor(WAIT);
    await expect
      .poll(async () => page.getByLabel('Top-level headers', { exact: true }).inputValue(), WAIT)
      .toBe('lowercase_roman');
    await page.getByRole('link', { name: 'Transactions' }).first().click();
    await page.getByRole('button', { name: 'New transaction' }).first().waitFor(WAIT);
    await person.isReadyForOffline();
    await person.context.setOffline(true);
    await page.getByRole('button', { name: 'New transaction' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name', { exact: true }).fill('Project Teasel');
    await dialog.getByRole('button', { name: 'Create transaction' }).click();
    await page.getByRole('button', { name: 'Add header' }).first().click(WAIT);
    await page.keyboard.type('Corporate');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(async () => numbers(person), WAIT).toEqual({ Corporate: 'i' });
    // The creator changes their own numbering elsewhere in the meantime.
    await setOwnNumbering(partner, { primary_header: 'numeric' });
    await person.context.setOffline(false);
    const onServer = async () =>
      (await partner.get('/transactions/transaction')).body.find(
        (each: { name: string }) => each.name === 'Project Teasel',
      )?.binder_format_structure.primary_header;
    await expect.poll(onServer, WAIT).toBe('lowercase_roman');
    expect(await numbers(person)).toEqual({ Corporate: 'i' });
    await setOwnNumbering(partner, { primary_header: 'uppercase_roman' });
  },
);
