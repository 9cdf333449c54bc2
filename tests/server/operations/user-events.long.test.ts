import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHmac } from 'node:crypto';
import { addUserEvent, sweepUserEvents } from '../../../server/store/account/user-events.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const DAY_MS = 86_400_000;
const SECRET = 'a secret of the help desk';

let server: TestServer;
let member: TestClient;

beforeAll(async () => {
  server = await startTestServer({ role: 'web', beaconSecret: SECRET });
  member = await server.signIn('member@firm.test');
});
beforeEach(async () => {
  await server.services.db.deleteFrom('user_events').execute();
});
afterAll(() => server.stop());

const kept = async () =>
  server.services.db
    .selectFrom('user_events')
    .innerJoin('users', 'users.uuid', 'user_events.user_uuid')
    .select(['email', 'kind', 'event', 'fields'])
    .execute();

describe('a user event', () => {
  test('is stored with its user', async () => {
    const answer = await member.post('/user-event', {
      event: 'DOCUMENTS_ADDED',
      fields: { documents: 3, transaction: 'x' },
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await kept()).toEqual([
      {
        email: 'member@firm.test',
        kind: 'event',
        event: 'DOCUMENTS_ADDED',
        fields: { documents: 3, transaction: 'x' },
      },
    ]);
  });

  test('keeps additional fields', async () => {
    const body = { event: 'DOCUMENTS_ADDED', documents: 3, fields: { transaction: 'x' } };
    expect((await member.post('/user-event', body)).status).toBe(204);
    expect(await kept()).toMatchObject([{ kind: 'event', fields: { documents: 3, transaction: 'x' } }]);
  });

  test('is stored even if it reports an error', async () => {
    const fields = { name: 'TypeError', places: 'assets/index.js:1:2', screen: '/contact' };
    expect((await member.post('/user-event', { kind: 'error', event: 'error', fields })).status).toBe(204);
    expect(await kept()).toEqual([{ email: 'member@firm.test', kind: 'error', event: 'error', fields }]);
  });

  test('needs a signed-in user', async () => {
    expect((await server.client().post('/user-event', { event: 'X' })).status).toBe(401);
    expect(await kept()).toEqual([]);
  });

  test.for([
    [{}],
    [{ event: 'with a blank' }],
    [{ event: 'X', fields: { nested: { a: 1 } } }],
    [{ event: 'X', fields: { long: 'x'.repeat(1001) } }],
    [
      {
        event: 'X',
        fields: Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, 'x'.repeat(900)])),
      },
    ],
    [{ event: 'X', kind: 'gossip' }],
    [{ event: 'X', nested: { a: 1 } }],
    [{ event: 'X', 'not a name': 1 }],
  ])('is rejected if it is %j', async ([body]) => {
    expect((await member.post('/user-event', body)).status).toBe(422);
    expect(await kept()).toEqual([]);
  });

  test('is accepted up to a limit that no user reaches', async () => {
    const admin = await server.signIn('admin@firm.test');
    const statuses = new Set<number>();
    for (let n = 0; n < 201; n += 1) statuses.add((await admin.post('/user-event', { event: 'X' })).status);
    expect([...statuses]).toEqual([204, 429]);
    expect(await kept()).toHaveLength(200);
    expect((await member.post('/user-event', { event: 'X' })).status).toBe(204);
  });

  test('is kept for 90 days', async () => {
    const { db } = server.services;
    const { uuid } = (await member.get('/authentication/user/me')).body;
    const now = new Date();
    for (const days of [89, 91]) {
      const then = new Date(now.getTime() - days * DAY_MS);
      await addUserEvent(db, uuid, { event: `D${days}`, kind: 'event', fields: {} }, then);
    }
    await sweepUserEvents(db, now);
    expect((await kept()).map(({ event }) => event)).toEqual(['D89']);
  });
});

test('only the page for frames may be framed, and only by the configured origins', async () => {
  const framing = await startTestServer({ role: 'web', embedOrigins: ['https://intranet.firm.example'] });
  const headersOf = async (url: string, path: string) => {
    const { headers } = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } });
    const ancestors = /frame-ancestors [^;]+/.exec(headers.get('content-security-policy') ?? '')?.[0];
    return [ancestors, headers.get('x-frame-options')];
  };
  const closed = ["frame-ancestors 'none'", 'DENY'];
  try {
    for (const path of [
      '/transaction/embed',
      '/transaction/embed?transactionId=x',
      '/transaction/embed/auth',
    ])
      expect(await headersOf(framing.url, path)).toEqual([
        'frame-ancestors https://intranet.firm.example',
        null,
      ]);
    for (const path of ['/', '/login', '/transaction/embedded', '/?x=/transaction/embed'])
      expect(await headersOf(framing.url, path)).toEqual(closed);
    expect(await headersOf(server.url, '/transaction/embed')).toEqual(closed);
  } finally {
    await framing.stop();
  }
});

test('a help desk gets a verified email address if both sides know a secret', async () => {
  const { beacon_signature: signature } = (await member.get('/authentication/user/me')).body;
  expect(signature).toBe(createHmac('sha256', SECRET).update('member@firm.test').digest('hex'));
});
