import { liveQuery } from 'dexie';
import { beforeEach, expect, it } from 'vitest';
import { HandClock } from '../../../tests/support/hand-clock.ts';
import type { MirrorDatabase } from '../../db/database.ts';
import { openDatabase } from '../../db/open-database.ts';
import { LEADER_KEY, ROWS_FORM, ROWS_FORM_KEY, type CursorRow } from '../../db/rows.ts';
import { newUuid } from '../../db/uuid.ts';
import { LeaseLostError, HEARTBEAT_MS } from './lease.ts';
import { assertLeads, lead, nextTick, type Leadership } from './leader.ts';

const START = Date.parse('2026-03-01T12:00:00Z');

let db: MirrorDatabase;
let firstEpoch: number;

beforeEach(async () => {
  db = openDatabase(newUuid());
  const born = await db.meta.get('epoch');
  firstEpoch = (typeof born?.value === 'number' ? born.value : 0) + 1;
});

/** A worker with its own clock, which leads until it is told to stop. */
function worker(of: MirrorDatabase = db, signal: AbortSignal = new AbortController().signal) {
  const letGo = Promise.withResolvers<void>();
  const began = Promise.withResolvers<{ leadership: Leadership; term: AbortSignal }>();
  const clock = new HandClock(START);
  const ended = lead(of.userId, { clock, signal }, async (leadership, term) => {
    began.resolve({ leadership, term });
    await letGo.promise;
  });
  return {
    clock,
    began: began.promise,
    epoch: async () => (await began.promise).leadership.epoch,
    letGo: letGo.resolve,
    ended,
  };
}

type Worker = ReturnType<typeof worker>;

/** Makes this many heartbeats pass for these workers. Time stops for the others. */
async function live(turns: number, ...workers: Worker[]): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    for (const { clock } of workers) clock.advance(HEARTBEAT_MS);
    await heldAndWaiting();
  }
}

async function heldAndWaiting(): Promise<{ held: number; waiting: number }> {
  const { held = [], pending = [] } = await navigator.locks.query();
  const own = (locks: LockInfo[]) =>
    locks.filter(({ name }) => name === `counterpart-sync-${db.userId}`).length;
  return { held: own(held), waiting: own(pending) };
}

it('[DISK9] rows stored by an older version are pulled again by the first leader, and stay on the device', async () => {
  const pulled = { lane: newUuid(), askedTick: 7, pulledAt: '2026-11-22T09:00:00.000Z' };
  const feed: CursorRow = { key: `${pulled.lane}/changes`, ...pulled, collection: 'changes' };
  const list: CursorRow = { key: 'account/members', ...pulled, collection: 'members' };
  const placed = [
    { ...feed, epoch: 'first', version: 12 },
    { ...list, etags: ['"12"'] },
  ];
  await db.cursors.bulkPut(placed);
  await db.meta.put({ key: ROWS_FORM_KEY, value: `${ROWS_FORM}, before` });
  const first = worker();
  await first.began;
  expect(await db.cursors.toArray()).toEqual([feed, list]);
  first.letGo();
  await first.ended;
  await db.cursors.bulkPut(placed);
  const second = worker();
  await second.began;
  expect(await db.cursors.toArray()).toEqual(placed);
  second.letGo();
  await second.ended;
});

it('[LEAD1] a second worker waits until the first releases the lead, then leads under the next epoch', async () => {
  const first = worker();
  expect(await first.epoch()).toBe(firstEpoch);
  const second = worker();
  await expect.poll(heldAndWaiting).toEqual({ held: 1, waiting: 1 });
  first.letGo();
  await first.ended;
  expect(await second.epoch()).toBe(firstEpoch + 1);
  second.letGo();
  await second.ended;
  expect(await heldAndWaiting()).toEqual({ held: 0, waiting: 0 });
});

