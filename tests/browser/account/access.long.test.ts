import { expect } from 'vitest';
import { newUuid } from '../../../src/db/uuid.ts';
import { TestClient } from '../../server/support/test-client.ts';
import { expectAccessible } from '../support/accessible.ts';
import { testOnline } from '../support/counterpart-test.ts';

const WAIT = { timeout: 60_000 };

async function clientOf(url: string, loginId: string): Promise<TestClient> {
  const client = new TestClient(url);
  expect((await client.post('/auth/login', { loginId, password: 'closing-day' })).status).toBe(200);
  return client;
}

/**
 * Creates the associate's deal with a header, a document, a task and a field. Counsel from another firm
 * participates in it.
 */
async function sharedDeal(url: string, access: string): Promise<{ deal: string; associate: TestClient }> {
  const associate = await clientOf(url, 'associate@demo.test');
  const counsel = await clientOf(url, 'counsel@other.test');
  const deal = (await associate.post('/transactions/transaction', { name: 'Project Hornbeam' })).body.uuid;
  await associate.post('/transactions/element', { transaction: deal, label: 'Corporate' });
  await associate.post('/transactions/item', { transaction: deal, name: 'Bylaws' });
  await associate.post('/transactions/task', { transaction: deal, name: 'Call Priya' });
  const invitation = await associate.post('/invitations/invitation', {
    transaction: deal,
    email: 'counsel@other.test',
    first_name: 'Priya',
    last_name: 'Raman',
    access,
  });
  const accepted = await counsel.post('/invitations/invitation/accept', { invitation: invitation.body.uuid });
  expect(accepted.status, accepted.text).toBe(200);
  return { deal, associate };
}

/** The buttons that change something. Other buttons filter, open and download. */
const EDITS =
  /^(Add|Upload|Delete|Rename|Remove|Assign|Unassign|Create|Make|Send|Remind|Cancel|Edit|Change|Copy|Duplicate|Import|Accept|Reject|Match|Prepare|Release|Withdraw|Mark|Actions)/;

/**
 * Adds a signatory, a group, an assignment with its signature page, and a created packet. Returns the
 * signatory.
 */
async function addSigningRows(client: TestClient, transaction: string): Promise<string> {
  const create = async (path: string, body: object) => {
    const answer = await client.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.body;
  };
  const person = { transaction, full_name: 'Jane Doe', email: 'jane@alpha.test' };
  const jane: string = (await create('/signatory', person)).uuid;
  const group = (await create('/signing_group', { transaction, name: 'Buyers' })).uuid;
  await create('/signing_group_member', { group, signatory: jane });
  const document = { transaction, name: 'Share Purchase Agreement', for_signing: true };
  const item = (await create('/transactions/item', document)).uuid;
  await create('/assignments/assignment', { item, signatory: jane });
  const asked = { uuid: newUuid(), transaction, signatories: [jane] };
  await create('/assignments/create_packet', asked);
  const made = async () => (await client.get(`/assignments/create_packet/${asked.uuid}`)).body.status;
  await expect.poll(made, WAIT).toBe('ready');
  return jane;
}

