import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sweepSessions } from '../../../server/auth/sessions.ts';
import { sweepAttempts } from '../../../server/auth/shared-delay.ts';
import { startServer, type RunningServer } from '../../../server/start-server.ts';
import type { SignIn } from '../../../src/contract/entities/account/sign-in.ts';
import { freePort } from '../../support/free-port.ts';
import { stopClock } from '../support/stop-clock.ts';
import { TestClient } from '../support/test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('signing in', () => {
  test('returns the user and the end of the session, and sets both cookies', async () => {
    const client = server.client();
    const answer = await client.post('/auth/login', { loginId: ' Admin@Firm.test ', password: PASSWORD });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toMatchObject({
      email: 'admin@firm.test',
      full_name: 'Ada Admin',
      role: 'admin',
    });
    const [session, expiry] = answer.headers.getSetCookie();
    expect(session).toMatch(/^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(expiry).toContain(`session_expiry=${answer.body.expires_at};`);
    expect(expiry).not.toContain('HttpOnly');
    const inTwelveHours = Date.now() / 1000 + 12 * 3600;
    expect(Math.abs(answer.body.expires_at - inTwelveHours)).toBeLessThan(10);
    expect((await client.get('/authentication/user/me')).body).toEqual(answer.body.user);
  });

  test('returns the same error message for a wrong password and an unknown address', async () => {
    for (const loginId of ['admin@firm.test', 'nobody@firm.test']) {
      const answer = await server.client().post('/auth/login', { loginId, password: 'wrong' });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        code: 'wrong_credentials',
        error_message: 'The email address or password is incorrect.',
      });
    }
  });

  test('has to wait after ten wrong passwords, for the time in Retry-After, even with the right one', async () => {
    stopClock();
    const client = server.client();
    const attempt = (password: string) =>
      client.post('/auth/login', { loginId: 'colleague@firm.test', password });
    // The same account in a different spelling.
    const other = { loginId: ' Colleague@FIRM.test', password: 'wrong' };
    for (let n = 0; n < 9; n += 1) expect((await attempt('wrong')).status).toBe(401);
    expect((await client.post('/auth/login', other)).status).toBe(401);
    const answer = await attempt(PASSWORD);
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({
      code: 'too_many_requests',
      error_message: expect.stringMatching(
        /^Too many attempts with an incorrect password\. Wait (a|\d) second/,
      ),
    });
    expect(['1', '2']).toContain(answer.headers.get('retry-after'));
    // Another account at the same address does not have to wait.
    await server.signIn('member@firm.test');
  });

  test('stores the token only as a hash', async () => {
    const client = await server.signIn('admin@firm.test');
    const token = client.cookies.get('session') ?? '';
    const rows = await server.services.db.selectFrom('sessions').select('token_hash').execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.token_hash).not.toContain(token);
  });
});

describe('a session', () => {
  test('gets a new token through a refresh, and the old one stays valid for 60 seconds without being extended', async () => {
    const client = await server.signIn('admin@firm.test');
    const old = client.cookies.get('session') ?? '';
    const answer = await client.post('/auth/refresh');
    expect(answer.status).toBe(200);
    expect(client.cookies.get('session')).not.toBe(old);
    expect(client.cookies.get('session_expiry')).toBe(String(answer.body.expires_at));
    const withOld = () =>
      server.client().get('/authentication/user/me', { headers: { cookie: `session=${old}` } });
    expect((await withOld()).status).toBe(200);
    // A second refresh with the old token (as if the first response was lost) also works, and doesn't extend
    // the old token.
    const again = await server
      .client()
      .post('/auth/refresh', undefined, { headers: { cookie: `session=${old}` } });
    expect(again.status).toBe(200);
    const left = await server.services.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('rotated', '=', true)
      .executeTakeFirstOrThrow();
    expect(left.expires_at.getTime() - Date.now()).toBeLessThanOrEqual(60_000);
    await server.services.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('rotated', '=', true)
      .execute();
    expect((await withOld()).status).toBe(401);
  });

  test('is extended by use, along with the readable cookie', async () => {
    const client = await server.signIn('member@firm.test');
    const me = (await client.get('/authentication/user/me')).body;
    const soon = new Date(Date.now() + 60_000);
    await server.services.db
      .updateTable('sessions')
      .set({ expires_at: soon })
      .where('user_uuid', '=', me.uuid)
      .execute();
    const answer = await client.get('/authentication/user/me');
    expect(answer.headers.getSetCookie()).toHaveLength(1);
    expect(Number(client.cookies.get('session_expiry')) * 1000).toBeGreaterThan(Date.now() + 11 * 3_600_000);
  });

  test('ends 12 hours after its last use', async () => {
    const client = await server.signIn('member@firm.test');
    const me = (await client.get('/authentication/user/me')).body;
    await server.services.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_uuid', '=', me.uuid)
      .execute();
    const answer = await client.get('/transactions/transaction');
    expect(answer.status).toBe(401);
    expect(answer.body.code).toBe('signed_out');
  });

  test('ends with all its tokens at sign-out, and a second sign-out is no error', async () => {
    const client = await server.signIn('admin@firm.test');
    const old = client.cookies.get('session') ?? '';
    await client.post('/auth/refresh');
    expect((await client.delete('/auth/logout')).status).toBe(204);
    expect(client.cookies.size).toBe(0);
    const withOld = await server
      .client()
      .get('/authentication/user/me', { headers: { cookie: `session=${old}` } });
    expect(withOld.status).toBe(401);
    expect((await client.delete('/auth/logout')).status).toBe(204);
  });
});

