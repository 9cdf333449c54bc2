import { forceCloseDatabase } from 'fake-indexeddb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { HandClock } from '../../../tests/support/hand-clock.ts';
import { ScriptedServer, type Answering } from '../../../tests/support/scripted-server.ts';
import { START } from '../../../tests/support/sync-room.ts';
import { createHeader } from '../../db/commands/checklist/create-header.ts';
import { openDatabase } from '../../db/open-database.ts';
import { beginSession } from '../../db/device-database.ts';
import { openedSince, unreportedViewings } from '../../db/offline/opened-deals.ts';
import { EPOCH_KEY } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { createEngine, type Engine } from './engine.ts';
import { HEARTBEAT_MS } from './lease.ts';
import { createTransport } from '../transport/transport.ts';

const BUSY: Answering = { status: 503, body: { code: 'unavailable', error_message: 'Not in this test.' } };

let server: ScriptedServer;
let clock: HandClock;
let userId: string;
let engine: Engine;
/** The signal that ends the requests of each of the engine's terms. */
let requests: AbortSignal[];

function startEngine(of: HandClock): Engine {
  return createEngine(userId, {
    clock: of,
    connect: (user, signal) => {
      requests.push(signal);
      return createTransport({ origin: server.origin, userId: user, signal });
    },
  });
}

async function locks(kind: 'held' | 'pending'): Promise<number> {
  const found = (await navigator.locks.query())[kind] ?? [];
  return found.filter(({ name }) => name?.endsWith(userId)).length;
}

async function epochNow(): Promise<number> {
  const row = await openDatabase(userId).meta.get(EPOCH_KEY);
  return typeof row?.value === 'number' ? row.value : 0;
}

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(async () => server.close());
beforeEach(async () => {
  vi.stubGlobal('self', new EventTarget());
  server.seen.length = 0;
  server.script = () => BUSY;
  clock = new HandClock(START);
  userId = newUuid();
  const expiresAt = START / 1000 + 12 * 3600;
  await beginSession({ userId, email: 'a@demo.test', fullName: 'A', lastUsedAt: 0, expiresAt });
  requests = [];
  engine = startEngine(clock);
});
afterEach(async () => {
  await engine.stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('[AUTH5] every request of a user’s engine names that user', async () => {
  await expect.poll(() => server.seen.length).toBeGreaterThan(1);
  expect(new Set(server.seen.map(({ headers }) => headers['x-counterpart-user']))).toEqual(new Set([userId]));
});

it('[PULL18] records that a user opened a deal, at most once an hour however long it is on the screen', async () => {
  const deal = newUuid();
  const noted = async () =>
    (await unreportedViewings(openDatabase(userId))).map((each) => [each.deal, each.at]);
  await engine.watchDeal(deal);
  for (let minute = 0; minute < 3; minute += 1) clock.advance(60_000);
  await engine.watchDeal(null);
  await engine.watchDeal(deal);
  expect(await noted()).toEqual([[deal, START]]);
  clock.advance(60 * 60_000);
  await engine.watchDeal(deal);
  expect(await noted()).toEqual([
    [deal, START],
    [deal, START + 63 * 60_000],
  ]);
});

it('a stopped engine has ended its requests and released its locks', async () => {
  const { promise: never, resolve } = Promise.withResolvers<Answering>();
  server.script = async () => never;
  await expect.poll(() => server.seen.length).toBeGreaterThan(0);
  await engine.stop();
  const { held = [] } = await navigator.locks.query();
  expect(held.filter(({ name }) => name?.includes(userId))).toEqual([]);
  const asked = server.seen.length;
  clock.advance(60_000);
  expect(server.seen).toHaveLength(asked);
  resolve(BUSY);
});

it('[PULL7] an error that ends its work makes it restart after a wait, as the leader', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  await expect.poll(() => server.seen.length).toBeGreaterThan(1);
  const db = openDatabase(userId);
  let broken = true;
  const read = db.outbox.toArray.bind(db.outbox);
  vi.spyOn(db.outbox, 'toArray').mockImplementation(() => {
    if (!broken) return read();
    broken = false;
    throw new DOMException('The disk cannot be read.', 'UnknownError');
  });
  clock.advance(30_000);
  await expect.poll(() => said.mock.calls.length).toBe(1);
  const asked = server.seen.length;
  await expect
    .poll(() => {
      clock.advance(1000);
      return server.seen.length;
    })
    .toBeGreaterThan(asked);
});

it('[LEAD4] a leader that was frozen and lost its lock ends its requests and waits for its turn again', async () => {
  const { promise: never, resolve } = Promise.withResolvers<Answering>();
  server.script = async () => never;
  await expect.poll(() => server.seen.length).toBeGreaterThan(0);
  await expect.poll(() => requests.length, { message: 'both its sync duty and its upload duty' }).toBe(2);
  const leading = [...requests];
  const ownClock = new HandClock(START);
  const other = startEngine(ownClock);
  await expect.poll(async () => locks('pending')).toBeGreaterThan(0);
  const epoch = await epochNow();
  for (let turn = 0; turn < 6; turn += 1) ownClock.advance(HEARTBEAT_MS);
  await expect.poll(epochNow).toBe(epoch + 1);
  await expect
    .poll(() => leading.every(({ aborted }) => aborted), { message: 'including those of the uploads' })
    .toBe(true);
  await other.stop();
  await expect
    .poll(async () => {
      clock.advance(1000);
      return epochNow();
    })
    .toBe(epoch + 2);
  resolve(BUSY);
});

it('[DISK6] continues with a rebuilt mirror, and with the deal on the screen', async () => {
  const deal = newUuid();
  await engine.watchDeal(deal);
  await expect.poll(() => server.seen.length).toBeGreaterThan(1);
  const asked = server.seen.length;
  for (const durability of ['strict', 'relaxed'] as const) {
    // The type requires the class, but the function accepts a handle.
    Reflect.apply(forceCloseDatabase, null, [openDatabase(userId, durability).backendDB()]);
  }
  await openDatabase(userId).delete({ disableAutoOpen: false });
  // A report that is made while the new mirror is still being opened is not stored, but repeated after a while.
  await expect
    .poll(async () => {
      clock.advance(1000);
      return (await openedSince(openDatabase(userId), 0)).has(deal);
    })
    .toBe(true);
  await expect.poll(() => requests.some(({ aborted }) => aborted)).toBe(true);
  await expect
    .poll(() => {
      clock.advance(1000);
      return server.seen.length;
    })
    .toBeGreaterThan(asked);
});

it('[DISK4] hands its duties over to the worker of a newer version, and keeps its edits', async () => {
  await expect.poll(() => server.seen.length).toBeGreaterThan(1);
  const db = openDatabase(userId);
  const [transaction, uuid] = [newUuid(), newUuid()];
  await createHeader(db, { transaction, uuid, label: 'Waits', parent: 'top', after: null });
  const newer = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(db.name, 9990);
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(new Error('not opened')));
  });
  await expect.poll(async () => locks('held')).toBe(0);
  const counted = await Promise.all(
    ['outbox', 'rejected'].map(
      async (store) =>
        new Promise((resolve) => {
          const count = newer.transaction(store).objectStore(store).count();
          count.addEventListener('success', () => resolve(count.result));
        }),
    ),
  );
  expect(counted, 'it waits, and is not in the tray').toEqual([1, 0]);
  newer.close();
});

