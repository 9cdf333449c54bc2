import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { administer } from '../../../server/admin/administer.ts';
import { startServer, type RunningServer } from '../../../server/start-server.ts';
import { freePort } from '../../support/free-port.ts';
import { readEvents } from '../support/event-reader.ts';
import { TestClient } from '../support/test-client.ts';
import { addParticipant, PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let second: RunningServer;
let admin: TestClient;
let member: TestClient;
let organization: string;
let leaver: string;
let deal: string;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  const [port, storePort] = [await freePort(), await freePort()];
  second = await startServer({ ...server.settings, port, storePort });
});
afterAll(async () => {
  await second.close();
  await server.stop();
});
beforeEach(async () => {
  const { db } = server.services;
  const firm = await db
    .selectFrom('organizations')
    .select('uuid')
    .where('name', '=', 'Whitfield & Crane LLP')
    .executeTakeFirstOrThrow();
  organization = firm.uuid;
  await db
    .updateTable('users')
    .set({ disabled_at: null, organization, role: 'member' })
    .where('email', '=', 'member@firm.test')
    .execute();
  admin = await server.signIn('admin@firm.test');
  member = await server.signIn('member@firm.test');
  leaver = (await member.get('/authentication/user/me')).body.uuid;
  deal = (await member.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});

const disable = async (disabled = true, by = admin, user = leaver) =>
  by.patch(`/authentication/user/${user}`, { disabled });
const remove = async (by = admin, user = leaver) =>
  by.post(`/authentication/organization/${organization}/remove_member`, { user });
const logIn = async () =>
  server.client().post('/auth/login', { loginId: 'member@firm.test', password: PASSWORD });

describe('an admin who disables an account', () => {
  test('ends its sessions and the event streams in every process within 5 seconds, before the next heartbeat', async () => {
    const elsewhere = new TestClient(second.url);
    for (const [name, value] of member.cookies) elsewhere.cookies.set(name, value);
    const streams = await Promise.all([member, elsewhere].map((client) => readEvents(client)));
    const own = await readEvents(admin);
    const begun = performance.now();
    expect((await disable()).status).toBe(200);
    // A heartbeat would also end the streams, but only after eleven seconds. None has been sent yet.
    expect(await Promise.all(streams.map(({ ended }) => ended))).toEqual(['ended', 'ended']);
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(streams.map(({ comments }) => comments())).toEqual([1, 1]);
    for (const client of [member, elsewhere]) {
      const answer = await client.get('/transactions/transaction');
      expect([answer.status, answer.body]).toEqual([
        401,
        {
          code: 'access_ended',
          error_message: 'An administrator of Whitfield & Crane LLP has disabled your account.',
        },
      ]);
    }
    expect((await readEvents(member)).status).toBe(401);
    await own.close();
  });

  test('keeps it from signing in, and says so only to somebody who knows the password', async () => {
    await disable();
    expect(await logIn()).toMatchObject({
      status: 403,
      body: {
        code: 'account_disabled',
        error_message:
          'An administrator of Whitfield & Crane LLP has disabled your account. Ask them to enable it again.',
      },
    });
    const guess = await server
      .client()
      .post('/auth/login', { loginId: 'member@firm.test', password: 'a wild guess' });
    expect(guess.body.code).toBe('wrong_credentials');
    expect((await disable(false)).status).toBe(200);
    expect((await logIn()).status).toBe(200);
  });

  test('removes it from the organization’s deals, which stay with the organization', async () => {
    const { version } = (await member.get(`/transactions/transaction/${deal}`)).body;
    const others = await counselsDealWith('member@firm.test');
    await member.post('/invitations/invitation', {
      transaction: deal,
      email: 'guest@elsewhere.test',
      first_name: 'Gil',
      last_name: 'Guest',
    });
    const events = await readEvents(admin);
    await disable();
    const { body } = await admin.get(`/transactions/transaction/${deal}`);
    expect(body).toMatchObject({
      participants: [],
      deleted_participants: [{ user_uuid: leaver }],
      transaction_invitations: [{ status: 'revoked' }],
    });
    expect(body.version).toBeGreaterThan(version + 1);
    await events.sees(deal, body.version);
    await events.close();
    const { acts } = (await admin.get(`/transactions/transaction/${deal}/activity`)).body;
    expect(acts.at(-1)).toMatchObject({ command: 'organization.removeMember', subjects: expect.anything() });
    const added = await admin.post(`/authentication/organization/${organization}/create_participant`, {
      transaction: deal,
      user: (await admin.get('/authentication/user/me')).body.uuid,
    });
    expect(added.status).toBe(201);
    expect((await admin.patch(`/transactions/transaction/${deal}`, { name: 'Project Beech' })).status).toBe(
      200,
    );
    // The other firm decides about its own deals.
    const counsel = await server.signIn('counsel@outside.test');
    expect((await counsel.get(`/transactions/transaction/${others}`)).body.participants).toHaveLength(2);
  });

  test('must be another person and an admin, and the last admin stays', async () => {
    const { uuid } = (await admin.get('/authentication/user/me')).body;
    expect((await disable(true, member, uuid)).status).toBe(403);
    expect((await disable(true, admin, uuid)).body.error_message).toBe(
      'You cannot end your own access. Ask another administrator of your organization.',
    );
    const counsel = await server.signIn('counsel@outside.test');
    expect((await disable(true, counsel)).status).toBe(404);
    await admin.patch(`/authentication/user/${leaver}`, { role: 'admin' });
    await disable();
    // A disabled admin doesn't count as another admin.
    expect((await admin.patch(`/authentication/user/${uuid}`, { role: 'member' })).status).toBe(422);
  });

  test('sees it listed as disabled, and nobody can add it to a deal', async () => {
    await disable();
    const { members } = (await admin.get(`/authentication/organization/${organization}`)).body;
    expect(members.find(({ uuid }: { uuid: string }) => uuid === leaver)).toMatchObject({ disabled: true });
    const add = { transaction_uuid: deal, user_uuid: leaver };
    const other = (await admin.post('/transactions/transaction', { name: 'Project Cedar' })).body.uuid;
    expect((await admin.post('/transactions/participant', { ...add, transaction_uuid: other })).status).toBe(
      422,
    );
  });
});

describe('an admin who removes a member', () => {
  test('leaves them their account with their own organization, and none of the deals', async () => {
    await addParticipant(server, deal, 'colleague@firm.test');
    const others = await counselsDealWith('member@firm.test');
    const answer = await remove();
    expect(answer.status, answer.text).toBe(200);
    const emails = answer.body.members.map(({ email }: { email: string }) => email);
    expect(emails).not.toContain('member@firm.test');
    expect((await member.get('/authentication/user/me')).body).toEqual({
      code: 'access_ended',
      error_message:
        'An administrator has removed you from Whitfield & Crane LLP. Sign in again to see what other organizations share with you.',
    });
    const again = await server.signIn('member@firm.test');
    expect((await again.get('/authentication/user/me')).body).toMatchObject({
      organization_name: 'firm.test',
      role: 'admin',
    });
    const deals = (await again.get('/transactions/transaction')).body;
    const listed = deals.map(({ uuid }: { uuid: string }) => uuid);
    expect(listed).toContain(others);
    expect(listed).not.toContain(deal);
    expect((await again.get(`/transactions/transaction/${deal}`)).status).toBe(404);
  });

  test('takes away the deals that they created for good, even if they are added to them again', async () => {
    await addParticipant(server, deal, 'colleague@firm.test');
    await remove();
    await server.services.db.updateTable('participants').set({ deleted: false }).execute();
    const again = await server.signIn('member@firm.test');
    expect((await again.get(`/transactions/transaction/${deal}`)).status).toBe(200);
    expect((await again.delete(`/transactions/transaction/${deal}`)).status).toBe(403);
  });

  test('must be an admin of that organization, and another person', async () => {
    const { uuid } = (await admin.get('/authentication/user/me')).body;
    expect((await remove(member, uuid)).status).toBe(403);
    expect((await remove(admin, uuid)).status).toBe(422);
    const counsel = await server.signIn('counsel@outside.test');
    expect((await remove(counsel)).status).toBe(404);
    const stranger = (await counsel.get('/authentication/user/me')).body.uuid;
    expect((await remove(admin, stranger)).status).toBe(404);
  });
});

describe('npm run admin -- user', () => {
  const run = async (...args: string[]) =>
    administer(
      { db: server.services.db, now: () => new Date(), askPassword: async () => PASSWORD, secretFile: null },
      ['user', ...args],
    );

  test('disables an account with its sessions, and enables it again', async () => {
    expect(await run('member@firm.test', '--disable')).toBe(
      "member@firm.test is disabled: signed out everywhere and removed from the organization's deals.",
    );
    expect((await member.get('/authentication/user/me')).body.code).toBe('access_ended');
    expect((await admin.get(`/transactions/transaction/${deal}`)).body.participants).toEqual([]);
    expect(await run('member@firm.test', '--enable')).toContain('can sign in again');
    expect((await logIn()).status).toBe(200);
  });

  test('warns if an organization has no administrator left, and refuses impossible changes', async () => {
    const warned = await run('counsel@outside.test', '--disable');
    expect(warned).toContain('Osborne Keller LLP now has no administrator.');
    await run('counsel@outside.test', '--enable');
    await expect(run('nobody@firm.test', '--disable')).rejects.toThrow('No account has the email address');
    await expect(run('member@firm.test', '--disable', '--enable')).rejects.toThrow('either --disable or');
  });
});

/** Creates another firm's deal that this person works on. */
async function counselsDealWith(email: string): Promise<string> {
  const counsel = await server.signIn('counsel@outside.test');
  const uuid = (await counsel.post('/transactions/transaction', { name: 'Project Elm' })).body.uuid;
  await addParticipant(server, uuid, email);
  return uuid;
}