describe('a token that was replaced', () => {
  const send = async (token: string) =>
    (await server.client().get('/authentication/user/me', { headers: { cookie: `session=${token}` } }))
      .status;

  const countAlarms = async () => {
    const { db } = server.services;
    const mails = await db
      .selectFrom('mails')
      .select('to_address')
      .where('kind', '=', 'session_ended')
      .execute();
    const acts = await db
      .selectFrom('audit_log')
      .select('uuid')
      .where('act', '=', 'session.token_reused')
      .execute();
    return [mails.length, acts.length];
  };
  const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

  test('ends the whole session if it is used after its minute, and notifies the user once', async () => {
    stopClock();
    const client = await server.signIn('counsel@outside.test');
    const other = await server.signIn('counsel@outside.test');
    const copied = client.cookies.get('session') ?? '';
    await client.post('/auth/refresh');
    await client.post('/auth/refresh');
    later(59_000);
    expect(await send(copied), 'within its minute').toBe(200);
    later(2000);
    const [mails = 0, acts = 0] = await countAlarms();
    expect(await Promise.all([send(copied), send(copied)])).toEqual([401, 401]);
    expect((await client.get('/authentication/user/me')).status, 'the newest token of the chain').toBe(401);
    expect((await other.get('/authentication/user/me')).status, 'another sign-in').toBe(200);
    expect(await countAlarms()).toEqual([mails + 1, acts + 1]);
    const notifications = (await other.get('/notifications/')).body;
    expect(notifications.slice(0, 1)).toMatchObject([
      { level: 'warning', title: expect.stringContaining('because someone used an old copy of its sign-in') },
    ]);
  });

  test('is still recognized after a sweep, for as long as the session lives', async () => {
    stopClock();
    const client = await server.signIn('counsel@outside.test');
    const copied = client.cookies.get('session') ?? '';
    await client.post('/auth/refresh');
    later(61_000);
    await sweepSessions(server.services.db, server.services.now());
    expect(await send(copied)).toBe(401);
    expect((await client.get('/authentication/user/me')).status).toBe(401);
  });

  test('raises no alarm if the session has ended anyway', async () => {
    stopClock();
    const client = await server.signIn('counsel@outside.test');
    const old = client.cookies.get('session') ?? '';
    await client.post('/auth/refresh');
    later(13 * 3_600_000);
    const before = await countAlarms();
    expect(await send(old)).toBe(401);
    expect(await countAlarms()).toEqual(before);
  });
});

describe('a password hashed with other parameters', () => {
  test('is hashed again at the next sign-in, even by several at the same time, but never by a wrong password', async () => {
    const { db } = server.services;
    const stored = async () =>
      (
        await db
          .selectFrom('users')
          .select('password_hash')
          .where('email', '=', 'counsel@outside.test')
          .executeTakeFirstOrThrow()
      ).password_hash;
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await db
      .updateTable('users')
      .set({ password_hash: weak })
      .where('email', '=', 'counsel@outside.test')
      .execute();
    const client = server.client();
    await client.post('/auth/login', { loginId: 'counsel@outside.test', password: 'wrong' });
    expect(await stored()).toBe(weak);
    const signIns = Array.from({ length: 4 }, async () => server.signIn('counsel@outside.test'));
    await Promise.all(signIns);
    expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const strong = await stored();
    await server.signIn('counsel@outside.test');
    expect(await stored()).toBe(strong);
  });
});

