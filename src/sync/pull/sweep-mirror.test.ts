import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ScriptedServer } from '../../../tests/support/scripted-server.ts';
import { START, SyncRoom } from '../../../tests/support/sync-room.ts';
import { newUuid } from '../../db/uuid.ts';

let server: ScriptedServer;
let room: SyncRoom;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(async () => server.close());
beforeEach(async () => {
  vi.stubGlobal('self', new EventTarget());
  room = await SyncRoom.open(server);
});
afterEach(async () => {
  await room.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Notices from this many days, one per day. One of them stays. */
async function tell(from: number, to: number, lasting?: number): Promise<void> {
  const days = Array.from({ length: to - from }, (_, nth) => from + nth);
  await room.db.notices.bulkAdd(
    days.map((day) => ({
      id: newUuid(),
      at: new Date(START + day * 24 * 3600_000).toISOString(),
      level: 'info' as const,
      message: String(day),
      ...(day === lasting && { lasting: true }),
    })),
  );
}

async function told(): Promise<number[]> {
  return (await room.db.notices.orderBy('at').toArray()).map(({ message }) => Number(message));
}

function hundredBefore(day: number): number[] {
  return Array.from({ length: 100 }, (_, nth) => day - 100 + nth);
}

async function stageInVain(): Promise<void> {
  await room.db.fileBytes.add({ uuid: newUuid(), bytes: new Blob(['x']) });
}

it('[LEAD7] the leader deletes old notices and bytes without a file, every hour and even without a session', async () => {
  await tell(0, 250, 3);
  await stageInVain();
  room.start();
  await expect.poll(told).toEqual([3, ...hundredBefore(250)]);
  await expect.poll(async () => room.db.fileBytes.count()).toBe(0);

  await tell(250, 300);
  await stageInVain();
  room.clock.advance(3_599_000);
  await room.settled();
  expect((await told()).length).toBe(151);
  room.clock.advance(31_000);
  await expect.poll(told).toEqual([3, ...hundredBefore(300)]);
  await expect.poll(async () => room.db.fileBytes.count()).toBe(0);
  expect(room.asked).toBe(0);
});

it('[LEAD7] a sweep that fails, as on a full disk, delays no edit and is retried', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const fault = vi.spyOn(room.db.notices, 'bulkDelete').mockImplementation(() => {
    throw new DOMException('no room', 'QuotaExceededError');
  });
  await tell(0, 101);
  await room.signIn();
  await room.startOnline();
  await room.rename(room.one, 'Closing');
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
  expect((await told()).length).toBe(101);
  fault.mockRestore();
  room.clock.advance(60_000);
  await expect.poll(told).toEqual(hundredBefore(101));
});
