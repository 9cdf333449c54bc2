import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lockDeal } from '../../../server/store/deals/deal-write.ts';
import { makeKysely } from '../../../server/postgres/kysely.ts';
import { readEvents } from '../support/event-reader.ts';
import type { Answer, TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let member: TestClient;
let deal: string;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  member = await server.signIn('member@firm.test');
});
afterAll(() => server.stop());
beforeEach(async () => {
  deal = await newDeal();
});

async function newDeal(): Promise<string> {
  return (await member.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
}

/** Retries when the server asks for it, which may happen on a busy machine. Our client does the same. */
async function untilServed(send: () => Promise<Answer>): Promise<number> {
  const { status } = await send();
  return status === 503 ? untilServed(send) : status;
}

async function addHeader(transaction: string): Promise<number> {
  return untilServed(() => member.post('/transactions/element', { transaction, label: 'A' }));
}

/** Returns how many connections wait for a row that another transaction has locked. */
async function connectionsThatWait(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'
  `.execute(server.services.db);
  return rows[0]?.waiting ?? 0;
}

describe('writers', () => {
  test('to one deal wait for each other without holding a connection, and everybody else can read and write', async () => {
    const { db } = server.services;
    const { writes } = await db.transaction().execute(async (tx) => {
      // Like a writer in another process.
      await lockDeal(tx, deal);
      const writes = Array.from({ length: 32 }, () => addHeader(deal));
      await expect.poll(connectionsThatWait).toBe(1);
      expect((await member.get(`/transactions/element?transaction=${deal}`)).status).toBe(200);
      expect((await member.get('/transactions/transaction')).status).toBe(200);
      expect(await addHeader(await newDeal())).toBe(201);
      expect(await connectionsThatWait()).toBe(1);
      return { writes };
    });
    expect(await Promise.all(writes)).toEqual(Array.from({ length: 32 }, () => 201));
  });

  test('to many deals leave enough connections for reads', async () => {
    const { db } = server.services;
    const deals = [deal, ...(await Promise.all(Array.from({ length: 14 }, newDeal)))];
    const { writes } = await db.transaction().execute(async (tx) => {
      for (const each of deals) await lockDeal(tx, each);
      const writes = deals.map(addHeader);
      await expect.poll(connectionsThatWait).toBe(6);
      expect((await member.get(`/transactions/element?transaction=${deal}`)).status).toBe(200);
      expect(await connectionsThatWait()).toBe(6);
      return { writes };
    });
    expect(await Promise.all(writes)).toEqual(deals.map(() => 201));
  });

  test('that name a deal by one of its rows also wait for their turn', async () => {
    const header = (await member.post('/transactions/element', { transaction: deal, label: 'A' })).body;
    const { db } = server.services;
    const { writes } = await db.transaction().execute(async (tx) => {
      await lockDeal(tx, deal);
      const path = `/transactions/element/${header.uuid}`;
      const writes = ['B', 'C', 'D', 'E'].map((label) => untilServed(() => member.patch(path, { label })));
      await expect.poll(connectionsThatWait).toBe(1);
      expect((await member.get(`/transactions/element?transaction=${deal}`)).status).toBe(200);
      expect(await connectionsThatWait()).toBe(1);
      return { writes };
    });
    expect(await Promise.all(writes)).toEqual([200, 200, 200, 200]);
  });
});

test('an event reaches its readers while requests use every connection', async () => {
  const { db } = server.services;
  const events = await readEvents(member);
  const apart = makeKysely(openedAt(server), { maxConnections: 1 });
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const holders = Array.from({ length: server.settings.databasePool }, () => {
    const { promise: held, resolve: hold } = Promise.withResolvers<void>();
    const ended = db.connection().execute(() => {
      hold();
      return over;
    });
    return { held, ended };
  });
  try {
    await Promise.all(holders.map(({ held }) => held));
    const move = JSON.stringify({ deal, version: 7 });
    await sql`select pg_notify('deal_moved', ${move})`.execute(apart);
    expect(await events.sees(deal, 7)).toEqual({ deal, version: 7 });
  } finally {
    end();
    await Promise.all(holders.map(({ ended }) => ended));
    await apart.destroy();
    await events.close();
  }
});

function openedAt({ settings }: TestServer): { connectionString: string } {
  if (settings.databaseUrl === null) throw new Error('A test server is told where its database is.');
  return { connectionString: settings.databaseUrl };
}
