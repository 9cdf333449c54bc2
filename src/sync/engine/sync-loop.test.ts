import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ScriptedServer, type Seen } from '../../../tests/support/scripted-server.ts';
import { newDocumentRow } from '../../../tests/support/rows.ts';
import { isDealList, isWrite, SIGNED_OUT, SyncRoom } from '../../../tests/support/sync-room.ts';
import { UpdateNeededError } from '../push/answer.ts';
import { runOnline } from '../transport/ask-server.ts';
import { setAside } from '../push/set-aside.ts';
import { createTransport } from '../transport/transport.ts';
import { announceDealsMoved, announceWork } from '../../db/change-sets.ts';
import { deleteParticipant } from '../../db/commands/account/online-calls.ts';
import { noteOpened, noteViewed, unreportedViewings } from '../../db/offline/opened-deals.ts';
import { newUuid } from '../../db/uuid.ts';

const isFeed = ({ url }: Seen) => url.includes('/changes');
const isPullOfDeal = (request: Seen) => isFeed(request) || request.url.includes('/activity');

let server: ScriptedServer;
let room: SyncRoom;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(async () => server.close());
afterEach(async () => {
  await room.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

beforeEach(async () => {
  vi.stubGlobal('self', new EventTarget());
  room = await SyncRoom.open(server);
  await room.signIn();
});

it('an edit is sent immediately and leaves the outbox when its list arrives, without any wait', async () => {
  await room.startOnline();
  await room.rename(room.one, 'Closing');
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
  await expect.poll(async () => room.db.outbox.count()).toBe(0);
  expect(await room.db.base.count()).toBe(0);
});

it('[PULL18] opening a deal offline is reported later, once an hour, with the time', async () => {
  const at = room.clock.now();
  const told: [string, unknown][] = [];
  let offline = true;
  room.fault = ({ url, body }) => {
    if (offline) return 'hang up';
    const [, deal] = /^\/api\/transactions\/transaction\/(.+)\/viewed$/.exec(url) ?? [];
    if (deal === undefined) return null;
    told.push([deal, JSON.parse(body)]);
    return { status: 204, body: null };
  };
  await noteViewed(room.db, room.one.uuid, at);
  await noteViewed(room.db, room.one.uuid, at + 60_000);
  await noteViewed(room.db, room.two.uuid, at + 60_000);
  room.start();
  await expect.poll(async () => room.connection()).toBe('offline');
  room.clock.advance(120_000);
  offline = false;
  self.dispatchEvent(new Event('online'));
  await expect.poll(() => told.length).toBe(2);
  await room.settled();
  expect(told.toSorted(([, a], [, b]) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toEqual([
    [room.one.uuid, { viewed_at: new Date(at).toISOString() }],
    [room.two.uuid, { viewed_at: new Date(at + 60_000).toISOString() }],
  ]);
  expect(await unreportedViewings(room.db)).toEqual([]);
});

it('[PULL18] pulling a deal in the background does not report it as opened', async () => {
  await noteOpened(room.db, room.one.uuid, room.clock.now());
  await room.startOnline();
  await room.settled();
  expect(room.count(({ url }) => url.endsWith('/viewed'))).toBe(0);
});

it('[PUSH5] an edit that could not be sent is sent after a wait', async () => {
  await room.startOnline();
  room.fault = ({ method }) => (method === 'PATCH' ? { status: 500, ours: false, body: 'Oops' } : null);
  await room.rename(room.one, 'Closing');
  await expect.poll(async () => (await room.db.outbox.toArray())[0]?.lastError).toContain('500');
  await expect.poll(async () => room.connection()).toBe('trouble');
  room.fault = () => null;
  announceWork(room.db.userId);
  room.clock.advance(900);
  await room.settled();
  expect(room.count(isWrite)).toBe(1);
  room.clock.advance(200);
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
  expect(room.count(isWrite)).toBe(2);
});

it('[PUSH5] the network’s return ends every wait', async () => {
  await room.startOnline();
  room.fault = () => 'hang up';
  await room.rename(room.one, 'Closing');
  await expect.poll(async () => (await room.db.outbox.toArray())[0]?.lastError).toBeDefined();
  await expect.poll(async () => room.connection()).toBe('offline');
  room.fault = () => null;
  self.dispatchEvent(new Event('online'));
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
});

it('[PUSH5] the network’s return also ends the wait of a request that was under way and fails after it', async () => {
  await room.startOnline();
  const first = room.holdUp((request) => isWrite(request) && first.arrived.length === 0);
  await room.rename(room.one, 'Closing');
  await expect.poll(() => first.arrived.length).toBe(1);
  self.dispatchEvent(new Event('online'));
  first.answer({ status: 503, body: 'Bad gateway' });
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
});

it('[PUSH5] the network’s return does not end a wait that the server asked for', async () => {
  await room.startOnline();
  const busy = { code: 'too_many_requests', error_message: 'Slow down.' };
  room.fault = ({ method }) =>
    method === 'PATCH' ? { status: 429, headers: { 'retry-after': '120' }, body: busy } : null;
  await room.rename(room.one, 'Closing');
  await expect.poll(async () => (await room.db.outbox.toArray())[0]?.lastError).toBe('Slow down.');
  room.fault = () => null;
  self.dispatchEvent(new Event('online'));
  await room.settled();
  expect(room.count(isWrite)).toBe(1);
  room.clock.advance(120_000);
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
});

it('[REJ12] edits after one that was set aside are sent at once', async () => {
  await room.startOnline();
  const busy = { code: 'too_many_requests', error_message: 'Slow down.' };
  room.fault = ({ method }) =>
    method === 'PATCH' ? { status: 429, headers: { 'retry-after': '600' }, body: busy } : null;
  await room.rename(room.one, 'Stuck');
  await expect.poll(async () => (await room.db.outbox.toArray())[0]?.lastError).toBe('Slow down.');
  await room.rename(room.one, 'Closing');
  room.fault = () => null;
  await setAside(room.db, (await room.db.outbox.orderBy('seq').first())?.id ?? '');
  announceWork(room.db.userId);
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
});

it('[REJ4] an edit that was first sent more than 90 days ago is not sent again, but goes to the tray', async () => {
  await room.rename(room.one, 'Long ago');
  const attemptedAt = new Date(Date.now() - 91 * 24 * 3600 * 1000).toISOString();
  const request = { endpoint: 'elements.update', input: { params: { id: room.one.header }, body: {} } };
  await room.db.outbox.toCollection().modify({ state: 'attempted', attemptedAt, request });
  await room.startOnline();
  await expect.poll(async () => room.db.rejected.toArray()).toMatchObject([{ code: 'expired' }]);
  expect(room.count(isWrite)).toBe(0);
  expect((await room.db.elements.get(room.one.header))?.label).toBe('As it was');
});

it('[PUSH1] a deal with a stuck edit does not delay another', async () => {
  await room.startOnline();
  const { one: stuck, two: free } = room;
  room.fault = ({ method, url }) => (method === 'PATCH' && url.includes(stuck.uuid) ? 'hang up' : null);
  await room.rename(stuck, 'Stuck');
  await room.rename(free, 'Closing');
  await expect.poll(() => room.onServer(free)).toBe('Closing');
  expect(room.onServer(stuck)).toBe('As it was');
  expect(await room.db.outbox.where({ lane: stuck.uuid }).count()).toBe(1);
});

it('[AUTH2] a 401 pauses the queue and keeps everything, and a new sign-in resumes it', async () => {
  await room.startOnline();
  room.fault = () => SIGNED_OUT;
  await room.rename(room.one, 'Closing');
  await expect.poll(async () => room.connection()).toBe('signed_out');
  room.fault = () => null;
  const before = room.asked;
  await room.rename(room.two, 'Signing');
  room.clock.advance(60_000);
  await room.settled();
  expect(room.asked).toBe(before);
  expect(await room.db.outbox.count()).toBe(2);
  await room.signIn();
  announceWork(room.db.userId);
  await expect.poll(() => [room.onServer(room.one), room.onServer(room.two)]).toEqual(['Closing', 'Signing']);
});

it('[AUTH4] 426 ends the lead and rejects nothing, and a reloaded tab continues', async () => {
  await room.startOnline();
  room.fault = () => ({
    status: 426,
    body: { code: 'contract_too_old', error_message: 'Please reload.' },
  });
  await room.rename(room.one, 'Closing');
  await expect(room.ended).rejects.toThrow(UpdateNeededError);
  expect(await room.connection()).toBe('update_needed');
  room.fault = () => null;
  const before = room.asked;
  announceWork(room.db.userId);
  self.dispatchEvent(new Event('online'));
  room.clock.advance(60_000);
  await room.settled();
  expect(room.asked).toBe(before);
  expect(await room.db.rejected.count()).toBe(0);
  room.start();
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
});

it('[REJ1] a rejected edit is reverted on the screen and the edits behind it continue', async () => {
  let refused = false;
  room.fault = ({ method }) => {
    if (method !== 'PATCH' || refused) return null;
    refused = true;
    return { status: 422, body: { code: 'invalid', error_message: 'No.' } };
  };
  await room.rename(room.one, 'Refused');
  // An edit that has been sent is not coalesced with later ones.
  await room.db.outbox.toCollection().modify({ state: 'attempted' });
  await room.rename(room.one, 'Closing');
  room.start();
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
  await expect.poll(async () => room.db.outbox.count()).toBe(0);
  expect(await room.db.rejected.toArray()).toMatchObject([{ reason: 'No.', args: { label: 'Refused' } }]);
  expect((await room.db.elements.get(room.one.header))?.label).toBe('Closing');
});

it('[LEAD2] ends silently when another worker leads', async () => {
  await room.startOnline();
  await room.db.meta.put({ key: 'epoch', value: 2 });
  await room.rename(room.one, 'Closing');
  await expect(room.ended).resolves.toBeUndefined();
  expect(room.count(isWrite)).toBe(0);
  expect(await room.db.outbox.count()).toBe(1);
});

it('[PULL7] work that fails because of a bug is retried after a wait, and the other deals continue', async () => {
  await room.startOnline();
  const { one: stuck, two: free } = room;
  const said = failOnce(stuck.uuid);
  await room.rename(stuck, 'Stuck');
  await room.rename(free, 'Closing');
  await expect.poll(() => room.onServer(free)).toBe('Closing');
  await room.settled();
  expect(said).toHaveBeenCalledOnce();
  expect(room.onServer(stuck)).toBe('As it was');
  room.clock.advance(1000);
  await expect.poll(() => room.onServer(stuck)).toBe('Stuck');
  await expect.poll(async () => room.db.outbox.count()).toBe(0);
});

it('[PULL7] a list that an edit waits for, and that could not be written, is requested again', async () => {
  await room.startOnline();
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const { one } = room;
  let broken = true;
  room.db.cursors.hook('creating', (_key, row) => {
    if (!broken || row.lane !== one.uuid) return;
    broken = false;
    throw fullDisk();
  });
  await room.rename(one, 'Closing');
  await expect.poll(() => said.mock.calls.length).toBe(1);
  expect(await room.db.outbox.count()).toBe(1);
  room.clock.advance(1000);
  await expect.poll(async () => room.db.outbox.count()).toBe(0);
});

it('[PULL9] a clock that is set back by an hour does not stop the lists', async () => {
  await room.startOnline();
  await room.settled();
  const before = room.count(isDealList);
  room.clock.setBack(60 * 60_000);
  room.clock.advance(30_000);
  await expect.poll(() => room.count(isDealList)).toBe(before + 1);
  await room.settled();
  room.clock.advance(30_001);
  await expect.poll(() => room.count(isDealList)).toBe(before + 2);
});

it('[PULL9] a clock that is set back by an hour does not stop edits that wait to be sent again', async () => {
  await room.startOnline();
  room.fault = (request) => (isWrite(request) ? { status: 500, ours: false, body: 'Oops' } : null);
  await room.rename(room.one, 'Closing');
  await expect.poll(async () => (await room.db.outbox.toArray())[0]?.lastError).toContain('500');
  await expect.poll(async () => room.connection()).toBe('trouble');
  room.fault = () => null;
  room.clock.setBack(20 * 60_000);
  room.clock.advance(30_000);
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
});

it('[REJ5] an edit that this version cannot send goes to the tray, and the ones behind it continue', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  await room.rename(room.one, 'Damaged');
  const request = { endpoint: 'elements.frobnicate', input: {} };
  await room.db.outbox.toCollection().modify({ request, state: 'attempted' });
  await room.rename(room.one, 'Closing');
  await room.startOnline();
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
  expect(await room.db.rejected.toArray()).toMatchObject([
    { code: 'unsendable', args: { label: 'Damaged' } },
  ]);
});

it.for([
  ['an invalid request', { request: 'PATCH', state: 'attempted' }],
  ['an unknown endpoint', { request: { endpoint: 'constructor', input: {} }, state: 'attempted' }],
  ['no list of what it creates', { creates: null }],
  ['no list of what it names', { refersTo: 7 }],
  ['no list of what it changes', { touches: undefined }],
  ['an unknown state', { state: 'sending' }],
  ['no list of what it awaits', { state: 'acked', awaiting: 7 }],
] as const)(
  '[REJ3] an edit with %s goes to the tray and delays nothing, even if its deal is on the screen',
  async ([, damage]) => {
    vi.spyOn(console, 'error').mockReturnValue();
    await noteOpened(room.db, room.one.uuid, room.clock.now());
    await room.rename(room.one, 'Damaged');
    await room.db.outbox.toCollection().modify((row) => {
      Object.assign(row, damage);
    });
    await room.startOnline();
    await room.rename(room.two, 'Closing');
    await expect.poll(() => room.onServer(room.two)).toBe('Closing');
    await room.rename(room.one, 'Signing');
    await expect.poll(() => room.onServer(room.one)).toBe('Signing');
    await expect.poll(async () => room.db.outbox.count()).toBe(0);
    expect(await room.db.rejected.toArray()).toMatchObject([{ code: 'unreadable' }]);
  },
);

it('[PULL11] a deal is pulled once more after a document with variables was processed', async () => {
  const { uuid } = room.one;
  const document = { ...newDocumentRow(uuid), hasVariables: true };
  await room.db.documents.put({ ...document, conversionStatus: 'processing' });
  await noteOpened(room.db, uuid, room.clock.now());
  // The server has no such document, so the processing is over with the first response.
  await room.startOnline();
  await expect.poll(() => room.count(isFeed)).toBe(2);
  await room.settled();
  expect(room.count(isFeed)).toBe(2);
});

it('[PULL20] an admin’s change to a deal on the server shows immediately', async () => {
  await room.startOnline();
  await room.settled();
  const before = room.count(isDealList);
  const { db, clock } = room;
  const transport = createTransport({ origin: server.origin, userId: db.userId });
  room.fault = ({ url }) => (url.endsWith('/delete_participant') ? { status: 204, body: null } : null);
  const call = deleteParticipant(newUuid(), { transaction: room.one.uuid, user: newUuid() });
  expect(await runOnline({ db, transport, clock }, call)).toEqual({ outcome: 'done' });
  await expect.poll(() => room.count(isDealList)).toBe(before + 1);
});

it('[PULL8] at most three pulls run at a time, and the next starts when one ends', async () => {
  await room.startOnline();
  const held = await holdUpPulls();
  announceWork(room.db.userId);
  await room.settled();
  expect(held.arrived).toHaveLength(3);
  held.carryOn();
  await expect.poll(() => new Set(held.arrived.map(({ url }) => url)).size).toBe(6);
});

it('[PULL8] an edit is sent while three pulls are under way', async () => {
  await room.startOnline();
  const held = await holdUpPulls();
  await room.rename(room.one, 'Closing');
  await expect.poll(() => room.onServer(room.one)).toBe('Closing');
  held.carryOn();
});

/** Makes three pulls wait for the server, and three more due: the feed and the activity of three deals. */
async function holdUpPulls() {
  const three = { uuid: newUuid(), header: newUuid() };
  room.deals.push(three);
  announceDealsMoved(room.db.userId);
  await expect.poll(async () => room.db.transactions.get(three.uuid)).toBeDefined();
  const held = room.holdUp(isPullOfDeal);
  for (const { uuid } of room.deals) await noteOpened(room.db, uuid, room.clock.now());
  announceWork(room.db.userId);
  await expect.poll(() => held.arrived.length).toBe(3);
  return held;
}

const fullDisk = () => new DOMException('The disk is full.', 'QuotaExceededError');

/** Makes the disk full once, when an edit of this deal is about to be sent. */
function failOnce(lane: string) {
  let broken = true;
  room.db.outbox.hook('updating', (_changes, _key, row) => {
    if (!broken || row.lane !== lane) return;
    broken = false;
    throw fullDisk();
  });
  return vi.spyOn(console, 'error').mockReturnValue();
}
