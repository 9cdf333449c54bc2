import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ListedInvitation } from '../../../src/contract/entities/transactions/invitation.ts';
import type { Notification } from '../../../src/contract/entities/account/notification.ts';
import type { Invitation } from '../../../src/contract/entities/transactions/participant.ts';
import { endpoints, unknownRows, validCall, type DealRows } from '../support/endpoints.ts';
import { v7 } from 'uuid';
import type { Answer, TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const PASSWORD = 'four mild winters ago';
const PATH = '/invitations/invitation';
const OUTSIDE = { email: 'counsel@outside.test', first_name: 'Otto', last_name: 'Outside' };

let server: TestServer;
let owner: TestClient;
let admin: TestClient;
let colleague: TestClient;
let counsel: TestClient;
let deal: string;
let organization: string;
/** A different person in each test. */
let guest: { email: string; first_name: string; last_name: string };
let guests = 0;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  owner = await server.signIn('member@firm.test');
  admin = await server.signIn('admin@firm.test');
  colleague = await server.signIn('colleague@firm.test');
  counsel = await server.signIn('counsel@outside.test');
  organization = (await owner.get('/authentication/user/me')).body.organization;
});
afterAll(() => server.stop());
beforeEach(async () => {
  guests += 1;
  guest = { email: `guest-${guests}@osborne.test`, first_name: 'Gil', last_name: `Guest ${guests}` };
  // Keeps the invitations of one test from counting toward the limit in the next.
  await server.services.db
    .updateTable('invitations')
    .set({ created_at: new Date(0) })
    .execute();
  deal = (await owner.post('/transactions/transaction', { name: `Project Alder ${guests}` })).body.uuid;
});

async function invite(who: object = guest, by = owner, to: object = { transaction: deal }): Promise<Answer> {
  return by.post(PATH, { ...who, ...to });
}

/** Invites a person, and returns the link in the email. */
async function invited(
  who = guest,
  by = owner,
  to: object = { transaction: deal },
): Promise<{ id: string; token: string }> {
  const answer = await invite(who, by, to);
  expect(answer.status, answer.text).toBe(201);
  return { id: answer.body.uuid, token: await tokenTo(who.email, answer.body.uuid) };
}

async function tokenTo(email: string, id: string): Promise<string> {
  const rows = await server.services.db
    .selectFrom('mails')
    .select('text')
    .where('to_address', '=', email.toLowerCase())
    .execute();
  const links = rows.map(({ text }) => /\/register\?invitation=([\w-]+)&token=([\w-]+)\n/.exec(text ?? ''));
  return links.find((link) => link?.[1] === id)?.[2] ?? '';
}

const register = (token: string, said: object = {}, client = server.client()) =>
  client.post(`${PATH}/register`, { ...guest, password: PASSWORD, token, ...said });

const accept = (client: TestClient, by: object) => client.post(`${PATH}/accept`, by);

