import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ScriptedServer, type Answering, type Seen } from '../../tests/support/scripted-server.ts';
import type { Element } from '../contract/entities/element.ts';
import type { Transaction } from '../contract/entities/transaction.ts';
import { renameHeader } from '../db/commands/rename-header.ts';
import { MirrorDatabase } from '../db/database.ts';
import { noteSession, rememberAccount } from '../db/device-database.ts';
import { announceWork } from '../db/change-sets.ts';
import { syncStatus } from '../db/queries/sync-status.ts';
import { newUuid } from '../db/uuid.ts';
import { elementRows } from '../db/wire-rows.ts';
import type { Clock } from './clock.ts';
import { runSyncLoop } from './sync-loop.ts';
import { createTransport } from './transport.ts';

const START = Date.parse('2026-03-01T12:00:00Z');
const AT = '2026-01-01T00:00:00.000Z';

/** Time that moves only when the test says so. */
class HandClock implements Clock {
  #now = START;
  #timers: { at: number; callback: () => void }[] = [];

  now(): number {
    return this.#now;
  }
  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
    };
  }
  random(): number {
    return 0.999_999;
  }
  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ at }) => at <= this.#now);
    this.#timers = this.#timers.filter(({ at }) => at > this.#now);
    for (const { callback } of due) callback();
  }
}

interface Deal {
  uuid: string;
  header: string;
}

let server: ScriptedServer;
let db: MirrorDatabase;
let clock: HandClock;
let labels: Map<string, string>;
let deals: Deal[];
/** What a write is answered with instead of being done; null = it is done. */
let fault: (request: Seen) => Answering | 'hang up' | null;
let stopping: AbortController;
let ended: Promise<void>;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(async () => server.close());

/** Two deals of one header each, in step with the server, and a leader at work. */
beforeEach(async () => {
  vi.stubGlobal('self', new EventTarget());
  const userId = newUuid();
  db = new MirrorDatabase(userId, 'relaxed');
  clock = new HandClock();
  fault = () => null;
  deals = [1, 2].map(() => ({ uuid: newUuid(), header: newUuid() }));
  labels = new Map(deals.map(({ header }) => [header, 'As it was']));
  server.seen.length = 0;
  server.script = (request) => fault(request) ?? serve(request);
  await db.meta.put({ key: 'epoch', value: 1 });
  for (const deal of deals) {
    const { elements, lists } = elementRows(deal.uuid, [element(deal)]);
    await db.elements.bulkPut(elements);
    await db.childLists.bulkPut(lists);
  }
  const expiresAt = START / 1000 + 12 * 3600;
  const person = { userId, email: 'a@demo.test', fullName: 'A', lastUsedAt: 0 };
  await rememberAccount({ ...person, expiresAt, session: 'active' });
  stopping = new AbortController();
  const leadership = { db, epoch: 1 };
  const transport = createTransport(server.origin);
  const { signal } = stopping;
  ended = runSyncLoop({ leadership, relaxed: leadership, transport, clock, signal });
  await expect.poll(async () => (await syncStatus(db)).connection).toBe('online');
});
afterEach(async () => {
  stopping.abort();
  await ended;
  vi.unstubAllGlobals();
  await db.delete();
});

function element({ uuid, header }: Deal): Element {
  return {
    uuid: header,
    transaction: uuid,
    item: null,
    task: null,
    label: labels.get(header) ?? '',
    order: 0,
    parent_element: null,
    version: 1,
    modified_at: AT,
    modified_by: null,
  };
}

function transaction({ uuid }: Deal): Transaction {
  return {
    uuid,
    name: 'Project Alder',
    description: '',
    client_name: '',
    client_number: '',
    matter_number: '',
    closing_date: null,
    created_at: AT,
    created_by: { uuid: db.userId, name: 'A' },
    is_sample: false,
    archived: false,
    kind: 'packets',
    organization: db.userId,
    url: '',
    num_documents: 0,
    participants: [],
    version: 1,
    modified_at: AT,
    modified_by: null,
  };
}

function serve({ method, url, body }: Seen): Answering {
  const { pathname, searchParams } = new URL(url, server.origin);
  const deal = deals.find(({ uuid }) => uuid === searchParams.get('transaction'));
  if (method === 'PATCH' && deal) {
    labels.set(deal.header, JSON.parse(body).label);
    return { status: 200, body: element(deal) };
  }
  if (pathname === '/api/transactions/transaction')
    return { status: 200, body: searchParams.has('archived') ? [] : deals.map(transaction) };
  if (pathname === '/api/transactions/element' && deal) return { status: 200, body: [element(deal)] };
  return { status: 503, body: { code: 'unavailable', error_message: 'Not in this test.' } };
}

async function rename(deal: Deal | undefined, label: string): Promise<void> {
  await renameHeader(db, { transaction: deal?.uuid ?? '', uuid: deal?.header ?? '', label });
}

