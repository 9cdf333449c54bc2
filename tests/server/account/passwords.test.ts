import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { administer } from '../../../server/admin/administer.ts';
import { hashPassword } from '../../../server/auth/passwords.ts';
import { addAccount } from '../../../server/commands/account/add-account.ts';
import { resetPasswordKind } from '../../../server/queue/job-kinds.ts';
import { sweepResets } from '../../../server/store/account/password-resets.ts';
import { stopClock } from '../support/stop-clock.ts';
import type { Answer, TestClient } from '../support/test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';

const NEW = 'four mild winters ago';

let server: TestServer;
let passwordHash: string;
let organization: string;
/** Different in each test, so that the attempts of one test don't delay the next. */
let email: string;
let address: string;
let people = 0;

beforeAll(async () => {
  passwordHash = await hashPassword(PASSWORD);
  server = await startTestServer({ trustProxy: 1 });
  const member = await server.signIn('member@firm.test');
  organization = (await member.get('/authentication/user/me')).body.organization;
});
afterAll(() => server.stop());
beforeEach(async () => {
  email = await addUser();
  address = `192.0.2.${people}`;
});

/** Creates an account, and returns its address. */
async function addUser(): Promise<string> {
  people += 1;
  const account = {
    email: `person-${people}@firm.test`,
    first_name: 'Robin',
    last_name: `Person ${people}`,
    organization,
    role: 'member',
    password_hash: passwordHash,
    is_demo: false,
  } as const;
  const { services } = server;
  await services.db.transaction().execute((tx) => addAccount(services, tx, account));
  return account.email;
}

const from = (ip = address) => ({ headers: { 'x-forwarded-for': ip } });

const ask = (loginId = email, ip?: string) =>
  server
    .client()
    .post('/auth/password/reset', { loginId, applicationId: 'counterpart', tenantId: 'x' }, from(ip));

const set = (passwordId: string, password = NEW, client = server.client()) =>
  client.post('/auth/password', { password, passwordId, tenantId: 'counterpart' }, from());

const change = (client: TestClient, body: object = {}) =>
  client.patch(
    '/auth/password',
    { loginId: email, currentPassword: PASSWORD, newPassword: NEW, ...body },
    from(),
  );

const login = async (password: string) =>
  (await server.client().post('/auth/login', { loginId: email, password }, from())).status;

const status = async (client: TestClient) => (await client.get('/authentication/user/me')).status;

/** Returns the tokens of the links mailed to a person, oldest first. */
async function tokensTo(person = email): Promise<string[]> {
  const rows = await server.services.db
    .selectFrom('mails')
    .select('text')
    .where('to_address', '=', person)
    .where('kind', '=', 'password_reset')
    .orderBy('created_at')
    .execute();
  return rows.map(({ text }) => /\/login\/set-password\?passwordId=([\w-]+)\n/.exec(text ?? '')?.[1] ?? '');
}

/** Returns the token of the newest link, once this many were mailed. */
async function tokenOf(count = 1): Promise<string> {
  await expect.poll(async () => (await tokensTo()).length).toBe(count);
  return (await tokensTo()).at(-1) ?? '';
}

/** Waits until all earlier requests have been handled. They are handled one at a time. */
async function allHandled(): Promise<void> {
  const { db, jobs } = server.services;
  const last = await addUser();
  await db.transaction().execute(async (tx) => jobs.enqueue(tx, resetPasswordKind, { email: last }));
  await expect.poll(async () => (await tokensTo(last)).length).toBe(1);
}

/** Returns the emails that tell a person that their password was changed. */
async function mailsAboutChange(person = email) {
  return server.services.db
    .selectFrom('mails')
    .select(['subject', 'text', 'html', 'to_name', 'organization'])
    .where('to_address', '=', person)
    .where('kind', '=', 'password_changed')
    .execute();
}

function assertNoGood(answer: Answer): void {
  expect(answer.status).toBe(422);
  expect(answer.body).toEqual({
    code: 'invalid',
    error_message:
      'This link no longer works: it was already used, has expired, or was replaced by a newer one. Request a new one.',
    fields: ['passwordId'],
  });
}