const list = async (client: TestClient, query = ''): Promise<ListedInvitation[]> => {
  const answer = await client.get(`${PATH}${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};

const ofDeal = async (): Promise<Invitation[]> =>
  (await owner.get(`/transactions/transaction/${deal}`)).body.transaction_invitations;

const emailsOn = async (on = deal): Promise<string[]> =>
  (await owner.get(`/transactions/participant?transaction=${on}`)).body
    .filter(({ deleted }: { deleted: boolean }) => !deleted)
    .map(({ email }: { email: string }) => email);

const notificationsOf = async (client: TestClient): Promise<Notification[]> =>
  (await client.get('/notifications/')).body;

const expire = async (id: string) =>
  server.services.db
    .updateTable('invitations')
    .set({ expires_at: new Date(Date.now() - 1) })
    .where('uuid', '=', id)
    .execute();

function assertRefused(answer: Answer, sentence: RegExp, field?: string): void {
  expect(answer.status, answer.text).toBe(422);
  expect(answer.body).toMatchObject({
    code: 'invalid',
    error_message: expect.stringMatching(sentence),
    ...(field !== undefined && { fields: [field] }),
  });
}

describe('a stranger who is invited to a deal', () => {
  test('registers with the link, gets their own organization, is signed in and works on the deal', async () => {
    const { id, token } = await invited();
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(await ofDeal()).toEqual([
      {
        uuid: id,
        ...guest,
        organization,
        status: 'pending',
        transaction: deal,
        transaction_name: `Project Alder ${guests}`,
      },
    ]);
    const client = server.client();
    const answer = await register(token, { email: guest.email.toUpperCase() }, client);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.user).toMatchObject({
      ...guest,
      organization_name: 'osborne.test',
      role: 'admin',
      experience: null,
    });
    expect(answer.body.user.organization).not.toBe(organization);
    expect(client.cookies.get('session_expiry')).toBe(String(answer.body.expires_at));
    expect(
      (await client.get('/transactions/transaction')).body.map(({ uuid }: { uuid: string }) => uuid),
    ).toEqual([deal]);
    expect(await emailsOn()).toEqual(['member@firm.test', guest.email]);
    expect(await ofDeal()).toMatchObject([{ uuid: id, status: 'accepted' }]);
    expect((await notificationsOf(owner))[0]).toMatchObject({
      notification_type: 'participant_added',
      title: `Gil Guest ${guests} joined “Project Alder ${guests}” at your invitation.`,
      extra_data: { transaction: deal },
    });
    const login = { loginId: guest.email, password: PASSWORD };
    expect((await server.client().post('/auth/login', login)).status).toBe(200);
  });

  test('sees only that deal: anything else in the organization doesn’t exist for them, even by id', async () => {
    const other = (await owner.post('/transactions/transaction', { name: 'Project Birch' })).body.uuid;
    const rows = await rowsOf(other);
    const { token } = await invited();
    const client = server.client();
    await register(token, {}, client);
    const swept = endpoints().filter(
      ({ meta, path }) => meta.policy === 'deal' || meta.policy === 'deal_owner' || path.includes('{id}'),
    );
    expect(swept.length).toBeGreaterThan(30);
    for (const { name, method } of swept) {
      const { path, body } = validCall(name, rows);
      expect([name, (await client.send(method, path, body)).status]).toEqual([name, 404]);
    }
    expect((await client.get(`${PATH}?transaction=${other}`)).status).toBe(404);
    expect(await list(client, '?org_invitations=true')).toEqual([]);
  });

  test('gets an organization with their own name if the address is from a mail provider', async () => {
    guest.email = `gil.${guests}@gmail.com`;
    const answer = await register((await invited()).token);
    expect(answer.body.user.organization_name).toBe(`Gil Guest ${guests}`);
  });

  test('can use the link once, and only one of two people who use it at the same time gets in', async () => {
    const { token } = await invited();
    const answers = await Promise.all([register(token), register(token)]);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(1);
    assertRefused(await register(token), /^This invitation was already accepted/, 'token');
    expect(await emailsOn()).toEqual(['member@firm.test', guest.email]);
  });

  test('cannot use it under another email address', async () => {
    const { token } = await invited();
    assertRefused(
      await register(token, { email: 'else@osborne.test' }),
      /for another email address/,
      'email',
    );
    expect((await register(token)).status).toBe(201);
  });

  test('cannot register with an invalid password, and the link stays valid', async () => {
    const { token } = await invited();
    assertRefused(await register(token, { password: 'short' }), /at least 10 characters/, 'password');
    assertRefused(await register(token, { password: guest.email }), /one of the first/, 'password');
    expect((await register(token)).status).toBe(201);
  });

  test('learns from the link, and only from it, whether it expired, was withdrawn, replaced or made up', async () => {
    const expired = await invited();
    await expire(expired.id);
    assertRefused(await register(expired.token), /^This invitation has expired/, 'token');
    const replaced = await invited();
    const revoked = await invited();
    assertRefused(await register(replaced.token), /withdrawn, or a newer one was sent/, 'token');
    expect((await owner.delete(`${PATH}/${revoked.id}`)).status).toBe(204);
    assertRefused(await register(revoked.token), /withdrawn/, 'token');
    for (const madeUp of ['x'.repeat(43), `${revoked.token}'--`, revoked.id])
      assertRefused(await register(madeUp), /isn’t valid/, 'token');
    expect((await ofDeal()).map(({ status }) => status)).toEqual(['revoked', 'revoked', 'revoked']);
    expect(await emailsOn()).toEqual(['member@firm.test']);
  });

  test('cannot accept an invitation after 14 days', async () => {
    const { id } = await invited();
    const [row] = await list(owner, `?transaction=${deal}`);
    const days = (Date.parse(row?.expires_at ?? '') - Date.parse(row?.created_at ?? '')) / 86_400_000;
    expect(days).toBe(14);
    await expire(id);
    expect(await ofDeal()).toMatchObject([{ status: 'expired' }]);
  });

  test('has a token that is stored only as a hash', async () => {
    const { id, token } = await invited();
    const row = await server.services.db
      .selectFrom('invitations')
      .selectAll()
      .where('uuid', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token);
    expect(row.token_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('loses the invitation if the deal is deleted', async () => {
    const { id, token } = await invited();
    await owner.delete(`/transactions/transaction/${deal}`);
    assertRefused(await register(token), /isn’t valid/);
    expect((await owner.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await server.client().get(`${PATH}/${id}/preview?token=${token}`)).status).toBe(404);
  });
});

async function rowsOf(other: string): Promise<DealRows> {
  const { body: element } = await owner.post('/transactions/element', { transaction: other, label: 'A' });
  const { body: item } = await owner.post('/transactions/item', { transaction: other, name: 'SPA' });
  const { body: task } = await owner.post('/transactions/task', { transaction: other, name: 'Wire' });
  const keys = { transaction: other, custom_keys: [{ key: 'Company' }] };
  const { body: customKeys } = await owner.post('/transactions/custom_key/bulk_create', keys);
  const { body: people } = await owner.get(`/transactions/participant?transaction=${other}`);
  const { body: me } = await colleague.get('/authentication/user/me');
  const { body: session } = await colleague.get('/auth/sessions');
  const { body: invitation } = await invite({ ...guest, email: 'third@osborne.test' }, owner, {
    transaction: other,
  });
  return {
    ...unknownRows(),
    deal: other,
    header: element.uuid,
    item: item.uuid,
    document: v7(),
    itemElement: v7(),
    task: task.uuid,
    customKey: customKeys[0].uuid,
    notification: (await notificationsOf(owner))[0]?.uuid ?? v7(),
    participant: people[0].uuid,
    organization,
    session: session[0].uuid,
    colleague: me.uuid,
    leaver: v7(),
    invitation: invitation.uuid,
    report: v7(),
    doomed: v7(),
  };
}

describe('a person with an account who is invited to a deal', () => {
  test('is notified, sees what the invitation is about, accepts it by its id and works on the deal', async () => {
    const { id } = await invited(OUTSIDE);
    expect((await notificationsOf(counsel))[0]).toMatchObject({
      notification_type: 'invitation',
      title: `Mo Member invited you to work on “Project Alder ${guests}”.`,
      extra_data: {},
    });
    expect(await list(counsel)).toMatchObject([
      { uuid: id, status: 'pending', invited_by: 'Mo Member', organization_name: 'Whitfield & Crane LLP' },
    ]);
    expect((await counsel.get(`/transactions/transaction/${deal}`)).status).toBe(404);
    const answer = await accept(counsel, { invitation: id });
    expect([answer.status, answer.body.status]).toEqual([200, 'accepted']);
    expect((await counsel.get(`/transactions/transaction/${deal}`)).status).toBe(200);
    expect(await list(counsel)).toEqual([]);
    assertRefused(await accept(counsel, { invitation: id }), /already accepted/);
  });

  test('accepts with the emailed link, which nobody else can use, and only once if used twice at the same time', async () => {
    const { id, token } = await invited(OUTSIDE);
    const wrong = await accept(colleague, { token });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'not_allowed']);
    expect((await accept(colleague, { invitation: id })).status).toBe(404);
    assertRefused(await accept(counsel, { token: 'x'.repeat(43) }), /isn’t valid/);
    const answers = await Promise.all([accept(counsel, { token }), accept(counsel, { token })]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(1);
    expect(await emailsOn()).toEqual(['member@firm.test', OUTSIDE.email]);
  });

  test('gets the same response again if the first one was lost', async () => {
    const { token } = await invited(OUTSIDE);
    const once = { headers: { 'idempotency-key': v7() } };
    const answers = [
      await counsel.post(`${PATH}/accept`, { token }, once),
      await counsel.post(`${PATH}/accept`, { token }, once),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]?.body).toEqual(answers[0]?.body);
  });

  test('can decline, so that the invitation disappears for them and the deal shows that they declined', async () => {
    const { id, token } = await invited(OUTSIDE);
    expect((await counsel.delete(`${PATH}/${id}`)).status).toBe(204);
    expect(await list(counsel)).toEqual([]);
    expect(await ofDeal()).toMatchObject([{ status: 'revoked' }]);
    assertRefused(await accept(counsel, { token }), /withdrawn/);
    const { acts } = (await owner.get(`/transactions/transaction/${deal}/activity`)).body;
    expect(acts.map(({ command }: { command: string }) => command)).toEqual([
      'transactions.create',
      'invitations.create',
      'invitations.decline',
    ]);
  });

  test('cannot register again, and returns as the same participant after they were removed', async () => {
    const first = await invited(OUTSIDE);
    assertRefused(await register(first.token, OUTSIDE), /You already have an account/, 'email');
    await accept(counsel, { token: first.token });
    const [, row] = (await owner.get(`/transactions/participant?transaction=${deal}`)).body;
    await owner.delete(`/transactions/participant/${row.uuid}`);
    const again = await invited(OUTSIDE);
    await accept(counsel, { token: again.token });
    const people = (await owner.get(`/transactions/participant?transaction=${deal}`)).body;
    expect(people).toMatchObject([{}, { uuid: row.uuid, deleted: false }]);
    expect(people).toHaveLength(2);
  });

  test('looks the same as a stranger to the person who invites', async () => {
    const strip = ({ body }: Answer) => Object.keys(body).toSorted();
    const answers = [await invite(OUTSIDE), await invite(guest)];
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers.map(strip)[0]).toEqual(answers.map(strip)[1]);
  });
});