/** Long enough, in answers of the server, for whatever the loop had begun to be seen there. */
async function settled(): Promise<void> {
  for (let count = 0; count < 10; count += 1) await fetch(`${server.origin}/settled`);
}

const onServer = (deal: Deal | undefined) => labels.get(deal?.header ?? '');
const asked = () => server.seen.filter(({ url }) => url !== '/settled').length;
const writes = () => server.seen.filter(({ method }) => method === 'PATCH').length;

it('an edit goes out at once and leaves the outbox when its list has come, no time passing', async () => {
  await rename(deals[0], 'Closing');
  await expect.poll(() => onServer(deals[0])).toBe('Closing');
  await expect.poll(async () => db.outbox.count()).toBe(0);
  expect(await db.base.count()).toBe(0);
});

it('[PUSH5] what could not be sent waits, and is sent when the wait is over', async () => {
  fault = ({ method }) => (method === 'PATCH' ? { status: 500, ours: false, body: 'Oops' } : null);
  await rename(deals[0], 'Closing');
  await expect.poll(async () => (await db.outbox.toArray())[0]?.lastError).toContain('500');
  await expect.poll(async () => (await syncStatus(db)).connection).toBe('offline');
  fault = () => null;
  announceWork(db.userId);
  clock.advance(900);
  await settled();
  expect(writes()).toBe(1);
  clock.advance(200);
  await expect.poll(() => onServer(deals[0])).toBe('Closing');
  expect(writes()).toBe(2);
});

it('[PUSH5] the network’s return ends every wait', async () => {
  fault = () => 'hang up';
  await rename(deals[0], 'Closing');
  await expect.poll(async () => (await db.outbox.toArray())[0]?.lastError).toBeDefined();
  await expect.poll(async () => (await syncStatus(db)).connection).toBe('offline');
  fault = () => null;
  self.dispatchEvent(new Event('online'));
  await expect.poll(() => onServer(deals[0])).toBe('Closing');
});

it('[PUSH1] a deal whose edit is stuck does not hold up another', async () => {
  const [stuck, free] = deals;
  fault = ({ method, url }) => (method === 'PATCH' && url.includes(stuck!.uuid) ? 'hang up' : null);
  await rename(stuck, 'Stuck');
  await rename(free, 'Closing');
  await expect.poll(() => onServer(free)).toBe('Closing');
  expect(onServer(stuck)).toBe('As it was');
  expect(await db.outbox.where({ lane: stuck!.uuid }).count()).toBe(1);
});

it('[AUTH2] a 401 pauses the queue and keeps everything; when the person has signed in again it goes on', async () => {
  const ended401 = { status: 401, body: { code: 'signed_out', error_message: 'Please sign in again.' } };
  fault = () => ended401;
  await rename(deals[0], 'Closing');
  await expect.poll(async () => (await syncStatus(db)).connection).toBe('signed_out');
  fault = () => null;
  const before = asked();
  await rename(deals[1], 'Signing');
  clock.advance(60_000);
  await settled();
  expect(asked()).toBe(before);
  expect(await db.outbox.count()).toBe(2);
  await noteSession(db.userId, { session: 'active' });
  announceWork(db.userId);
  await expect.poll(() => [onServer(deals[0]), onServer(deals[1])]).toEqual(['Closing', 'Signing']);
});

it('[AUTH4] 426 pauses and rejects nothing, until the page is loaded anew', async () => {
  fault = () => ({ status: 426, body: { code: 'contract_too_old', error_message: 'Please reload.' } });
  await rename(deals[0], 'Closing');
  await expect.poll(async () => (await syncStatus(db)).connection).toBe('update_needed');
  fault = () => null;
  const before = asked();
  announceWork(db.userId);
  self.dispatchEvent(new Event('online'));
  clock.advance(60_000);
  await settled();
  expect(asked()).toBe(before);
  expect(await db.rejected.count()).toBe(0);
  expect(await db.outbox.count()).toBe(1);
});

it('[REJ1] a refused edit is taken back on the screen and the edits behind it go on', async () => {
  let refused = false;
  fault = ({ method }) => {
    if (method !== 'PATCH' || refused) return null;
    refused = true;
    return { status: 422, body: { code: 'invalid', error_message: 'No.' } };
  };
  await rename(deals[0], 'Refused');
  await rename(deals[0], 'Closing');
  await expect.poll(() => onServer(deals[0])).toBe('Closing');
  await expect.poll(async () => db.outbox.count()).toBe(0);
  expect(await db.rejected.toArray()).toMatchObject([{ reason: 'No.', args: { label: 'Refused' } }]);
  expect((await db.elements.get(deals[0]!.header))?.label).toBe('Closing');
});

it('[LEAD2] ends without a word when another worker leads', async () => {
  await db.meta.put({ key: 'epoch', value: 2 });
  await rename(deals[0], 'Closing');
  await expect(ended).resolves.toBeUndefined();
  expect(writes()).toBe(0);
  expect(await db.outbox.count()).toBe(1);
});
