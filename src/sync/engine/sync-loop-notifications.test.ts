import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answering } from '../../../tests/support/scripted-server.ts';
import { ScriptedServer } from '../../../tests/support/scripted-server.ts';
import { isDealList, isPoll, isWrite, SIGNED_OUT, SyncRoom } from '../../../tests/support/sync-room.ts';
import { announceWork } from '../../db/change-sets.ts';
import { readNotifications } from '../../db/commands/account/read-notification.ts';
import { notificationList, unreadLines } from '../../db/queries/account/notifications.ts';

const POLL_MS = 10_000;

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
});
afterEach(async () => {
  await room.close();
  vi.unstubAllGlobals();
});

async function shown(): Promise<[title: string, read: boolean][]> {
  const { notifications } = await notificationList(room.db);
  return notifications.map(({ title, read }) => [title, read]);
}

async function startPolled(): Promise<void> {
  await room.startOnline();
  await expect.poll(() => room.count(isPoll)).toBe(1);
  await expect.poll(async () => (await notificationList(room.db)).pulled).toBe(true);
  await room.settled();
}

/** Makes the next poll due, and waits until it has been made. */
async function pollAgain(): Promise<void> {
  const before = room.count(isPoll);
  room.clock.advance(POLL_MS);
  await expect.poll(() => room.count(isPoll)).toBe(before + 1);
  await room.settled();
}

describe('the poll', () => {
  it('[PULL12] runs every 10 s, adds new notifications on top and removes deleted ones', async () => {
    room.notify('First.');
    await startPolled();
    expect(await shown()).toEqual([['First.', false]]);
    room.clock.advance(POLL_MS - 1);
    await room.settled();
    expect(room.count(isPoll)).toBe(1);
    room.clock.advance(1);
    await expect.poll(() => room.count(isPoll)).toBe(2);
    const { uuid } = room.notify('Second.');
    await pollAgain();
    await expect.poll(shown).toEqual([
      ['Second.', false],
      ['First.', false],
    ]);
    room.notifications = room.notifications.filter((each) => each.uuid === uuid);
    await pollAgain();
    await expect.poll(shown).toEqual([['Second.', false]]);
  });

  it.each<[string, Answering | 'hang up']>([
    ['is cut off', 'hang up'],
    [
      'is answered by a captive portal',
      { status: 200, ours: false, body: '<html>Sign in to the Wi-Fi</html>' },
    ],
    ['is answered by a firewall', { status: 503, ours: false, body: 'Blocked' }],
    ['is refused in a response that was cut off', { status: 401, body: '{"code":"signed_o' }],
    ['is refused without a message', { status: 503, body: 'Oops' }],
  ])('[PULL12] that %s waits for the next one, and nobody is notified', async (_how, answer) => {
    await startPolled();
    room.fault = (request) => (isPoll(request) ? answer : null);
    room.notify('First.');
    await pollAgain();
    expect(await room.connection()).toBe('online');
    room.clock.advance(POLL_MS - 1);
    await room.settled();
    expect(room.count(isPoll)).toBe(2);
    expect(await room.db.notices.count()).toBe(0);
    room.fault = () => null;
    room.clock.advance(1);
    await expect.poll(shown).toEqual([['First.', false]]);
  });

  it('[PULL12] rests while the server is unreachable, and resumes with the first successful request', async () => {
    await startPolled();
    room.fault = ({ url }) => (url === '/settled' ? null : 'hang up');
    await room.rename(room.one, 'Closing');
    await expect.poll(async () => room.connection()).toBe('offline');
    const asked = room.count(isPoll);
    // The edit is retried in the meantime, and finally the deal list.
    for (let seconds = 0; seconds < 40; seconds += 5) {
      room.clock.advance(5000);
      await room.settled();
    }
    expect(room.count(isDealList)).toBeGreaterThan(1);
    expect(room.count(isPoll)).toBe(asked);
    room.fault = () => null;
    room.notify('First.');
    self.dispatchEvent(new Event('online'));
    await expect.poll(shown).toEqual([['First.', false]]);
  });

  it.each<[string, Answering]>([
    ['403', { status: 403, body: { code: 'not_allowed', error_message: 'No.' } }],
    ['500', { status: 500, body: { code: 'internal', error_message: 'Something went wrong.' } }],
  ])('[PULL13] stops if our server rejects it with a %s, until a worker leads again', async (_how, no) => {
    room.notify('First.');
    await startPolled();
    room.fault = (request) => (isPoll(request) ? no : null);
    await pollAgain();
    room.fault = () => null;
    room.notify('Second.');
    for (let polls = 0; polls < 3; polls += 1) {
      room.clock.advance(POLL_MS);
      await room.settled();
    }
    expect(room.count(isPoll)).toBe(2);
    expect(await room.connection()).toBe('online');
    expect(await room.db.notices.count()).toBe(0);
    // Marking a notification as read still works here, and reaches the server.
    await readNotifications(room.db, [room.notifications[1]?.uuid ?? '']);
    await expect.poll(() => room.notifications[1]?.read).toBe(true);
    expect(await shown()).toEqual([['First.', true]]);
    room.start();
    await expect.poll(shown).toEqual([
      ['Second.', false],
      ['First.', true],
    ]);
    await expect.poll(async () => room.db.outbox.count()).toBe(0);
  });

  it.each([503, 429])(
    '[PULL13] asks again at the next poll after our server answered %i with a Retry-After',
    async (status) => {
      await startPolled();
      const busy = { code: 'unavailable', error_message: 'The server is busy.' };
      room.fault = (request) =>
        isPoll(request) ? { status, body: busy, headers: { 'retry-after': '5' } } : null;
      await pollAgain();
      room.fault = () => null;
      room.notify('First.');
      await pollAgain();
      await expect.poll(shown).toEqual([['First.', false]]);
    },
  );

  it('[PULL13] resumes after a rejection once the user has signed in again', async () => {
    await startPolled();
    const no = { status: 403, body: { code: 'not_allowed', error_message: 'No.' } };
    room.fault = (request) => (isPoll(request) ? no : null);
    await pollAgain();
    room.fault = () => null;
    room.notify('First.');
    await room.signIn();
    announceWork(room.db.userId);
    await room.settled();
    room.clock.advance(POLL_MS);
    await expect.poll(shown).toEqual([['First.', false]]);
  });

  it('[PULL13] that returns 401 ends the session, and resumes when the user is back', async () => {
    await startPolled();
    room.fault = (request) => (isPoll(request) ? SIGNED_OUT : null);
    room.clock.advance(POLL_MS);
    await expect.poll(async () => room.connection()).toBe('signed_out');
    room.fault = () => null;
    room.notify('First.');
    await room.signIn();
    announceWork(room.db.userId);
    await expect.poll(shown).toEqual([['First.', false]]);
  });
});