describe('under HTTPS', () => {
  let secure: TestServer;

  beforeAll(async () => {
    secure = await startTestServer({
      role: 'web',
      publicUrl: 'https://deals.example.com',
      embedOrigins: ['https://intranet.example.com'],
    });
  });
  afterAll(() => secure.stop());
  const local = () => new TestClient(`http://127.0.0.1:${secure.settings.port}`);

  const signIn = async (framed = false) => {
    const client = local();
    const credentials = { loginId: 'member@firm.test', password: PASSWORD, framed };
    const answer = await client.post('/auth/login', credentials);
    expect(answer.status, answer.text).toBe(200);
    return { client, cookies: answer.headers.getSetCookie() };
  };

  test('session cookies have the prefix __Host-, and the cookie with their expiry keeps the name that pages read', async () => {
    const { client, cookies } = await signIn(true);
    expect(cookies).toHaveLength(3);
    expect(cookies[0]).toMatch(
      /^__Host-session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    expect(cookies[1]).toMatch(/^__Host-session_in_frame=.*Secure; Partitioned; SameSite=None$/);
    expect(cookies[2]).toMatch(/^session_expiry=\d+; Max-Age=2592000; Path=\/; Secure; SameSite=Lax$/);
    expect(cookies.join()).not.toContain('Domain');
    client.cookies.delete('__Host-session');
    expect((await client.get('/authentication/user/me')).status, 'in a frame').toBe(200);
    expect((await client.delete('/auth/logout')).status).toBe(204);
    expect([...client.cookies.keys()]).toEqual([]);
  });

  test('a session of an older version continues, and its cookies are renamed on next use', async () => {
    const { client } = await signIn();
    const token = client.cookies.get('__Host-session') ?? '';
    const old = local();
    old.cookies.set('session', token);
    expect((await old.get('/authentication/user/me')).status).toBe(200);
    expect(old.cookies.get('__Host-session')).toBe(token);
    expect(old.cookies.has('session')).toBe(false);
    expect((await old.get('/authentication/user/me')).headers.getSetCookie()).toEqual([]);
  });

  test('a cookie planted by another host of the domain does not override the session', async () => {
    const { client } = await signIn();
    const token = client.cookies.get('__Host-session');
    client.cookies.set('session', 'x'.repeat(43));
    expect((await client.get('/authentication/user/me')).status).toBe(200);
    expect([client.cookies.get('__Host-session'), client.cookies.has('session')]).toEqual([token, false]);
  });
});

describe('demo accounts', () => {
  test('cannot sign in or continue a session if the server is reached from another machine', async () => {
    const { db } = server.services;
    await db
      .updateTable('users')
      .set({ is_demo: true })
      .where('email', '=', 'counsel@outside.test')
      .execute();
    const answer = await server
      .client()
      .post('/auth/login', { loginId: 'counsel@outside.test', password: PASSWORD });
    expect(answer.status).toBe(403);
    expect(answer.body.error_message).toMatch(/only on the computer that runs Counterpart/);
    await db
      .updateTable('users')
      .set({ is_demo: false })
      .where('email', '=', 'counsel@outside.test')
      .execute();
    const client = await server.signIn('counsel@outside.test');
    await db
      .updateTable('users')
      .set({ is_demo: true })
      .where('email', '=', 'counsel@outside.test')
      .execute();
    expect((await client.get('/authentication/user/me')).status).toBe(401);
    await db
      .updateTable('users')
      .set({ is_demo: false })
      .where('email', '=', 'counsel@outside.test')
      .execute();
  });
});

describe('after another user has signed in on the device', () => {
  test('a request for the previous user is treated as signed out, and does not end the new session', async () => {
    const client = await server.signIn('member@firm.test');
    const me = await client.get('/authentication/user/me');
    const before = { headers: { 'x-counterpart-user': '018f0000-0000-7000-8000-000000000000' } };
    const list = await client.get('/transactions/transaction', before);
    expect([list.status, list.body.code]).toEqual([401, 'signed_out']);
    expect((await client.delete('/auth/logout', before)).status).toBe(204);
    const own = { headers: { 'x-counterpart-user': me.body.uuid } };
    expect((await client.get('/authentication/user/me', own)).status).toBe(200);
  });
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('a user’s sessions', () => {
  let laptop: TestClient;
  let phone: TestClient;

  beforeEach(async () => {
    await server.services.db.deleteFrom('sign_ins').execute();
    laptop = await server.signIn('admin@firm.test');
    phone = await server.signIn('admin@firm.test');
  });

  const listed = async (client: TestClient): Promise<SignIn[]> => {
    const answer = await client.get('/auth/sessions', { headers: { 'user-agent': CHROME } });
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const status = async (client: TestClient) => (await client.get('/authentication/user/me')).status;

  test('are listed with device, address and last use, and the current one is marked', async () => {
    await server.services.db
      .updateTable('sign_ins')
      .set({ last_used_at: new Date(Date.now() - 61_000), created_at: new Date(Date.now() - 100_000) })
      .execute();
    const [first, second] = [await listed(laptop), await listed(laptop)];
    expect(first).toEqual([
      {
        uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        device: 'Chrome on Windows',
        address: '127.0.0.1',
        created_at: expect.any(String),
        last_used_at: expect.any(String),
        current: true,
      },
      expect.objectContaining({ current: false, device: 'Unknown device' }),
    ]);
    expect(Date.now() - Date.parse(first[0]?.last_used_at ?? '')).toBeLessThan(30_000);
    expect(second, 'use within the same minute is not recorded again').toEqual(first);
    expect(await listed(await server.signIn('member@firm.test'))).toHaveLength(1);
  });

  test('have a limited device description, however long the browser’s is', async () => {
    const headers = { 'user-agent': 'Firefox/1 '.repeat(1000) };
    const credentials = { loginId: 'member@firm.test', password: PASSWORD };
    const client = server.client();
    expect((await client.post('/auth/login', credentials, { headers })).status).toBe(200);
    const agents = await server.services.db.selectFrom('sign_ins').select('user_agent').execute();
    expect(Math.max(...agents.map((row) => row.user_agent.length))).toBe(500);
  });

  test('can be ended by id, which signs the device out at once, but not those of another user', async () => {
    const [other] = (await listed(laptop)).filter((one) => !one.current);
    const stranger = await server.signIn('member@firm.test');
    expect((await stranger.delete(`/auth/sessions/${other?.uuid}`)).status).toBe(404);
    expect((await laptop.delete(`/auth/sessions/${other?.uuid}`)).status).toBe(204);
    expect([await status(phone), await status(laptop)]).toEqual([401, 200]);
    expect((await laptop.delete(`/auth/sessions/${other?.uuid}`)).status).toBe(404);
    expect(await listed(laptop)).toHaveLength(1);
  });

  test('include the current one, and ending it signs out', async () => {
    const [own] = (await listed(laptop)).filter((one) => one.current);
    expect((await laptop.delete(`/auth/sessions/${own?.uuid}`)).status).toBe(204);
    expect(laptop.cookies.size).toBe(0);
    expect(await status(phone)).toBe(200);
  });

  test('can all be ended at once except the current one, and nobody else’s are', async () => {
    const stranger = await server.signIn('member@firm.test');
    expect((await laptop.delete('/auth/sessions')).status).toBe(204);
    expect([await status(laptop), await status(phone), await status(stranger)]).toEqual([200, 401, 200]);
  });

  test('are replaced by a new sign-in on the same device', async () => {
    const old = laptop.cookies.get('session');
    await laptop.post('/auth/login', { loginId: 'admin@firm.test', password: PASSWORD });
    expect(laptop.cookies.get('session')).not.toBe(old);
    expect(await listed(laptop)).toHaveLength(2);
    const before = await server
      .client()
      .get('/authentication/user/me', { headers: { cookie: `session=${old}` } });
    expect(before.status).toBe(401);
  });

  test('are swept with everything about them once they have ended', async () => {
    const { db, now } = server.services;
    await phone.post('/auth/refresh');
    await db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('family', '=', (await listed(laptop)).find((one) => !one.current)?.uuid ?? '')
      .execute();
    expect(await listed(laptop)).toHaveLength(1);
    await sweepSessions(db, now());
    expect(await db.selectFrom('sign_ins').select('uuid').execute()).toHaveLength(1);
  });
});

describe('a user whose role has changed', () => {
  const become = (role: 'admin' | 'member') =>
    server.services.db.updateTable('users').set({ role }).where('email', '=', 'member@firm.test').execute();

  test('continues with a new token, once; the old one is valid for one more minute, and pending requests succeed', async () => {
    const client = await server.signIn('member@firm.test');
    const old = client.cookies.get('session') ?? '';
    await become('admin');
    const me = await client.get('/authentication/user/me');
    expect([me.status, me.body.role]).toEqual([200, 'admin']);
    const renewed = client.cookies.get('session');
    expect(renewed).not.toBe(old);
    expect((await client.get('/authentication/user/me')).headers.getSetCookie()).toEqual([]);
    const late = await server
      .client()
      .get('/authentication/user/me', { headers: { cookie: `session=${old}` } });
    expect(late.status).toBe(200);
    const [replaced] = await server.services.db
      .selectFrom('sessions')
      .select('expires_at')
      .where('rotated', '=', true)
      .orderBy('created_at', 'desc')
      .execute();
    expect((replaced?.expires_at.getTime() ?? Infinity) - Date.now()).toBeLessThanOrEqual(60_000);
    await become('member');
  });

  test('keeps the token if a request is for another user, because no cookie would bring them the new one', async () => {
    const client = await server.signIn('member@firm.test');
    const old = client.cookies.get('session');
    await become('admin');
    const another = { headers: { 'x-counterpart-user': '018f0000-0000-7000-8000-000000000000' } };
    expect((await client.get('/authentication/user/me', another)).status).toBe(401);
    expect(client.cookies.get('session')).toBe(old);
    const kept = await server.services.db
      .selectFrom('sessions')
      .select('rotated')
      .where(
        'token_hash',
        '=',
        createHash('sha256')
          .update(old ?? '')
          .digest('hex'),
      )
      .executeTakeFirst();
    expect(kept).toEqual({ rotated: false });
    await become('member');
  });

  test('also gets the new token with a rejected request', async () => {
    const client = await server.signIn('member@firm.test');
    const old = client.cookies.get('session');
    await become('admin');
    const missing = await client.get(`/auth/nowhere`);
    const refused = await client.delete('/auth/sessions/0199c1a2-3b4c-7d5e-8f60-718293a4b5c6');
    expect([missing.status, refused.status]).toEqual([404, 404]);
    expect(client.cookies.get('session')).not.toBe(old);
    await become('member');
  });
});

describe('guessing passwords', () => {
  let proxied: TestServer;

  beforeAll(async () => {
    proxied = await startTestServer({ role: 'web', trustProxy: 1 });
  });
  afterAll(() => proxied.stop());

  const attempt = async (loginId: string, password: string, from: string) =>
    (
      await proxied
        .client()
        .post('/auth/login', { loginId, password }, { headers: { 'x-forwarded-for': from } })
    ).status;

  test('from elsewhere does not lock out the owner, who has signed in from their address before', async () => {
    stopClock();
    expect(await attempt('member@firm.test', PASSWORD, '192.0.2.1')).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => attempt('member@firm.test', 'wrong', `198.51.100.${n}`)),
    );
    expect(guesses.filter((one) => one === 401)).toHaveLength(20);
    expect(guesses.filter((one) => one === 429)).toHaveLength(40);
    expect(await attempt('member@firm.test', PASSWORD, '198.51.100.200'), 'from a new address').toBe(429);
    expect(await attempt('member@firm.test', PASSWORD, '192.0.2.1'), 'from the owner’s address').toBe(200);
    expect(await attempt('admin@firm.test', PASSWORD, '198.51.100.1'), 'as another user').toBe(200);
  });

  test('many times at once counts every guess, even before any response', async () => {
    stopClock();
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => attempt('colleague@firm.test', 'wrong', '203.0.113.9')),
    );
    expect(guesses.filter((one) => one === 401)).toHaveLength(10);
  });
});

