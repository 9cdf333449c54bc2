import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ScriptedServer, type Seen } from '../../../tests/support/scripted-server.ts';
import { isDealList, SyncRoom } from '../../../tests/support/sync-room.ts';
import { noteOpened } from '../../db/offline/opened-deals.ts';

const isStream = ({ url }: Seen) => url === '/api/events';
const isFeed = ({ url }: Seen) => url.includes('/changes');

let server: ScriptedServer;
let room: SyncRoom;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(async () => server.close());
beforeEach(async () => {
  vi.stubGlobal('self', new EventTarget());
  room = await SyncRoom.open(server);
  await room.signIn();
  await noteOpened(room.db, room.one.uuid, room.clock.now());
});
afterEach(async () => {
  await room.close();
  vi.unstubAllGlobals();
});

async function shown(): Promise<string | null | undefined> {
  return (await room.db.elements.get(room.one.header))?.label;
}

async function inStep(): Promise<void> {
  await room.startOnline();
  await expect.poll(async () => room.db.cursors.get(`${room.one.uuid}/changes`)).toBeDefined();
  await room.settled();
}

/** Makes the stream report it the next time it is opened. */
function say(deal: string, version: number): void {
  room.events = `: hello\n\ndata: ${JSON.stringify({ deal, version })}\n\ndata: no JSON\n\n`;
}

function withStream(): void {
  if (room.offer) room.offer = { ...room.offer, event_stream: true };
}

it('[FEED4] a hint makes its deal be pulled immediately, and only that deal', async () => {
  withStream();
  await inStep();
  room.relabel(room.one, 'Theirs');
  say(room.one.uuid, 2);
  const [lists, opened] = [room.count(isFeed), room.count(isStream)];
  room.clock.advance(1000);
  await expect.poll(() => room.count(isStream)).toBeGreaterThan(opened);
  await expect.poll(shown).toBe('Theirs');
  expect(room.count(isFeed)).toBe(lists + 1);
});

it('[FEED4] a hint without news causes no request', async () => {
  withStream();
  say(room.one.uuid, 1);
  await inStep();
  const asked = room.count(isFeed);
  room.clock.advance(1000);
  await room.settled();
  expect(room.count(isFeed)).toBe(asked);
});

it('[FEED4] a hint about a deal that is not on this device requests the deal list', async () => {
  withStream();
  await inStep();
  say(room.two.uuid, 2);
  const opened = room.count(isStream);
  room.clock.advance(1000);
  await expect.poll(() => room.count(isStream)).toBeGreaterThan(opened);
  await room.settled();
  const asked = room.count(isDealList);
  room.clock.advance(15_001);
  await expect.poll(() => room.count(isDealList)).toBe(asked + 1);
  expect(room.count(({ url }) => url.includes(`${room.two.uuid}/changes`))).toBe(0);
});

it('[FEED4] a hint whose pull fails is not forgotten', async () => {
  withStream();
  await inStep();
  room.relabel(room.one, 'Theirs');
  say(room.one.uuid, 2);
  room.fault = (request) => (isFeed(request) ? { status: 503, ours: false, body: 'Oops' } : null);
  const asked = room.count(isFeed);
  room.clock.advance(1000);
  await expect.poll(() => room.count(isFeed)).toBe(asked + 1);
  await expect.poll(async () => room.connection()).toBe('trouble');
  room.fault = () => null;
  room.events = '';
  room.clock.advance(1001);
  await expect.poll(shown).toBe('Theirs');
});

it('[FEED4] a stream that ends as soon as it opens is opened less and less often', async () => {
  withStream();
  await inStep();
  for (let second = 0; second < 60; second += 1) {
    room.clock.advance(1000);
    await room.settled();
  }
  expect(room.count(isStream)).toBeLessThan(10);
});

