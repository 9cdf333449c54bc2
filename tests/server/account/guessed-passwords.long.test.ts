import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../../server/start-server.ts';
import { freePort } from '../../support/free-port.ts';
import { stopClock } from '../support/stop-clock.ts';
import { TestClient } from '../support/test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

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

  test('count guesses together, and a correct password ends the wait in both', async () => {
    stopClock();
    const guess = 'twice@firm.test';
    const guesses = await Promise.all(Array.from({ length: 24 }, (_, n) => attempt(n, guess, 'wrong')));
    expect(guesses.filter((status) => status === 401)).toHaveLength(10);
    const { status, headers } = await new TestClient(other.url).post('/auth/login', {
      loginId: guess,
      password: 'x',
    });
    expect([status, headers.get('retry-after')]).toEqual([429, '2']);
    for (let n = 0; n < 9; n += 1) expect(await attempt(n, 'admin@firm.test', 'wrong')).toBe(401);
    expect(await attempt(0, 'admin@firm.test', PASSWORD)).toBe(200);
    for (let n = 0; n < 9; n += 1) expect(await attempt(n, 'admin@firm.test', 'wrong')).toBe(401);
    expect(await attempt(1, 'admin@firm.test', PASSWORD)).toBe(200);
  });
});