describe('a forgotten password', () => {
  test('is reset once with an emailed link, which signs the user out everywhere', async () => {
    const elsewhere = await server.signIn(email);
    const other = await server.signIn('colleague@firm.test');
    const asked = await ask(` ${email.toUpperCase()} `);
    expect([asked.status, asked.text]).toEqual([204, '']);
    const token = await tokenOf();
    expect(token).toMatch(/^[\w-]{43}$/);
    const answer = await set(token);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect([await status(elsewhere), await status(other)]).toEqual([401, 200]);
    expect(await login(PASSWORD)).toBe(401);
    expect(await login(NEW)).toBe(200);
    assertNoGood(await set(token, 'another good one, no?'));
  });

  test('gets the same response for an unknown address, and no email is sent', async () => {
    const answers = [await ask(), await ask('nobody@firm.test')];
    const [known, unknown] = answers.map(({ status: code, text, headers }) => ({
      code,
      text,
      headers: [...headers.keys()].toSorted(),
    }));
    expect(unknown).toEqual(known);
    await allHandled();
    expect([await tokensTo(), await tokensTo('nobody@firm.test')]).toEqual([[expect.any(String)], []]);
  });

  test('gets a new link that replaces the older one', async () => {
    await ask();
    const first = await tokenOf();
    await ask();
    const second = await tokenOf(2);
    assertNoGood(await set(first));
    expect((await set(second)).status).toBe(204);
  });

  test('gets the same error message for an expired, a made-up and a used link', async () => {
    await ask();
    const token = await tokenOf();
    const { db } = server.services;
    const expired = { expires_at: new Date(Date.now() - 1) };
    await db.updateTable('password_resets').set(expired).execute();
    assertNoGood(await set(token));
    assertNoGood(await set('x'.repeat(43)));
    assertNoGood(await set(`${token}%00'; drop table users`));
    await sweepResets(db, new Date());
    expect(await db.selectFrom('password_resets').selectAll().execute()).toEqual([]);
    const [row] = await db
      .selectFrom('mails')
      .select(['created_at', 'expires_at'])
      .where('to_address', '=', email)
      .execute();
    const hours = ((row?.expires_at?.getTime() ?? 0) - (row?.created_at.getTime() ?? 0)) / 3_600_000;
    expect(hours).toBeCloseTo(1, 2);
  });

  test('is set once if two people use one link at the same time', async () => {
    await ask();
    const token = await tokenOf();
    const answers = await Promise.all([set(token), set(token, 'nine slow green boats')]);
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1);
    expect(answers.filter((answer) => answer.status === 422)).toHaveLength(1);
  });

  test('is not reset to an invalid password, and the link stays valid', async () => {
    await ask();
    const token = await tokenOf();
    const sentences = [
      ['short', /^A password must have at least 10 characters\.$/],
      ['x'.repeat(1001), /^A password can have at most 1000 characters\.$/],
      ['aaaaaaaaaaaa', /^A password must have at least 4 different characters\.$/],
      ['Password2024', /^This password is one of the first that attackers try/],
      [email, /^This password is one of the first that attackers try/],
    ] as const;
    for (const [password, sentence] of sentences) {
      const answer = await set(token, password);
      expect(answer.status).toBe(422);
      expect(answer.body).toMatchObject({
        fields: ['password'],
        error_message: expect.stringMatching(sentence),
      });
    }
    expect((await set(token)).status).toBe(204);
  });

  test('has a token that is stored only as a hash', async () => {
    await ask();
    const token = await tokenOf();
    const rows = await server.services.db.selectFrom('password_resets').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows[0]?.token_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('gets no second link if the job runs again', async () => {
    const { db } = server.services;
    await ask();
    const token = await tokenOf();
    const { uuid } = await db
      .selectFrom('mails')
      .select('uuid')
      .where('to_address', '=', email)
      .executeTakeFirstOrThrow();
    const state = async () =>
      (await sql<{ state: string }>`select state from pgboss.job where id = ${uuid}`.execute(db)).rows[0]
        ?.state;
    await expect.poll(state).toBe('completed');
    // As if the process had died after its commit, before the queue recorded the job as completed.
    await sql`update pgboss.job set state = 'created', completed_on = null where id = ${uuid}`.execute(db);
    await expect.poll(state).toBe('completed');
    expect(await tokensTo()).toEqual([token]);
    expect((await set(token)).status).toBe(204);
  });

  test('is also reset on the user’s own device by signing out there', async () => {
    const client = await server.signIn(email);
    await ask();
    expect((await set(await tokenOf(), NEW, client)).status).toBe(204);
    expect(client.cookies.size).toBe(0);
  });

  test('lets the owner in even if somebody has locked the account by guessing', async () => {
    stopClock();
    const guesses = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const body = { loginId: email, password: 'wrong' };
        return (await server.client().post('/auth/login', body, from(`198.51.100.${n}`))).status;
      }),
    );
    expect(guesses).toContain(429);
    expect(await login(PASSWORD)).toBe(429);
    await ask();
    expect((await set(await tokenOf())).status).toBe(204);
    expect(await login(NEW)).toBe(200);
  });
});