describe('two processes on one database', () => {
  let other: RunningServer;

  beforeAll(async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const storePort = await freePort();
    const role = 'web' as const;
    other = await startServer({
      ...server.settings,
      port,
      publicUrl: url,
      role,
      storePort,
      storePublicUrl: url,
    });
  });
  afterAll(() => other.close());

  const attempt = async (n: number, loginId: string, password: string) =>
    (await new TestClient(n % 2 === 0 ? server.url : other.url).post('/auth/login', { loginId, password }))
      .status;

  test('count requests for new passwords together', async () => {
    stopClock();
    const ask = async (n: number) => {
      const client = new TestClient(n % 2 === 0 ? server.url : other.url);
      return (await client.post('/auth/password/reset', { loginId: `nobody-${n}@firm.test` })).status;
    };
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(n)));
    expect(answers.filter((status) => status === 429)).toHaveLength(10);
  });

  test('store neither addresses nor passwords that somebody typed', async () => {
    await attempt(0, 'typed-here@firm.test', 'wrong');
    const rows = await server.services.db.selectFrom('attempts').selectAll().execute();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/typed-here|127\.0\.0\.1/);
    await sweepAttempts(server.services.db, new Date(Date.now() + 3 * 3_600_000));
    expect(await server.services.db.selectFrom('attempts').selectAll().execute()).toEqual([]);
  });
});
