import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startServer, type RunningServer } from '../../../server/start-server.ts';
import { startDatabaseProxy, type DatabaseProxy } from '../../support/database-proxy.ts';
import { freePort } from '../../support/free-port.ts';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { readEvents } from '../support/event-reader.ts';
import { TestClient } from '../support/test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';
import { upload } from '../support/upload.ts';

let behind: TestServer;
let proxy: DatabaseProxy;
let server: RunningServer;
let member: TestClient;
let deal: string;

beforeAll(async () => {
  behind = await startTestServer({ role: 'web' });
  const direct = behind.settings.databaseUrl ?? '';
  proxy = await startDatabaseProxy({ connectionString: direct });
  const [port, storePort] = [await freePort(), await freePort()];
  server = await startServer({
    ...behind.settings,
    role: 'all',
    port,
    storePort,
    publicUrl: `http://127.0.0.1:${port}`,
    storePublicUrl: `http://127.0.0.1:${storePort}`,
    databaseUrl: proxy.url + new URL(direct).pathname,
  });
  member = new TestClient(server.url);
  const login = await member.post('/auth/login', { loginId: 'member@firm.test', password: PASSWORD });
  expect(login.status, login.text).toBe(200);
});
afterAll(async () => {
  await proxy.resume();
  await server.close();
  await proxy.close();
  await behind.stop();
});
beforeEach(async () => {
  deal = (await member.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});

test.each(['stopped', 'silent'])(
  'while the database is %s, everyone is asked to retry, and afterwards everything resumes by itself',
  async (how) => {
    const before = await readEvents(member);
    if (how === 'stopped') await proxy.stop();
    else proxy.freeze();
    const calls = [
      member.get('/transactions/transaction'),
      member.get(`/transactions/element?transaction=${deal}`),
      ...Array.from({ length: 20 }, () =>
        member.post('/transactions/element', { transaction: deal, label: 'A' }),
      ),
      new TestClient(server.url).post('/auth/login', { loginId: 'member@firm.test', password: PASSWORD }),
    ];
    for (const answer of await Promise.all(calls)) {
      expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    const ready = await fetch(`${server.url}/api/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'unavailable', database: false, object_store: true },
    ]);
    expect((await fetch(`${server.url}/api/health/live`)).status).toBe(200);
    await proxy.resume();
    await before.close();
    await expectRecovery(member, deal);
  },
);

test('a server restarts its own PostgreSQL, and asks clients to try again in the meantime', async () => {
  const own = await startTestServer({ databaseUrl: null });
  try {
    const client = await own.signIn('member@firm.test');
    const { uuid } = (await client.post('/transactions/transaction', { name: 'Project Birch' })).body;
    const { rows } = await sql<{
      pid: number;
    }>`select split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int as pid`.execute(own.services.db);
    process.kill(rows[0]?.pid ?? 0, 'SIGINT');
    const answers = new Set<string>();
    do {
      const { status, body } = await client.post('/transactions/element', { transaction: uuid, label: 'A' });
      answers.add(`${status} ${body?.code ?? ''}`);
    } while (!answers.has('503 unavailable'));
    await expectRecovery(client, uuid);
    answers.delete('201 ');
    expect([...answers]).toEqual(['503 unavailable']);
  } finally {
    await own.stop();
  }
});

/** Waits until reads, events, edits, uploads and conversions work again. */
async function expectRecovery(client: TestClient, transaction: string): Promise<void> {
  await expect.poll(async () => (await client.get('/transactions/transaction')).status).toBe(200);
  // The stream that was open during the outage has ended. A new one announces the next change.
  await expect
    .poll(async () => {
      const events = await readEvents(client);
      try {
        if (events.status !== 200) return false;
        const added = await client.post('/transactions/element', { transaction, label: 'B' });
        if (added.status !== 201) return false;
        const seen = events.sees(transaction, added.body.version).then(
          () => true,
          () => false,
        );
        return await Promise.race([seen, new Promise((resolve) => setTimeout(resolve, 2000, false))]);
      } finally {
        await events.close();
      }
    })
    .toBe(true);
  const document = await upload(client, transaction, await samplePdf({ pages: 1, text: transaction }));
  expect(document.status, document.text).toBe(201);
  await expect
    .poll(async () => {
      const row = await client.get(`/transactions/document/${document.body.uuid}`);
      return row.body?.conversion_status;
    })
    .toBe('complete');
}