describe('inviting and withdrawing', () => {
  test('is for participants: others get 404, and a current participant cannot be invited', async () => {
    expect((await invite(guest, colleague)).status).toBe(404);
    assertRefused(
      await invite({ ...guest, email: 'Member@firm.test' }),
      /already a participant of this transaction/,
    );
    await accept(counsel, { token: (await invited(OUTSIDE)).token });
    await owner.patch(`/transactions/transaction/${deal}`, { guests_may_invite: true });
    expect((await invite(guest, counsel)).status).toBe(201);
  });

  test('can be withdrawn by the sender, the deal’s creator and admins, but not by another participant', async () => {
    await accept(counsel, { token: (await invited(OUTSIDE)).token });
    const own = await invited(guest, owner);
    const refused = await counsel.delete(`${PATH}/${own.id}`);
    expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed']);
    expect((await colleague.delete(`${PATH}/${own.id}`)).status).toBe(404);
    expect((await admin.delete(`${PATH}/${own.id}`)).status).toBe(204);
    expect((await owner.delete(`${PATH}/${own.id}`)).status).toBe(204);
    await owner.patch(`/transactions/transaction/${deal}`, { guests_may_invite: true });
    const theirs = await invited(guest, counsel);
    expect((await counsel.delete(`${PATH}/${theirs.id}`)).status).toBe(204);
    const taken = await invited();
    await register(taken.token);
    assertRefused(await owner.delete(`${PATH}/${taken.id}`), /already accepted/);
  });

  test.for([
    [{}, /to a transaction or to an organization/],
    [{ transaction: v7(), organization: v7() }, /to a transaction or to an organization/],
  ] as const)('rejects an invitation to %j', async ([to, sentence]) => {
    assertRefused(await invite(guest, owner, to), sentence);
  });

  test.for(['', 'x', 'a@b', `${'x'.repeat(400)}@firm.test`, 'a@b.test\r\nBcc: c@d.test'])(
    'rejects an address like %j',
    async (email) => {
      expect((await invite({ ...guest, email })).status).toBe(422);
    },
  );

  test('is limited per person and hour, and more strictly per address', async () => {
    for (let n = 0; n < 5; n += 1) expect((await invite()).status).toBe(201);
    const toOne = await invite();
    expect([toOne.status, toOne.body.code]).toEqual([429, 'too_many_requests']);
    expect(toOne.body.error_message).toMatch(/^Too many invitations were sent within an hour\. Wait/);
    const statuses: number[] = [];
    for (let n = 0; n < 46; n += 1)
      statuses.push((await invite({ ...guest, email: `n-${n}@osborne.test` })).status);
    expect(statuses).toEqual([...Array.from({ length: 45 }, () => 201), 429]);
    expect((await invite(guest, admin)).status).toBe(201);
  });

  test('reaches other devices through the change feed', async () => {
    const before = (await owner.get(`/transactions/transaction/${deal}/changes`)).body;
    await invite();
    const { epoch, version } = before;
    const since = `?since=${version}&epoch=${encodeURIComponent(epoch)}`;
    const after = await owner.get(`/transactions/transaction/${deal}/changes${since}`);
    expect(after.body.transaction.transaction_invitations, after.text).toMatchObject([
      { email: guest.email },
    ]);
  });
});