it('[LEAD1] a worker that fails releases the lead', async () => {
  await expect(
    lead(db.userId, { clock: new HandClock(START), signal: new AbortController().signal }, async () => {
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  const next = worker();
  expect(await next.epoch()).toBe(firstEpoch + 1);
  next.letGo();
  await next.ended;
});

it('[LEAD1] a worker that ends while it waits never leads', async () => {
  const first = worker();
  await first.began;
  const stopping = new AbortController();
  const second = worker(db, stopping.signal);
  await expect.poll(heldAndWaiting).toEqual({ held: 1, waiting: 1 });
  stopping.abort();
  await expect(second.ended).rejects.toThrow(/abort/i);
  first.letGo();
  await first.ended;
  const third = worker();
  expect(await third.epoch(), 'the second has counted nothing').toBe(firstEpoch + 1);
  third.letGo();
  await third.ended;
});

it('[LEAD1] two users on one device do not wait for each other', async () => {
  const colleague = openDatabase(newUuid());
  const [mine, theirs] = [worker(), worker(colleague)];
  const [{ leadership }, { leadership: other }] = await Promise.all([mine.began, theirs.began]);
  expect([leadership.db.userId, other.db.userId]).toEqual([db.userId, colleague.userId]);
  mine.letGo();
  theirs.letGo();
  await Promise.all([mine.ended, theirs.ended]);
});

it('[LEAD2] a commit that an earlier leader was about to make is dropped', async () => {
  const first = worker();
  const { leadership: old } = await first.began;
  first.letGo();
  await first.ended;
  const second = worker();
  const { leadership: current } = await second.began;
  const commit = async (leadership: Leadership) =>
    db.transaction('rw', db.meta, async () => {
      await db.meta.put({ key: 'mark', value: leadership.epoch });
      await assertLeads(leadership);
    });
  await commit(current);
  await expect(commit(old)).rejects.toThrow('another worker leads now');
  expect((await db.meta.get('mark'))?.value, 'the transaction is undone').toBe(firstEpoch + 1);
  second.letGo();
  await second.ended;
});

it('[LEAD3] a leader that reports that it is alive stays the leader, no matter how long the others wait', async () => {
  const first = worker();
  const { term } = await first.began;
  const second = worker();
  await expect.poll(heldAndWaiting).toEqual({ held: 1, waiting: 1 });
  await live(20, first, second);
  expect(term.aborted).toBe(false);
  expect(await heldAndWaiting()).toEqual({ held: 1, waiting: 1 });
  first.letGo();
  await first.ended;
  second.letGo();
  await second.ended;
});

it('[LEAD3] a frozen leader loses the lead after ten seconds, and stops', async () => {
  const frozen = worker();
  const { leadership: old, term } = await frozen.began;
  const next = worker();
  await expect.poll(heldAndWaiting).toEqual({ held: 1, waiting: 1 });
  await live(5, next);
  expect(term.aborted, 'not yet').toBe(false);
  await live(1, next);
  expect(await next.epoch()).toBe(firstEpoch + 1);
  await expect.poll(() => term.aborted).toBe(true);
  await expect(db.transaction('rw', db.meta, async () => assertLeads(old))).rejects.toThrow(
    'another worker leads now',
  );
  frozen.letGo();
  await expect(frozen.ended).rejects.toThrow(LeaseLostError);
  expect((await db.meta.get(LEADER_KEY))?.value).toMatchObject({ epoch: firstEpoch + 1 });
  next.letGo();
  await next.ended;
});

it('[LEAD3] a worker that was frozen itself does not take over when it wakes', async () => {
  const leader = worker();
  const { term } = await leader.began;
  const sleeper = worker();
  await expect.poll(heldAndWaiting).toEqual({ held: 1, waiting: 1 });
  // Five turns, each of them late.
  for (let turn = 0; turn < 6; turn += 1) sleeper.clock.advance(60_000);
  expect(await heldAndWaiting()).toEqual({ held: 1, waiting: 1 });
  expect(term.aborted).toBe(false);
  leader.letGo();
  await leader.ended;
  sleeper.letGo();
  await sleeper.ended;
});

it('[LEAD3] one of several waiting workers takes over, and the others notice and keep waiting', async () => {
  const frozen = worker();
  await frozen.began;
  const [second, third] = [worker(), worker()];
  await expect.poll(heldAndWaiting).toEqual({ held: 1, waiting: 2 });
  await live(6, second);
  const { term } = await second.began;
  await live(6, second, third);
  expect(term.aborted).toBe(false);
  frozen.letGo();
  await expect(frozen.ended).rejects.toThrow(LeaseLostError);
  second.letGo();
  await second.ended;
  expect(await third.epoch()).toBe(firstEpoch + 2);
  third.letGo();
  await third.ended;
});

it('ticks continue from the last leader’s, regardless of the wall clock', async () => {
  const tick = async () => db.transaction('rw', db.meta, async () => nextTick(db));
  expect([await tick(), await tick()]).toEqual([1, 2]);
  db.close();
  await db.open();
  expect(await tick()).toBe(3);
});

it('[LEAD6] commits that the last leader never announced are shown once another one leads', async () => {
  const seen: unknown[] = [];
  const watching = liveQuery(async () => (await db.meta.get('mark'))?.value).subscribe((value) => {
    seen.push(value);
  });
  await expect.poll(() => seen).toEqual([undefined]);
  // Bypasses Dexie, which would announce its own commits.
  const untold = db.backendDB().transaction('meta', 'readwrite');
  untold.objectStore('meta').put({ key: 'mark', value: 'untold' });
  await new Promise((resolve) => untold.addEventListener('complete', resolve));
  const next = worker();
  await next.began;
  await expect.poll(() => seen).toEqual([undefined, 'untold']);
  watching.unsubscribe();
  next.letGo();
  await next.ended;
});