describe('marking one as read', () => {
  it('[PUSH4] is shown immediately, and leaves the outbox with the list that includes it', async () => {
    const { uuid } = room.notify('First.');
    await startPolled();
    await readNotifications(room.db, [uuid]);
    expect(await shown()).toEqual([['First.', true]]);
    expect(await unreadLines(room.db)).toBe(0);
    await expect.poll(async () => room.db.outbox.count()).toBe(0);
    expect(room.count(isWrite)).toBe(1);
    expect(await room.db.base.count()).toBe(0);
    expect(await room.db.notifications.get(uuid)).toMatchObject({ read: true, version: 2 });
  });

  it('[PUSH4] is not undone by a list that was already requested', async () => {
    const { uuid } = room.notify('First.');
    await startPolled();
    const old = { status: 200, body: [...room.notifications] };
    const poll = room.holdUp(isPoll);
    room.clock.advance(POLL_MS);
    await expect.poll(() => poll.arrived.length).toBe(1);
    await readNotifications(room.db, [uuid]);
    await expect.poll(() => room.notifications[0]?.read).toBe(true);
    await expect.poll(async () => (await room.db.outbox.toArray())[0]?.state).toBe('acked');
    poll.answer(old);
    await expect
      .poll(async () => room.db.cursors.get('account/notifications'))
      .toMatchObject({ etags: [null] });
    expect(await shown()).toEqual([['First.', true]]);
  });

  it('[PULL5] waits offline in the account’s lane, which is not a deal that could be deleted', async () => {
    const { uuid } = room.notify('First.');
    await startPolled();
    room.fault = (request) => (isWrite(request) ? 'hang up' : null);
    await readNotifications(room.db, [uuid]);
    await expect.poll(async () => (await room.db.outbox.toArray())[0]?.lastError).toBeDefined();
    await room.settled();
    const lists = room.count(isDealList);
    // Each retry of the edit in between determines how long everything must wait.
    const passing = () => {
      room.clock.advance(10_000);
      return room.count(isDealList);
    };
    await expect.poll(passing).toBeGreaterThan(lists);
    await room.settled();
    expect(await room.db.outbox.count()).toBe(1);
    expect(await room.db.rejected.count()).toBe(0);
    expect(await shown()).toEqual([['First.', true]]);
    room.fault = () => null;
    self.dispatchEvent(new Event('online'));
    await expect.poll(() => room.notifications[0]?.read).toBe(true);
  });

  it('[REJ11] is reverted silently if the server rejects it', async () => {
    const { uuid } = room.notify('First.');
    await startPolled();
    const refused: Answering = { status: 422, body: { code: 'invalid', error_message: 'No.' } };
    room.fault = (request) => (isWrite(request) ? refused : null);
    await readNotifications(room.db, [uuid]);
    await expect.poll(async () => room.db.outbox.count()).toBe(0);
    expect(await shown()).toEqual([['First.', false]]);
    expect(await room.db.rejected.count()).toBe(0);
    expect(await room.db.notices.count()).toBe(0);
  });
});