describe('the content of an invitation', () => {
  test('is shown to anybody with its token, signed in or not, and nobody can see it without the token', async () => {
    const { id, token } = await invited();
    const shown = await server.client().get(`${PATH}/${id}/preview?token=${token}`);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.body).toMatchObject({
      ...guest,
      transaction_name: `Project Alder ${guests}`,
      organization_name: 'Whitfield & Crane LLP',
      invited_by: 'Mo Member',
      has_account: false,
    });
    const { token: another } = await invited({ ...guest, email: 'other@osborne.test' });
    for (const [client, query] of [
      [server.client(), ''],
      [server.client(), `?token=${another}`],
      [colleague, ''],
      [counsel, ''],
      [server.client(), '?token='],
    ] as const) {
      expect((await client.get(`${PATH}/${id}/preview${query}`)).status).toBe(404);
    }
    const { id: theirs, token: known } = await invited(OUTSIDE);
    const known_ = await server.client().get(`${PATH}/${theirs}/preview?token=${known}`);
    expect(known_.body.has_account).toBe(true);
  });

  test('is shown without a token to the inviter, an admin and the invited person', async () => {
    const { id } = await invited(OUTSIDE);
    for (const [client, has_account] of [
      [owner, undefined],
      [admin, undefined],
      [counsel, true],
    ] as const) {
      const shown = await client.get(`${PATH}/${id}/preview`);
      expect([shown.status, shown.body.uuid, shown.body.has_account]).toEqual([200, id, has_account]);
    }
    const { id: toFirm } = await invited({ ...guest, email: 'partner@osborne.test' }, admin, {
      organization,
    });
    expect((await admin.get(`${PATH}/${toFirm}/preview`)).status).toBe(200);
    expect((await owner.get(`${PATH}/${toFirm}/preview`)).status).toBe(404);
    const { body: me } = await owner.get('/authentication/user/me');
    await admin.post('/transactions/participant', { transaction_uuid: deal, email: 'admin@firm.test' });
    const { body: people } = await owner.get(`/transactions/participant?transaction=${deal}`);
    const own = people.find((each: { user_uuid: string }) => each.user_uuid === me.uuid);
    await admin.delete(`/transactions/participant/${own.uuid}`);
    // The inviter is no longer on the deal.
    expect((await owner.get(`${PATH}/${id}/preview`)).status).toBe(404);
  });

  test('contains only a reason once the invitation is no longer valid', async () => {
    const { id, token } = await invited();
    await expire(id);
    assertRefused(await server.client().get(`${PATH}/${id}/preview?token=${token}`), /has expired/);
  });
});

