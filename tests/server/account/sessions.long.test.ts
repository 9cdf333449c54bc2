import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { stopClock } from '../support/stop-clock.ts';
import { PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

describe('a session that is used continuously', () => {
  test('ends 30 days after the sign-in, and a refresh shortly before does not extend it', async () => {
    stopClock();
    const signedInAt = Date.now();
    const client = await server.signIn('member@firm.test');
    const at = (ms: number) => vi.setSystemTime(signedInAt + ms);
    const hour = 3_600_000;
    const day = 24 * hour;
    for (let n = 1; n <= 65; n += 1) {
      at(n * 11 * hour);
      expect((await client.post('/auth/refresh')).status).toBe(200);
    }
    at(30 * day - hour);
    const renewed = await client.post('/auth/refresh');
    expect(renewed.body.expires_at).toBe(Math.floor((signedInAt + 30 * day) / 1000));
    at(30 * day - 0.4 * hour);
    expect((await client.get('/authentication/user/me')).status).toBe(200);
    expect((await client.post('/auth/refresh')).body).toMatchObject({ code: 'signed_out' });
    at(30 * day + 1000);
    expect((await client.get('/authentication/user/me')).status).toBe(401);
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

  test('for many accounts from one address is limited, for a whole IPv6 network together', async () => {
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

  test('for an unknown account takes as long as for a known one', async () => {
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
    // A response without hashing would take only a few milliseconds.
    expect(least(missing) / least(there)).toBeGreaterThan(0.25);
    expect(least(missing) / least(there)).toBeLessThan(4);
  });
});

describe('a sign-in inside a frame', () => {
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

  test('also has its token in a partitioned cookie, replaced and ended with the other, only where frames are allowed', async () => {
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
      // Like a frame on another site, which sends only the partitioned cookie.
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
