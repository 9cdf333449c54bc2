import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ScriptedServer } from '../../../tests/support/scripted-server.ts';
import { isRefresh, isWrite, SIGNED_OUT, START, SyncRoom } from '../../../tests/support/sync-room.ts';
import { announceWork } from '../../db/change-sets.ts';
import { beginSession, endSession, leaveSession, sessionNumber } from '../../db/device-database.ts';
import { clockOff } from '../../db/queries/status/clock-skew.ts';
import { newUuid } from '../../db/uuid.ts';

/** A session with less than 30 minutes left. */
const ENDING = START / 1000 + 600;

const DAY = 24 * 3600_000;

let server: ScriptedServer;
let room: SyncRoom;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(async () => server.close());
afterEach(async () => {
  await room.close();
  vi.unstubAllGlobals();
});

beforeEach(async () => {
  vi.stubGlobal('self', new EventTarget());
  room = await SyncRoom.open(server);
  await room.signIn();
});

async function session(): Promise<number> {
  return Number(await sessionNumber(room.db.userId));
}

it.for(['signed_out', 'ended'] as const)(
  '[AUTH5] nothing is sent or requested while the session is %s, from the start, and everything resumes after a sign-in',
  async (state) => {
    if (state === 'ended') await endSession(room.db.userId, await session());
    else await leaveSession(room.db.userId);
    await room.rename(room.one, 'Closing');
    room.start();
    await expect.poll(async () => room.connection()).toBe('signed_out');
    self.dispatchEvent(new Event('online'));
    announceWork(room.db.userId);
    room.clock.advance(60_000);
    await room.settled();
    expect(room.asked).toBe(0);
    await room.signIn();
    announceWork(room.db.userId);
    await expect.poll(() => room.onServer(room.one)).toBe('Closing');
    await expect.poll(async () => room.connection()).toBe('online');
  },
);

it('[AUTH5] a browser in which another user has signed in sends nothing in that user’s name and sweeps nothing', async () => {
  await room.startOnline();
  await expect.poll(async () => room.db.transactions.count()).toBe(2);
  const sent = server.seen.length;
  const other = newUuid();
  room.cookie = other;
  room.deals.length = 0;
  await room.rename(room.one, 'Closing');
  await expect.poll(async () => room.connection()).toBe('signed_out');
  room.clock.advance(60_000);
  await room.settled();
  const since = server.seen.slice(sent).filter(({ url }) => url !== '/settled');
  expect(new Set(since.map(({ headers }) => headers['x-counterpart-user']))).toEqual(
    new Set([room.db.userId]),
  );
  expect(await room.db.transactions.count()).toBe(2);
  expect(await room.db.elements.count()).toBe(2);
  expect(await room.db.outbox.count()).toBe(1);
  expect(room.onServer(room.one)).toBe('As it was');
});

it('[AUTH8] pauses as soon as another user signs in on this device', async () => {
  await room.startOnline();
  await room.settled();
  const before = room.asked;
  await beginSession({
    userId: newUuid(),
    email: 'b@demo.test',
    fullName: 'B',
    lastUsedAt: 0,
    expiresAt: 0,
  });
  await room.rename(room.one, 'Closing');
  await expect.poll(async () => room.connection()).toBe('signed_out');
  await room.settled();
  expect(room.asked).toBe(before);
});

it.for([
  ['ahead', DAY],
  ['behind', -DAY],
] as const)(
  '[AUTH9] a session survives if the clock was a day %s at its start and is corrected later',
  async ([, aheadMs]) => {
    room.aheadMs = aheadMs;
    room.clock.setBack(-aheadMs);
    await room.signIn(room.clock.now() / 1000 + 12 * 3600);
    await room.startOnline();
    await expect.poll(async () => clockOff(room.db)).toBe(aheadMs);
    await room.settled();
    room.clock.setBack(aheadMs);
    room.aheadMs = 0;
    room.clock.advance(31_000);
    await expect.poll(async () => clockOff(room.db)).toBeNull();
    await room.settled();
    expect(room.count(isRefresh)).toBeLessThanOrEqual(aheadMs < 0 ? 1 : 0);
    room.clock.advance(11 * 3600_000);
    await room.settled();
    expect(room.count(isRefresh)).toBeLessThanOrEqual(aheadMs < 0 ? 1 : 0);
    const before = room.count(isRefresh);
    room.clock.advance(3600_000);
    await expect.poll(() => room.count(isRefresh)).toBeGreaterThan(before);
    await expect.poll(async () => room.connection()).toBe('online');
  },
);