describe('an organization', () => {
  const toFirm = () => ({ organization });

  test('is joined as a member by a person whom its admin has invited', async () => {
    const { token } = await invited(guest, admin, toFirm());
    const answer = await register(token);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body.user).toMatchObject({ role: 'member', organization });
    const { members } = (await owner.get(`/authentication/organization/${organization}`)).body;
    expect(members.map(({ email }: { email: string }) => email)).toContain(guest.email);
    expect((await list(admin, '?org_invitations=true'))[0]).toMatchObject({
      email: guest.email,
      status: 'accepted',
      transaction: null,
    });
  });

  test('lets only its admins invite, list and withdraw', async () => {
    expect((await invite(guest, owner, toFirm())).status).toBe(403);
    expect((await invite(guest, counsel, toFirm())).status).toBe(404);
    expect((await owner.get(`${PATH}?org_invitations=true`)).status).toBe(403);
    const { id } = await invited(guest, admin, toFirm());
    expect((await owner.delete(`${PATH}/${id}`)).status).toBe(403);
    expect((await counsel.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await admin.delete(`${PATH}/${id}`)).status).toBe(204);
    const colleagues = { ...guest, email: 'colleague@firm.test' };
    assertRefused(
      await invite(colleagues, admin, toFirm()),
      /already a member of your organization/,
      'email',
    );
  });

  test('replaces the own organization of a guest who is invited later, unless the guest is the only admin of other members', async () => {
    const client = server.client();
    await register((await invited()).token, {}, client);
    const own = (await client.get('/authentication/user/me')).body.organization;
    const junior = { ...guest, email: `junior-${guests}@osborne.test` };
    const { token: hired } = await invited(junior, client, { organization: own });
    expect((await register(hired, junior)).status).toBe(201);
    const { token } = await invited(guest, admin, toFirm());
    assertRefused(await accept(client, { token }), /only administrator/);
    await server.services.db
      .updateTable('users')
      .set({ role: 'admin' })
      .where('email', '=', junior.email)
      .execute();
    expect((await accept(client, { token })).status).toBe(200);
    expect((await client.get('/authentication/user/me')).body).toMatchObject({
      organization,
      role: 'member',
    });
    expect((await client.get(`/transactions/transaction/${deal}`)).status).toBe(200);
  });
});

