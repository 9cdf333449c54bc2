import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  FIRST,
  LINK,
  memoryStorage,
  PAGE_1,
  PAGE_2,
  RoomServer,
} from '../../../tests/support/signing/room-server.ts';
import { forgetCopies, readCopies } from './entry-copies.ts';
import { forgetRoom, readKeptRoom } from './kept-room.ts';
import { RoomStore } from './room-store.ts';

let server: RoomServer;
let close: (() => void)[];

const NOW = new Date('2026-11-26T10:00:00Z');

beforeEach(() => {
  server = new RoomServer();
  close = [];
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('localStorage', memoryStorage(new Map()));
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
});
afterEach(async () => {
  for (const each of close) each();
  vi.unstubAllGlobals();
  await forgetRoom('p');
  await forgetCopies('p');
});

/** Opens the room in a new tab, as after a reload. */
async function open(): Promise<RoomStore> {
  const store = new RoomStore(LINK);
  close.push(store.subscribe(() => {}));
  await vi.waitFor(() => expect(store.state.isBusy).toBe(false));
  return store;
}

/** Opens the room, and waits until it is stored on the device. */
async function openAndKeep(): Promise<void> {
  const { state } = await open();
  await vi.waitFor(async () => expect((await readKeptRoom('p', NOW))?.room).toEqual(state.room));
}

it('opens again without a network, with its pictures, and sends what was signed offline once there is a network', async () => {
  await openAndKeep();
  server.isDown = true;
  const store = await open();
  const { room, keptAt, isOffline } = store.state;
  expect(room?.state === 'open' && room.pages.map(({ svg }) => svg)).toEqual(['<svg/>', '<svg/>']);
  expect(Date.parse(keptAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
  expect(isOffline).toBe(true);
  await store.sign(PAGE_1);
  const later = await open();
  expect(later.state.draft.pending.map(({ uuid }) => uuid)).toEqual([FIRST]);
  server.isDown = false;
  await later.load();
  expect([...server.signed]).toEqual([FIRST]);
  expect(later.state.keptAt).toBeNull();
});

it('keeps what one tab has signed when another tab receives an older response afterward', async () => {
  const [one, other] = [await open(), await open()];
  const before = server.room(false);
  await one.sign(PAGE_1);
  server.instead = before;
  await other.act({ name: 'viewed' });
  server.isDown = true;
  const { room } = (await open()).state;
  expect(room?.state === 'open' && room.pages.map(({ signed }) => signed !== null)).toEqual([true, false]);
});

it('keeps and shows what was signed in a tab that was waiting for an earlier request for the room', async () => {
  const [one, other] = [await open(), await open()];
  const arrival = Promise.withResolvers<void>();
  server.readsArrive = arrival.promise;
  const isLoaded = [one.load(), other.load()];
  await one.sign(PAGE_1);
  arrival.resolve();
  await Promise.all(isLoaded);
  const signedIn = ({ state: { room } }: RoomStore) =>
    room?.state === 'open' && room.pages.map(({ signed }) => signed !== null);
  expect(signedIn(one)).toEqual([true, false]);
  server.isDown = true;
  expect(signedIn(await open())).toEqual([true, false]);
});

it('shows a page as signed only once the signature is on disk', async () => {
  const store = await open();
  server.isDown = true;
  const copies: ReturnType<typeof readCopies>[] = [];
  close.push(
    store.subscribe(() => {
      if (store.state.draft.pending.length > 0 && copies.length === 0) copies.push(readCopies('p'));
    }),
  );
  const isSigned = store.sign(PAGE_1);
  // The screen does this when it shows the next page.
  store.see(PAGE_2);
  expect(store.state.draft.pending).toEqual([]);
  expect(store.state.signing).toEqual([FIRST]);
  await isSigned;
  expect(store.state.signing).toEqual([]);
  expect([...((await copies[0])?.keys() ?? [])].filter((name) => name.startsWith('page/'))).toHaveLength(1);
});

it('shows what was signed before the network was lost as signed', async () => {
  await open().then((store) => store.sign(PAGE_1));
  await vi.waitFor(async () => {
    const kept = (await readKeptRoom('p', NOW))?.room;
    expect(kept?.state === 'open' && kept.pages.map(({ signed }) => signed !== null)).toEqual([true, false]);
  });
  server.isDown = true;
  const { room } = (await open()).state;
  expect(room?.state === 'open' && room.pages.map(({ signed, svg }) => [signed !== null, svg])).toEqual([
    [true, '<svg/>'],
    [false, '<svg/>'],
  ]);
});

it('is not stored if it has an access code, and not shown once its link has expired', async () => {
  server.hasAccessCode = true;
  await open();
  server.isDown = true;
  expect((await open()).state.room).toBeNull();
  server.isDown = false;
  server.hasAccessCode = false;
  await openAndKeep();
  expect(await readKeptRoom('p', new Date(server.expiresAt))).toBeNull();
});

it('is deleted from the device once the signatory has finished', async () => {
  await openAndKeep();
  await open().then((store) => store.finish());
  await vi.waitFor(async () => expect(await readKeptRoom('p', NOW)).toBeNull());
});