testOnline(
  'a participant with view access sees no edit controls until they get full access',
  async ({ counterpart, person }) => {
    const { page } = person;
    const { deal, associate } = await sharedDeal(counterpart.directUrl, 'view');
    await person.signIn('counsel@other.test');
    await page.goto(`${person.url}/transaction/${deal}/checklist`);
    await person.row('Bylaws').waitFor(WAIT);
    await page.getByText('View only', { exact: true }).waitFor(WAIT);
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: /^(Add header|Undo|Upload)/ }).count()).toBe(0);
    expect(await page.getByRole('checkbox', { name: 'Done: Bylaws' }).isDisabled()).toBe(true);
    await person.row('Bylaws').click();
    await page.keyboard.press('F2');
    await page.keyboard.press('Delete');
    await page.keyboard.press('h');
    expect(await page.getByRole('textbox').count()).toBe(0);
    await person.row('Bylaws').waitFor();
    await page.getByRole('button', { name: 'Transaction details' }).click();
    const dialog = page.getByRole('dialog', { name: 'Transaction details' });
    expect(await dialog.getByLabel('Name', { exact: true }).isDisabled()).toBe(true);
    expect(await dialog.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const jane = await addSigningRows(associate, deal);
    for (const [tab, shown] of [
      ['tasks', 'Call Priya'],
      ['fields', 'View only'],
      ['documents', 'View only'],
      ['activity', 'View only'],
      ['signatories', 'Jane Doe'],
      [`signatories?signatory=${jane}`, 'jane@alpha.test'],
      ['signing-groups', 'Buyers'],
      ['signatures', 'Jane Doe'],
      ['signature-pages', 'Share Purchase Agreement'],
      ['packets', 'Jane Doe'],
      ['returned-pages', 'No returned pages yet'],
      ['closing', /signatures? held|Documents/],
    ] as const) {
      await page.goto(`${person.url}/transaction/${deal}/${tab}`);
      await page.getByText('View only', { exact: true }).waitFor(WAIT);
      await page.getByText(shown).first().waitFor(WAIT);
      const names = await Promise.all(
        (await page.getByRole('main').getByRole('button', { disabled: false }).all()).map(async (button) =>
          ((await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '').trim(),
        ),
      );
      expect(
        names.filter((name) => EDITS.test(name)),
        tab,
      ).toEqual([]);
    }
    const people = (await associate.get(`/transactions/participant?transaction=${deal}`)).body;
    const { uuid } = people.find((each: { email: string }) => each.email === 'counsel@other.test');
    expect((await associate.patch(`/transactions/participant/${uuid}`, { access: 'full' })).status).toBe(200);
    await page.goto(`${person.url}/transaction/${deal}/checklist`);
    await page.getByRole('button', { name: 'Add header' }).first().waitFor(WAIT);
    await page.getByText('View only', { exact: true }).waitFor({ state: 'detached', ...WAIT });
  },
);

testOnline(
  'the owner of a deal sets a participant’s access and whether guests can invite',
  async ({ counterpart, person }) => {
    const { page } = person;
    const { deal, associate } = await sharedDeal(counterpart.directUrl, 'full');
    await person.signIn('associate@demo.test');
    await person.openChecklist(deal);
    await page.getByRole('button', { name: /participants$/ }).click(WAIT);
    const access = page.getByRole('combobox', { name: /^Access for/ });
    await access.selectOption('view', WAIT);
    const people = async () => (await associate.get(`/transactions/participant?transaction=${deal}`)).body;
    await expect
      .poll(async () => (await people()).map((each: { access: string }) => each.access), WAIT)
      .toEqual(['full', 'view']);
    const guests = page.getByRole('checkbox', { name: /^Participants from other organizations/ });
    await guests.click();
    await expect
      .poll(
        async () => (await associate.get(`/transactions/transaction/${deal}`)).body.guests_may_invite,
        WAIT,
      )
      .toBe(true);
    await expectAccessible(page);
  },
);

testOnline(
  'a disabled member loses the transactions on their device and keeps unsent work',
  async ({ counterpart, person }) => {
    const { page } = person;
    const admin = await clientOf(counterpart.directUrl, 'partner@demo.test');
    const { deal } = await sharedDeal(counterpart.directUrl, 'full');
    await person.signIn('associate@demo.test');
    await person.openChecklist(deal);
    await person.row('Bylaws').waitFor(WAIT);
    const { organization } = (await admin.get('/authentication/user/me')).body;
    const { members } = (await admin.get(`/authentication/organization/${organization}`)).body;
    const { uuid } = members.find((each: { email: string }) => each.email === 'associate@demo.test');
    expect((await admin.patch(`/authentication/user/${uuid}`, { disabled: true })).status).toBe(200);
    await page.getByText(/has disabled your account\.$/).waitFor(WAIT);
    await page.getByText('All your work is on the server.').waitFor(WAIT);
    await expectAccessible(page);
    const rows = async () =>
      page.evaluate(async (name) => {
        const open = indexedDB.open(name);
        const db = await new Promise<IDBDatabase>((resolve) => {
          open.onsuccess = () => resolve(open.result);
        });
        const request = db.transaction('transactions').objectStore('transactions').count();
        return new Promise<number>((resolve) => {
          request.onsuccess = () => {
            db.close();
            resolve(request.result);
          };
        });
      }, `counterpart-${uuid}`);
    await expect.poll(rows, WAIT).toBe(0);
    expect((await admin.patch(`/authentication/user/${uuid}`, { disabled: false })).status).toBe(200);
  },
);
