import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ScriptedServer, type Seen } from '../../tests/support/scripted-server.ts';
import { isDealList, SyncRoom } from '../../tests/support/sync-room.ts';
import { announceWork } from '../db/change-sets.ts';
import { noteOpened } from '../db/opened-deals.ts';

const isStream = ({ url }: Seen) => url === '/api/events';
const isFeed = ({ url }: Seen) => url.includes('/changes');
const isList = ({ url }: Seen) => url.includes('?transaction=');

let server: ScriptedServer;
let room: SyncRoom;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(async () => server.close());
beforeEach(async () => {
  vi.stubGlobal('self', new EventTarget());
  room = await SyncRoom.open(server, 'feed');
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

/** The stream says so, the next time that it is opened. */
function say(deal: string, version: number): void {
  room.events = `: hello\n\ndata: ${JSON.stringify({ deal, version })}\n\ndata: no JSON\n\n`;
}

function withStream(): void {
  if (room.offer) room.offer = { ...room.offer, event_stream: true };
}

it('[FEED4] a hint has its deal pulled at once, and only it', async () => {
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

it('[FEED4] a hint that tells nothing new has nothing asked for', async () => {
  withStream();
  say(room.one.uuid, 1);
  await inStep();
  const asked = room.count(isFeed);
  room.clock.advance(1000);
  await room.settled();
  expect(room.count(isFeed)).toBe(asked);
});

it('[FEED4] a hint of a deal that is not on this device has the list of deals asked for', async () => {
  withStream();
  await inStep();
  room.clock.advance(6000);
  await room.settled();
  const asked = room.count(isDealList);
  say(room.two.uuid, 2);
  room.clock.advance(1000);
  await expect.poll(() => room.count(isDealList)).toBeGreaterThan(asked);
  expect(room.count(({ url }) => url.includes(`${room.two.uuid}/changes`))).toBe(0);
});

it('[FEED5] without a stream a deal on the screen is polled, and only asked for what is new', async () => {
  await inStep();
  expect(room.count(isStream)).toBe(0);
  room.relabel(room.one, 'Theirs');
  room.clock.advance(10_001);
  await expect.poll(shown).toBe('Theirs');
  expect(room.count(isList)).toBe(0);
  expect(room.count(({ url }) => url.includes('since=1&epoch=one'))).toBe(1);
});

it('[FEED6] a server that has no feed any more is asked for its lists, and edits go on', async () => {
  await inStep();
  room.offer = room.offer && { ...room.offer, change_feed: false };
  room.relabel(room.one, 'Theirs');
  room.clock.advance(10_001);
  await expect.poll(() => room.count(isList)).toBeGreaterThan(0);
  await expect.poll(shown).toBe('Theirs');
  await room.rename(room.one, 'Mine');
  await expect.poll(() => room.onServer(room.one)).toBe('Mine');
  await expect.poll(async () => room.db.outbox.count()).toBe(0);
});

it('[FEED6] a server that has a feed from now on is asked by it within the hour', async () => {
  const { offer } = room;
  room.offer = offer && { ...offer, change_feed: false };
  await room.startOnline();
  await expect.poll(() => room.count(isList)).toBe(3);
  room.offer = offer;
  announceWork(room.db.userId);
  room.clock.advance(60 * 60_000 + 1);
  await noteOpened(room.db, room.one.uuid, room.clock.now());
  announceWork(room.db.userId);
  await expect.poll(() => room.count(isFeed)).toBe(1);
});