describe('requests for many links', () => {
  test('for one account are limited to three, without a visible difference', async () => {
    for (let n = 0; n < 6; n += 1) {
      const asked = await ask(email, `203.0.113.${n}`);
      expect([asked.status, asked.text]).toEqual([204, '']);
    }
    await allHandled();
    expect(await tokensTo()).toHaveLength(3);
  });

  test('from one address for any accounts have to wait', async () => {
    const answers: Answer[] = [];
    for (let n = 0; n < 21; n += 1) answers.push(await ask(`nobody-${n}@firm.test`));
    expect(answers.map((answer) => answer.status)).toEqual([...Array.from({ length: 20 }, () => 204), 429]);
    expect(answers.at(-1)?.body.error_message).toMatch(
      /^Too many password links were requested\. Wait .+ and try again\.$/,
    );
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(50);
  });
});

describe('changing one’s own password', () => {
  test('continues the session with a new token, ends all others, and makes the new password valid', async () => {
    const client = await server.signIn(email);
    const elsewhere = await server.signIn(email);
    const old = client.cookies.get('session') ?? '';
    const answer = await change(client);
    expect(answer.status, answer.text).toBe(200);
    expect(client.cookies.get('session')).not.toBe(old);
    expect(client.cookies.get('session_expiry')).toBe(String(answer.body.expires_at));
    expect([await status(client), await status(elsewhere)]).toEqual([200, 401]);
    expect(await login(PASSWORD)).toBe(401);
    expect(await login(NEW)).toBe(200);
    expect((await client.post('/auth/refresh')).status).toBe(200);
  });

  test('ends requests that use the old token, which get no new one', async () => {
    const client = await server.signIn(email);
    const cookie = `session=${client.cookies.get('session')}`;
    await change(client);
    const thief = { headers: { cookie } };
    expect((await server.client().get('/authentication/user/me', thief)).status).toBe(200);
    expect((await server.client().post('/auth/refresh', undefined, thief)).status).toBe(401);
    const left = await server.services.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('renewable', '=', false)
      .execute();
    expect(left.length).toBeGreaterThan(0);
    for (const { expires_at } of left) expect(expires_at.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
  });

  test('in two places at the same time leaves one of them signed in, with the password set there', async () => {
    const clients = [await server.signIn(email), await server.signIn(email)];
    const news = [NEW, 'nine slow green boats'];
    const answers = await Promise.all(
      clients.map((client, index) => change(client, { newPassword: news[index] })),
    );
    const winner = answers.findIndex((answer) => answer.status === 200);
    expect(answers[1 - winner]?.status).toBe(401);
    expect(await Promise.all(clients.map(status))).toEqual(winner === 0 ? [200, 401] : [401, 200]);
    expect(await login(news[winner] ?? '')).toBe(200);
  });

  test('with a wrong current password changes nothing, and does not sign the user out', async () => {
    const client = await server.signIn(email);
    const answer = await change(client, { currentPassword: 'wrong' });
    expect([answer.status, answer.body]).toEqual([
      422,
      { code: 'invalid', error_message: 'The current password is incorrect.', fields: ['currentPassword'] },
    ]);
    expect(await status(client)).toBe(200);
    expect(await login(PASSWORD)).toBe(200);
  });

  test('is limited like signing in, and attempts at both count together', async () => {
    stopClock();
    const client = await server.signIn(email);
    for (let n = 0; n < 5; n += 1)
      expect((await change(client, { currentPassword: 'wrong' })).status).toBe(422);
    for (let n = 0; n < 5; n += 1) expect(await login('wrong')).toBe(401);
    const answer = await change(client);
    expect([answer.status, answer.body.code]).toEqual([429, 'too_many_requests']);
    expect(await status(client)).toBe(200);
  });

  test.for([
    [{ loginId: 'admin@firm.test' }, 'loginId', /isn’t the email address that you’re signed in with/],
    [{ newPassword: PASSWORD }, 'newPassword', /the same as your current one/],
    [{ newPassword: 'short' }, 'newPassword', /at least 10 characters/],
    [{ newPassword: 'Robin12345' }, 'newPassword', /one of the first/],
  ] as const)('to %j is rejected with an explanation', async ([body, field, sentence]) => {
    const client = await server.signIn(email);
    const answer = await change(client, body);
    expect(answer.status).toBe(422);
    expect(answer.body).toMatchObject({ fields: [field], error_message: expect.stringMatching(sentence) });
    expect(await login(PASSWORD)).toBe(200);
  });

  test('invalidates a link that was emailed before', async () => {
    await ask();
    const token = await tokenOf();
    expect((await change(await server.signIn(email))).status).toBe(200);
    assertNoGood(await set(token, 'nine slow green boats'));
  });
});

describe('the server’s operator', () => {
  const setByHand = (password: string) => {
    const { db } = server.services;
    const admin = {
      db,
      now: () => new Date(),
      askPassword: () => Promise.resolve(password),
      secretFile: null,
    };
    return administer(admin, ['password', email]);
  };

  test('sets a password, which ends sessions and invalidates links', async () => {
    await ask();
    const token = await tokenOf();
    const client = await server.signIn(email);
    await setByHand(NEW);
    expect(await status(client)).toBe(401);
    assertNoGood(await set(token, 'nine slow green boats'));
    expect(await login(NEW)).toBe(200);
  });

  test('must follow the same rules', async () => {
    await expect(setByHand('password1234')).rejects.toThrow('This password is one of the first');
    expect(await login(PASSWORD)).toBe(200);
  });
});

describe('a new password', () => {
  test('is reported to its owner by email, whether changed or set by a link, but not if it was not changed', async () => {
    const client = await server.signIn(email);
    expect((await change(client, { currentPassword: 'wrong' })).status).toBe(422);
    expect((await change(client, { newPassword: 'short' })).status).toBe(422);
    assertNoGood(await set('x'.repeat(43)));
    expect(await mailsAboutChange()).toEqual([]);
    expect((await change(client)).status).toBe(200);
    expect(await mailsAboutChange()).toMatchObject([
      {
        subject: 'Your password was changed for Counterpart',
        to_name: `Robin Person ${people}`,
        organization,
        text: expect.stringContaining(`Hello Robin Person ${people},`),
        html: expect.stringContaining(`${server.url}/login/forgotten`),
      },
    ]);
    const [{ text } = { text: '' }] = await mailsAboutChange();
    expect(text).toMatch(/was changed on 20\d\d-\d\d-\d\d at \d\d:\d\d UTC/);
    expect(text).not.toMatch(/passwordId|token/);
    await ask();
    expect((await set(await tokenOf(), 'six slow rivers south')).status).toBe(204);
    expect(await mailsAboutChange()).toHaveLength(2);
  });
});
