import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { MailCatcher } from '../support/mail-catcher.ts';
import type { TestClient } from '../support/test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';

const EMAIL = 'member@firm.test';

let server: TestServer;
let catcher: MailCatcher;
let deal: string;

beforeAll(async () => {
  catcher = await MailCatcher.start();
  server = await startTestServer({ smtpUrl: catcher.url });
  const counsel = await server.signIn('counsel@outside.test');
  deal = (await counsel.post('/transactions/transaction', { name: 'Project Elm' })).body.uuid;
  await counsel.post('/invitations/invitation', {
    transaction: deal,
    email: EMAIL,
    first_name: 'Mo',
    last_name: 'Member',
  });
});
afterAll(async () => {
  await server.stop();
  await catcher.down();
});
beforeEach(async () => {
  const { db } = server.services;
  // Like an account that was created before the mail server was configured.
  await db.updateTable('users').set({ email_proved: false }).where('email', '=', EMAIL).execute();
  await db.deleteFrom('address_confirmations').execute();
  await until('the mails were sent', async () =>
    (await confirmations()).every(({ sent_at }) => sent_at !== null),
  );
  await db.deleteFrom('mails').where('kind', '=', 'confirm_address').execute();
  catcher.received.length = 0;
});

const confirmations = async () =>
  server.services.db.selectFrom('mails').selectAll().where('kind', '=', 'confirm_address').execute();

/** Returns the tokens of the mailed links, once there are this many. */
async function tokens(count: number): Promise<string[]> {
  const found = async () =>
    (await catcher.mails()).flatMap(
      ({ text }) => /\/confirm-address\?token=([\w-]+)/.exec(text ?? '')?.[1] ?? [],
    );
  await until('the mails arrived', async () => (await found()).length === count);
  return found();
}

const me = async (client: TestClient) => (await client.get('/authentication/user/me')).body;
const confirm = async (token: string) => server.client().post('/auth/address', { token });

describe('the confirmation of an email address', () => {
  test('is mailed at the first sign-in only, and its link proves the address', async () => {
    const client = await server.signIn(EMAIL);
    await server.signIn(EMAIL);
    expect(await confirmations()).toHaveLength(1);
    expect(await me(client)).toMatchObject({ email_proved: false, can_confirm_email: true });
    expect((await client.get('/invitations/invitation')).body).toEqual([]);
    const [token = ''] = await tokens(1);
    expect((await confirm(token)).status).toBe(204);
    expect(await me(client)).toMatchObject({ email_proved: true, can_confirm_email: false });
    expect((await client.get('/invitations/invitation')).body).toMatchObject([{ transaction: deal }]);
    const again = await confirm(token);
    expect(again).toMatchObject({ status: 422, body: { fields: ['token'] } });
    expect(again.body.error_message).toMatch(/^This link no longer works/);
  });

  test('is mailed again from the account page, at most once a minute, and makes the older link useless', async () => {
    const client = await server.signIn(EMAIL);
    const [first = ''] = await tokens(1);
    const send = async () => client.post('/authentication/user/me/send_confirmation');
    expect((await send()).status).toBe(429);
    await server.services.db
      .updateTable('address_confirmations')
      .set({ created_at: new Date(Date.now() - 61_000) })
      .execute();
    expect((await send()).status).toBe(204);
    const second = (await tokens(2)).find((token) => token !== first) ?? '';
    expect((await confirm(first)).status).toBe(422);
    expect((await confirm(second)).status).toBe(204);
  });

  test('is not mailed to a person who used the link of a mailed invitation', async () => {
    const counsel = await server.signIn('counsel@outside.test');
    await counsel.post('/invitations/invitation', {
      transaction: deal,
      email: 'guest@osborne.test',
      first_name: 'Gil',
      last_name: 'Guest',
    });
    const link = async () =>
      (await catcher.mails()).flatMap(({ text }) => /[?&]token=([\w-]+)/.exec(text ?? '')?.[1] ?? [])[0];
    await until('the invitation arrived', async () => (await link()) !== undefined);
    const guest = server.client();
    const answer = await guest.post('/invitations/invitation/register', {
      email: 'guest@osborne.test',
      password: PASSWORD,
      first_name: 'Gil',
      last_name: 'Guest',
      token: await link(),
    });
    expect(answer.status, answer.text).toBe(201);
    expect(await me(guest)).toMatchObject({ email_proved: true, can_confirm_email: false });
    await guest.post('/auth/login', { loginId: 'guest@osborne.test', password: PASSWORD });
    expect(await confirmations()).toEqual([]);
  });

  test('is not proved by the link of an invitation that an admin could read before the mail server was configured', async () => {
    const { db } = server.services;
    await db.updateTable('invitations').set({ mailed: false }).where('email', '=', EMAIL).execute();
    const client = await server.signIn(EMAIL);
    const { uuid } = await me(client);
    const counsel = await server.signIn('counsel@outside.test');
    const { organization } = await me(counsel);
    await db
      .insertInto('vouched_addresses')
      .values({ user_uuid: uuid, organization, created_at: new Date() })
      .execute();
    const [invitation] = (await client.get('/invitations/invitation')).body;
    expect(
      (await client.post('/invitations/invitation/accept', { invitation: invitation.uuid })).status,
    ).toBe(200);
    expect(await me(client)).toMatchObject({ email_proved: false });
  });
});