it('reports each minute that the deal on the screen is still open, until another one is', async () => {
  const [first, second] = [newUuid(), newUuid()];
  const db = openDatabase(userId);
  await engine.watchDeal(first);
  clock.advance(60_000);
  await expect.poll(async () => (await openedSince(db, 0)).get(first)).toBe(START + 60_000);
  await engine.watchDeal(second);
  clock.advance(60_000);
  await expect.poll(async () => (await openedSince(db, 0)).get(second)).toBe(START + 120_000);
  expect((await openedSince(db, 0)).get(first)).toBe(START + 60_000);
});

it('soon reports again that the deal is on the screen if the disk was full', async () => {
  const deal = newUuid();
  const { meta } = openDatabase(userId);
  vi.spyOn(console, 'error').mockReturnValue();
  const isOpen = async () => (await meta.where('key').startsWith('opened/').count()) > 0;
  vi.spyOn(meta, 'put').mockRejectedValueOnce(new DOMException('The disk is full.', 'QuotaExceededError'));
  await engine.watchDeal(deal);
  expect(await isOpen()).toBe(false);
  clock.advance(5000);
  await expect.poll(isOpen).toBe(true);
});

it('[AUTH4] a tab that is too old for the server hands its duties over to a reloaded one', async () => {
  await expect.poll(() => server.seen.length).toBeGreaterThan(1);
  server.script = () => ({
    status: 426,
    body: { code: 'contract_too_old', error_message: 'Please reload.' },
  });
  clock.advance(60_000);
  await expect.poll(async () => locks('held')).toBe(0);
  const asked = server.seen.length;
  clock.advance(10 * 60_000);
  expect(await locks('pending'), 'and does not ask for them again').toBe(0);
  expect(server.seen).toHaveLength(asked);
});
