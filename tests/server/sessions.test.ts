import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

  test('after ten failures within a minute one has to wait, as Retry-After says, even with the right password', async () => {
    const client = server.client();
    const attempt = (password: string) =>
      client.post('/auth/login', { loginId: 'colleague@firm.test', password });
    // Written differently, it is the same account.
    const other = { loginId: ' Colleague@FIRM.test', password: 'wrong' };
    for (let n = 0; n < 9; n += 1) expect((await attempt('wrong')).status).toBe(401);
    expect((await client.post('/auth/login', other)).status).toBe(401);
    const answer = await attempt(PASSWORD);
    expect(answer.status).toBe(429);
    expect(answer.body.code).toBe('too_many_requests');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
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