describe('an admin on the organization’s deals', () => {
  const call = (verb: 'create' | 'delete', user: string, client = admin, firm = organization) =>
    client.post(`/authentication/organization/${firm}/${verb}_participant`, { transaction: deal, user });

  test('adds a person, who is notified, and removes them', async () => {
    const { uuid } = (await colleague.get('/authentication/user/me')).body;
    expect((await call('create', uuid)).body).toMatchObject({ user_uuid: uuid, deleted: false });
    expect((await notificationsOf(colleague))[0]).toMatchObject({
      notification_type: 'participant_added',
      title: `Ada Admin added you to “Project Alder ${guests}”.`,
    });
    expect((await call('delete', uuid)).status).toBe(204);
    expect((await call('delete', uuid)).status).toBe(204);
    expect(await emailsOn()).toEqual(['member@firm.test']);
    expect((await call('delete', v7())).status).toBe(404);
  });

  test('is the only one who can, unlike even the deal’s creator', async () => {
    const { uuid } = (await colleague.get('/authentication/user/me')).body;
    expect((await call('create', uuid, owner)).status).toBe(403);
    expect((await call('create', uuid, counsel)).status).toBe(404);
    const theirs = (await counsel.get('/authentication/user/me')).body.organization;
    expect((await call('create', uuid, counsel, theirs)).status).toBe(404);
    expect((await call('create', uuid, admin, theirs)).status).toBe(404);
  });
});

