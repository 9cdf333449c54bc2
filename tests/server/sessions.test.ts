import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sweepSessions } from '../../server/auth/sessions.ts';
import type { SignIn } from '../../src/contract/entities/sign-in.ts';
import { stopClock } from './stop-clock.ts';
import type { TestClient } from './test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('signing in', () => {
  test('answers the user and when the session ends, and sets both cookies', async () => {
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

  test('a wrong password and an unknown address get the same sentence', async () => {
    for (const loginId of ['admin@firm.test', 'nobody@firm.test']) {
      const answer = await server.client().post('/auth/login', { loginId, password: 'wrong' });
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({
        code: 'wrong_credentials',
        error_message: 'The e-mail address or the password is wrong.',
      });
    }
  });

  test('after ten wrong passwords one has to wait, as Retry-After says, even with the right one', async () => {
    stopClock();
    const client = server.client();
    const attempt = (password: string) =>
      client.post('/auth/login', { loginId: 'colleague@firm.test', password });
    // Written differently, it is the same account.
    const other = { loginId: ' Colleague@FIRM.test', password: 'wrong' };
    for (let n = 0; n < 9; n += 1) expect((await attempt('wrong')).status).toBe(401);
    expect((await client.post('/auth/login', other)).status).toBe(401);
    const answer = await attempt(PASSWORD);
    expect(answer.status).toBe(429);
    expect(answer.body).toEqual({
      code: 'too_many_requests',
      error_message: expect.stringMatching(/^Too many attempts with a wrong password\. Wait (a|\d) second/),
    });
    expect(['1', '2']).toContain(answer.headers.get('retry-after'));
    // Another account from the same address is not held up.
    await server.signIn('member@firm.test');
  });

  test('the token is kept as a hash only', async () => {
    const client = await server.signIn('admin@firm.test');
    const token = client.cookies.get('session') ?? '';
    const rows = await server.services.db.selectFrom('sessions').select('token_hash').execute();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row.token_hash).not.toContain(token);
  });
});