it('[AUTH6] a 401 for an earlier session does not end the later one', async () => {
  await room.startOnline();
  const late = room.holdUp((request) => isWrite(request) && late.arrived.length === 0);
  await room.rename(room.one, 'Closing');
  await expect.poll(() => late.arrived.length).toBe(1);
  await room.signIn();
  const later = await session();
  late.answer(SIGNED_OUT);
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
  expect(await sessionNumber(room.db.userId)).toBe(later);
});

it('[AUTH6] a 401 for an earlier session does not end the later one, even if the loop has already seen the new sign-in', async () => {
  await room.startOnline();
  const late = room.holdUp((request) => isWrite(request) && late.arrived.length === 0);
  await room.rename(room.one, 'Closing');
  await expect.poll(() => late.arrived.length).toBe(1);
  await room.signIn();
  const later = await session();
  await room.rename(room.two, 'Signing');
  await expect.poll(() => room.onServer(room.two)).toBe('Signing');
  late.answer(SIGNED_OUT);
  await expect
    .poll(() => {
      room.clock.advance(1000);
      return room.onServer(room.one);
    })
    .toBe('Closing');
  expect(await sessionNumber(room.db.userId)).toBe(later);
  expect(await room.connection()).not.toBe('signed_out');
});

it('[AUTH6] a late success does not cancel the end of the session', async () => {
  await room.startOnline();
  const late = room.holdUp((request) => isWrite(request) && request.url.includes(room.one.uuid));
  room.fault = (request) => (isWrite(request) ? SIGNED_OUT : null);
  await room.rename(room.one, 'Closing');
  await expect.poll(() => late.arrived.length).toBe(1);
  await room.rename(room.two, 'Signing');
  await expect.poll(async () => room.connection()).toBe('signed_out');
  const said: string[] = [];
  room.db.meta.hook('updating', (changes) => {
    said.push(JSON.stringify(changes));
  });
  late.carryOn();
  await expect
    .poll(async () => (await room.db.outbox.toArray()).map(({ state }) => state))
    .toContain('acked');
  await room.settled();
  expect(said.join(), 'not even for a moment').not.toContain('online');
  expect(await room.connection()).toBe('signed_out');
});

it('[AUTH5] an edit that is being sent at the sign-out is the last one of its deal', async () => {
  await room.startOnline();
  const late = room.holdUp(isWrite);
  await room.rename(room.one, 'First');
  await expect.poll(() => late.arrived.length).toBe(1);
  await room.rename(room.one, 'Second');
  await leaveSession(room.db.userId);
  announceWork(room.db.userId);
  await expect.poll(async () => room.connection()).toBe('signed_out');
  late.carryOn();
  await expect
    .poll(async () => (await room.db.outbox.toArray()).map(({ state }) => state))
    .toContain('acked');
  await room.settled();
  expect(late.arrived).toHaveLength(1);
  expect(room.onServer(room.one)).toBe('First');
});

it('[AUTH3] a session that is about to end is refreshed first, and everything else waits only for that', async () => {
  await room.signIn(ENDING);
  const refresh = room.holdUp(isRefresh);
  await room.rename(room.one, 'Closing');
  room.start();
  await expect.poll(() => refresh.arrived.length).toBe(1);
  announceWork(room.db.userId);
  await room.settled();
  expect(room.asked).toBe(1);
  refresh.carryOn();
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
  expect(room.count(isRefresh)).toBe(1);
});

it('[AUTH3] a refresh that fails is retried at growing intervals, and delays nothing', async () => {
  await room.signIn(ENDING);
  room.fault = (request) => (isRefresh(request) ? { status: 500, ours: false, body: 'Oops' } : null);
  await room.rename(room.one, 'Closing');
  room.start();
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
  announceWork(room.db.userId);
  await room.settled();
  expect(room.count(isRefresh)).toBe(1);
  room.clock.advance(1000);
  announceWork(room.db.userId);
  await expect.poll(() => room.count(isRefresh)).toBe(2);
  await room.settled();
  room.clock.advance(1000);
  announceWork(room.db.userId);
  await room.settled();
  expect(room.count(isRefresh)).toBe(2);
  room.fault = () => null;
  room.clock.advance(1000);
  announceWork(room.db.userId);
  await expect.poll(() => room.count(isRefresh)).toBe(3);
  expect(await sessionNumber(room.db.userId)).not.toBeNull();
});

it('[AUTH3] a rejected refresh ends the session, and nothing else is requested', async () => {
  await room.signIn(ENDING);
  room.fault = (request) => (isRefresh(request) ? SIGNED_OUT : null);
  await room.rename(room.one, 'Closing');
  room.start();
  await expect.poll(async () => room.connection()).toBe('signed_out');
  await room.settled();
  expect(room.asked).toBe(1);
  expect(await sessionNumber(room.db.userId)).toBeNull();
  expect(await room.db.outbox.count()).toBe(1);
});