describe('a person who was removed from a deal', () => {
  const OUTSIDE_NAMES = { email: 'counsel@outside.test', first_name: 'Otto', last_name: 'Outside' };

  test('can’t return through an older invitation or through one that they sent', async () => {
    const own = await invited(OUTSIDE_NAMES);
    const { body: me } = await counsel.get('/authentication/user/me');
    await owner.post('/transactions/participant', { transaction_uuid: deal, user_uuid: me.uuid });
    await accept(counsel, { invitation: own.id });
    await owner.patch(`/transactions/transaction/${deal}`, { guests_may_invite: true });
    const second = await invited(guest, counsel);
    const again = await invited(OUTSIDE_NAMES).catch(() => null);
    const { body: people } = await owner.get(`/transactions/participant?transaction=${deal}`);
    const row = people.find((each: { user_uuid: string }) => each.user_uuid === me.uuid);
    expect((await owner.delete(`/transactions/participant/${row.uuid}`)).status).toBe(204);
    assertRefused(await register(second.token), /withdrawn/);
    for (const { id } of [own, ...(again ? [again] : [])])
      expect((await accept(counsel, { invitation: id })).status).not.toBe(200);
    expect(await emailsOn()).not.toContain(OUTSIDE_NAMES.email);
  });
});

describe('an account created by a link that an admin passed on', () => {
  const onTheirDeal = async (): Promise<string> =>
    (await counsel.post('/transactions/transaction', { name: 'Project Elm' })).body.uuid;

  test('sees and accepts every later invitation from that organization, and none from others', async () => {
    const guestClient = server.client();
    expect((await register((await invited()).token, {}, guestClient)).status).toBe(201);
    const { body: other } = await owner.post('/transactions/transaction', { name: 'Project Birch' });
    const second = await invited(guest, owner, { transaction: other.uuid });
    const theirs = await invited(guest, counsel, { transaction: await onTheirDeal() });
    expect((await list(guestClient)).map(({ uuid }) => uuid)).toEqual([second.id]);
    expect((await guestClient.get(`${PATH}/${second.id}/preview`)).body.has_account).toBe(true);
    expect((await accept(guestClient, { invitation: second.id })).status).toBe(200);
    expect((await guestClient.get(`${PATH}/${theirs.id}/preview`)).status).toBe(404);
    expect((await accept(guestClient, { invitation: theirs.id })).status).toBe(404);
    expect((await guestClient.get('/authentication/user/me')).body).toMatchObject({
      email_proved: false,
      can_confirm_email: false,
    });
  });

  test('accepts an invitation from another organization by its token, and sees the later ones from there', async () => {
    const guestClient = server.client();
    await register((await invited()).token, {}, guestClient);
    const first = await invited(guest, counsel, { transaction: await onTheirDeal() });
    expect((await accept(guestClient, { token: first.token })).status).toBe(200);
    const second = await invited(guest, counsel, { transaction: await onTheirDeal() });
    expect((await list(guestClient)).map(({ uuid }) => uuid)).toEqual([second.id]);
    expect((await accept(guestClient, { invitation: second.id })).status).toBe(200);
  });

  test('learns that this server sends no email if they request a confirmation', async () => {
    const guestClient = server.client();
    await register((await invited()).token, {}, guestClient);
    const answer = await guestClient.post('/authentication/user/me/send_confirmation');
    assertRefused(answer, /doesn’t send email/);
  });
});