it('[FEED2] a deal that a restored server lists in an earlier state is requested, even if it is not on the screen', async () => {
  await inStep();
  const { uuid } = room.two;
  const known = await room.db.transactions.get(uuid);
  await room.db.transactions.update(uuid, { name: 'Undone by the restore', version: 5 });
  const feed = { key: `${uuid}/changes`, lane: uuid, collection: 'changes' as const };
  const at = new Date(room.clock.now()).toISOString();
  await room.db.cursors.put({ ...feed, version: 5, epoch: 'lost', etags: [], askedTick: 0, pulledAt: at });
  room.clock.advance(31_000);
  await expect.poll(() => room.count(({ url }) => url.includes(`${uuid}/changes`))).toBe(1);
  await room.settled();
  room.clock.advance(31_000);
  await expect.poll(async () => (await room.db.transactions.get(uuid))?.name).toBe(known?.name);
});

it('[FEED2] a deal whose leader ended before reading all of it is requested by the next leader', async () => {
  const { uuid } = room.two;
  const feed = { key: `${uuid}/changes`, lane: uuid, collection: 'changes' as const };
  await room.db.cursors.put({ ...feed, etags: [], askedTick: 0, pulledAt: '2026-01-01T00:00:00.000Z' });
  await inStep();
  await expect.poll(async () => (await room.db.cursors.get(feed.key))?.version).toBe(1);
});

it('[FEED7] a deal that was deleted is not reported as a failure', async () => {
  await inStep();
  room.deals.shift();
  room.clock.advance(10_001);
  await expect.poll(async () => room.db.transactions.get(room.one.uuid)).toBeUndefined();
  room.clock.advance(60_000);
  await room.settled();
  expect(await room.db.notices.toArray()).toEqual([]);
});

it('[FEED7] a deal that the server lists but does not return is reported as a failure, once', async () => {
  await inStep();
  room.fault = (request) =>
    isFeed(request) ? { status: 404, body: { code: 'not_found', error_message: 'No.' } } : null;
  const told = async () => {
    room.clock.advance(11_000);
    await room.settled();
    return (await room.db.notices.toArray()).map(({ message }) => message);
  };
  // How many turns that takes is up to the loop.
  await expect.poll(told).toEqual(['Failed to fetch transaction data']);
  for (let turn = 0; turn < 3; turn += 1) expect(await told()).toHaveLength(1);
});

it('[PULL7] a read that fails ends neither the loop nor pending requests', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  withStream();
  await inStep();
  const stream = room.holdUp(isStream);
  room.clock.advance(1000);
  await expect.poll(() => stream.arrived.length).toBe(1);
  const read = vi.spyOn(room.db.outbox, 'toArray').mockImplementationOnce(() => {
    throw new DOMException('The disk hiccups.', 'UnknownError');
  });
  await room.rename(room.one, 'Mine');
  await expect.poll(() => read.mock.calls.length).toBeGreaterThan(0);
  room.clock.advance(1001);
  await expect.poll(() => room.onServer(room.one)).toBe('Mine');
  stream.carryOn();
  vi.restoreAllMocks();
});

it('[LEAD2] a tab that loses the lead stops, even if its stream is still open', async () => {
  withStream();
  await inStep();
  const stream = room.holdUp(isStream);
  room.clock.advance(1000);
  await expect.poll(() => stream.arrived.length).toBe(1);
  await room.db.meta.put({ key: 'epoch', value: 2 });
  await room.rename(room.one, 'Mine');
  await expect(room.ended).resolves.toBeUndefined();
  stream.carryOn();
});

it('[FEED5] without a stream, a deal on the screen is polled for changes only', async () => {
  await inStep();
  expect(room.count(isStream)).toBe(0);
  room.relabel(room.one, 'Theirs');
  room.clock.advance(10_001);
  await expect.poll(shown).toBe('Theirs');
  expect(room.count(({ url }) => url.includes('since=1&epoch=one'))).toBe(1);
});

it('[FEED6] while the configuration can’t be read, deals are pulled by the specification’s times', async () => {
  room.offer = null;
  await inStep();
  room.relabel(room.one, 'Theirs');
  room.clock.advance(10_001);
  await expect.poll(shown).toBe('Theirs');
  expect(room.count(isStream)).toBe(0);
});

it('[FEED6] the configuration is read every hour, and an event stream that it adds is opened', async () => {
  await inStep();
  withStream();
  room.clock.advance(60 * 60_000 + 1);
  await expect.poll(() => room.count(isStream)).toBeGreaterThan(0);
});