describe('a session', () => {
  test('refresh gives a new token; the old one stays good for 60 seconds and is not prolonged', async () => {
    const client = await server.signIn('admin@firm.test');
    const old = client.cookies.get('session') ?? '';
    const answer = await client.post('/auth/refresh');
    expect(answer.status).toBe(200);
    expect(client.cookies.get('session')).not.toBe(old);
    expect(client.cookies.get('session_expiry')).toBe(String(answer.body.expires_at));
    const withOld = () =>
      server.client().get('/authentication/user/me', { headers: { cookie: `session=${old}` } });
    expect((await withOld()).status).toBe(200);
    // A second refresh by the old token, its first answer lost, works too and gives the old one no longer life.
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
    expect((await client.get('/authentication/user/me')).status).toBe(200);
  });

  test('is prolonged by use, and the readable cookie follows', async () => {
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

  test('signing out ends the session and every token of it; doing it twice is no error', async () => {
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

describe('demo accounts', () => {
  test('cannot sign in, nor go on with a session, where the server is reached otherwise than on this machine', async () => {
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

describe('another person has signed in on the device meanwhile', () => {
  test('what was asked for the person before is answered as signed out, and does not end the new session', async () => {
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

describe('where one is signed in', () => {
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

  test('each session is listed with its device, its address and its last use, and which one asks', async () => {
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
    expect(second, 'within a minute use is not written again').toEqual(first);
    expect(await listed(await server.signIn('member@firm.test'))).toHaveLength(1);
  });

  test('a browser that tells a novel of itself is cut short', async () => {
    const headers = { 'user-agent': 'Firefox/1 '.repeat(1000) };
    const credentials = { loginId: 'member@firm.test', password: PASSWORD };
    const client = server.client();
    expect((await client.post('/auth/login', credentials, { headers })).status).toBe(200);
    const agents = await server.services.db.selectFrom('sign_ins').select('user_agent').execute();
    expect(Math.max(...agents.map((row) => row.user_agent.length))).toBe(500);
  });

  test('one is ended by its id, and is signed out at once; another person’s is not', async () => {
    const [other] = (await listed(laptop)).filter((one) => !one.current);
    const stranger = await server.signIn('member@firm.test');
    expect((await stranger.delete(`/auth/sessions/${other?.uuid}`)).status).toBe(404);
    expect((await laptop.delete(`/auth/sessions/${other?.uuid}`)).status).toBe(204);
    expect([await status(phone), await status(laptop)]).toEqual([401, 200]);
    expect((await laptop.delete(`/auth/sessions/${other?.uuid}`)).status).toBe(404);
    expect(await listed(laptop)).toHaveLength(1);
  });

  test('to end the one that asks is to sign out', async () => {
    const [own] = (await listed(laptop)).filter((one) => one.current);
    expect((await laptop.delete(`/auth/sessions/${own?.uuid}`)).status).toBe(204);
    expect(laptop.cookies.size).toBe(0);
    expect(await status(phone)).toBe(200);
  });

  test('all others are ended at once, and nobody else’s', async () => {
    const stranger = await server.signIn('member@firm.test');
    expect((await laptop.delete('/auth/sessions')).status).toBe(204);
    expect([await status(laptop), await status(phone), await status(stranger)]).toEqual([200, 401, 200]);
  });

  test('signing in again on a device replaces the session that it had', async () => {
    const old = laptop.cookies.get('session');
    await laptop.post('/auth/login', { loginId: 'admin@firm.test', password: PASSWORD });
    expect(laptop.cookies.get('session')).not.toBe(old);
    expect(await listed(laptop)).toHaveLength(2);
    const before = await server
      .client()
      .get('/authentication/user/me', { headers: { cookie: `session=${old}` } });
    expect(before.status).toBe(401);
  });

  test('what has ended is swept away with all that is known of it', async () => {
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

describe('a person whose role has changed', () => {
  const become = (role: 'admin' | 'member') =>
    server.services.db.updateTable('users').set({ role }).where('email', '=', 'member@firm.test').execute();

  test('goes on with another token, once; the one before has a minute, and its requests under way succeed', async () => {
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

  test('gets the new token with a refusal as well', async () => {
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

describe('guessing', () => {
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

  test('from elsewhere does not keep the owner out, who has signed in from their address before', async () => {
    stopClock();
    expect(await attempt('member@firm.test', PASSWORD, '192.0.2.1')).toBe(200);
    const guesses = await Promise.all(
      Array.from({ length: 60 }, (_, n) => attempt('member@firm.test', 'wrong', `198.51.100.${n}`)),
    );
    expect(guesses.filter((one) => one === 401)).toHaveLength(20);
    expect(guesses.filter((one) => one === 429)).toHaveLength(40);
    expect(await attempt('member@firm.test', PASSWORD, '198.51.100.200'), 'from a new address').toBe(429);
    expect(await attempt('member@firm.test', PASSWORD, '192.0.2.1'), 'from the owner’s').toBe(200);
    expect(await attempt('admin@firm.test', PASSWORD, '198.51.100.1'), 'as somebody else').toBe(200);
  });

  test('many at once is many, though none has its answer yet', async () => {
    stopClock();
    const guesses = await Promise.all(
      Array.from({ length: 40 }, () => attempt('colleague@firm.test', 'wrong', '203.0.113.9')),
    );
    expect(guesses.filter((one) => one === 401)).toHaveLength(10);
  });

  test('at many accounts from one address has an end, of all addresses of an IPv6 network together', async () => {
    stopClock();
    const guesses: number[] = [];
    for (let n = 0; n < 250; n += 10)
      guesses.push(
        ...(await Promise.all(
          Array.from({ length: 10 }, (_, m) =>
            attempt(`nobody-${n + m}@firm.test`, 'wrong', `2001:db8:1:2::${(n + m).toString(16)}`),
          ),
        )),
      );
    const refused = guesses.indexOf(429);
    expect(refused).toBe(200);
  });

  test('an account that there is not takes as long as one that there is', async () => {
    const time = async (loginId: string) => {
      const began = performance.now();
      expect(await attempt(loginId, 'wrong', '203.0.113.77')).toBe(401);
      return performance.now() - began;
    };
    const [there, missing]: [number[], number[]] = [[], []];
    for (let n = 0; n < 8; n += 1) {
      there.push(await time('counsel@outside.test'));
      missing.push(await time('nobody@outside.test'));
    }
    const least = (times: number[]) => Math.min(...times);
    // An answer without the hash is there in a few milliseconds.
    expect(least(missing) / least(there)).toBeGreaterThan(0.25);
    expect(least(missing) / least(there)).toBeLessThan(4);
  });
});

describe('a sign-in within a frame', () => {
  const framedLogin = async (of: TestServer) => {
    const client = of.client();
    const answer = await client.post('/auth/login', {
      loginId: 'member@firm.test',
      password: PASSWORD,
      framed: true,
    });
    expect(answer.status, answer.text).toBe(200);
    return { client, cookies: answer.headers.getSetCookie() };
  };
  const named = (cookies: readonly string[], name: string) =>
    cookies.find((one) => one.startsWith(`${name}=`)) ?? '';

  test('has its token in a partitioned cookie too, replaced and ended with the other, only where frames are let in', async () => {
    expect(named((await framedLogin(server)).cookies, 'session_in_frame')).toBe('');
    const framing = await startTestServer({ role: 'web', embedOrigins: ['https://intranet.example.com'] });
    try {
      const { client, cookies } = await framedLogin(framing);
      const both = (of: readonly string[]) =>
        ['session', 'session_in_frame'].map((name) => /=([^;]*)/.exec(named(of, name))?.[1]);
      const [token, inFrame] = both(cookies);
      expect(inFrame).toBe(token);
      for (const part of ['HttpOnly', 'Secure', 'SameSite=None', 'Partitioned'])
        expect(named(cookies, 'session_in_frame')).toContain(part);
      expect(named(cookies, 'session')).toContain('SameSite=Lax');
      // As in a frame of another site, which sends that one alone.
      client.cookies.delete('session');
      expect((await client.get('/authentication/user/me')).status).toBe(200);
      const renewed = both((await client.post('/auth/refresh')).headers.getSetCookie());
      expect(renewed[0]).toBe(renewed[1]);
      expect(renewed[1]).not.toBe(token);
      client.cookies.delete('session');
      expect(both((await client.delete('/auth/logout')).headers.getSetCookie())).toEqual(['', '']);
      expect((await client.get('/authentication/user/me')).status).toBe(401);
    } finally {
      await framing.stop();
    }
  });
});
