import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HandClock } from '../../../tests/support/hand-clock.ts';
import { ScriptedServer, type Answering } from '../../../tests/support/scripted-server.ts';
import type { User } from '../../contract/entities/account/user.ts';
import { openDatabase } from '../../db/open-database.ts';
import {
  activeAccount,
  beginSession,
  currentAccount,
  deviceDatabase,
  endSession,
  leaveSession,
  prolongSession,
  sessionNumber,
} from '../../db/device-database.ts';
import { newUuid } from '../../db/uuid.ts';
import type { Clock } from '../engine/clock.ts';
import { hasSession, isRefreshDue, refreshIfDue, refreshing, sendOwedSignOuts, signIn } from './session.ts';
import { createTransport, type Transport } from './transport.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const AT = '2026-01-01T00:00:00.000Z';

let server: ScriptedServer;
let transport: Transport;
let userId: string;

beforeAll(async () => {
  server = await ScriptedServer.start();
  transport = createTransport({ origin: server.origin });
});
afterAll(async () => server.close());

/** Someone whose session ends in a while. */
beforeEach(async () => {
  await deviceDatabase.accounts.clear();
  userId = newUuid();
  server.seen.length = 0;
  server.script = () => 'hang up';
  await beginSession(person(userId));
});

function person(uuid: string, expiresAt = NOW / 1000) {
  return {
    userId: uuid,
    email: 'partner@demo.test',
    fullName: 'Margaret Whitfield',
    expiresAt,
    lastUsedAt: 0,
  };
}

/** The header with the server's time. */
function dated(at: number): Record<string, string> {
  return { date: new Date(at).toUTCString() };
}

function clockAt(now: number): Clock {
  return { now: () => now, after: () => () => undefined, random: () => 0.5 };
}

function answer(given: Answering): void {
  server.script = () => given;
}

async function refreshAt(now: number) {
  return refreshIfDue(transport, clockAt(now), userId);
}

const REFRESHED = { status: 200, headers: dated(NOW), body: { expires_at: NOW / 1000 + 12 * 3600 } };
const SIGNED_OUT = { status: 401, body: { code: 'signed_out', error_message: 'Please sign in again.' } };

describe('[AUTH3] the refresh of a session', () => {
  it('does not happen while 30 minutes or more are left', async () => {
    expect(await refreshAt(NOW - 30 * MINUTE)).toBeNull();
    expect(server.seen).toEqual([]);
  });

  it.for([NOW - 30 * MINUTE + 1, NOW - 1000, NOW + 60 * MINUTE])(
    'uses %i when less time is left',
    async (now) => {
      answer({ ...REFRESHED, headers: dated(now) });
      expect(await refreshAt(now)).toBeNull();
      expect(server.seen).toMatchObject([{ method: 'POST', url: '/api/auth/refresh' }]);
      expect(await deviceDatabase.accounts.get(userId)).toMatchObject({
        session: 'active',
        expiresAt: NOW / 1000 + 12 * 3600,
      });
      expect(await refreshAt(NOW), 'and not again').toBeNull();
      expect(server.seen).toHaveLength(1);
    },
  );

  it('is done by one worker at a time, and the others see that it is done', async () => {
    answer(REFRESHED);
    const answers = await Promise.all([1, 2, 3].map(async () => refreshAt(NOW)));
    expect(answers).toEqual([null, null, null]);
    expect(server.seen).toHaveLength(1);
  });

  describe('while another worker is frozen during its refresh', () => {
    let thaw: PromiseWithResolvers<void>;
    let frozen: Promise<void>;
    beforeEach(() => {
      thaw = Promise.withResolvers();
      frozen = navigator.locks.request('counterpart-session', async () => thaw.promise);
      return async () => {
        thaw.resolve();
        await frozen;
      };
    });

    async function waiting(): Promise<number> {
      const { pending = [] } = await navigator.locks.query();
      return pending.filter(({ name }) => name === 'counterpart-session').length;
    }

    it('happens anyway after ten seconds', async () => {
      answer(REFRESHED);
      const clock = new HandClock(NOW);
      const refreshed = refreshIfDue(transport, clock, userId);
      await expect.poll(waiting).toBe(1);
      expect(server.seen).toEqual([]);
      clock.advance(10_000);
      expect(await refreshed).toBeNull();
      expect(server.seen).toHaveLength(1);
    });

    it('is given up immediately if the worker’s own term ends', async () => {
      const term = new AbortController();
      const refreshed = refreshIfDue(transport, new HandClock(NOW), userId, term.signal);
      await expect.poll(waiting).toBe(1);
      term.abort();
      expect(await refreshed).toMatchObject({ kind: 'retry' });
      expect(server.seen).toEqual([]);
    });
  });

  it.for([
    [401, 'signed_out'],
    [403, 'not_allowed'],
  ] as const)('reports that the session has ended on %i %s', async ([status, code]) => {
    answer({ status, body: { code, error_message: 'Please sign in again.' } });
    expect(await refreshAt(NOW)).toEqual({ kind: 'signed_out', message: 'Please sign in again.' });
  });

  const harmless: [string, Answering | 'hang up'][] = [
    ['no network', 'hang up'],
    ['a 500', { status: 500, body: { code: 'internal', error_message: 'Sorry.' } }],
    ['a 503', { status: 503, body: { code: 'unavailable', error_message: 'Sorry.' } }],
    ['a portal’s 401', { status: 401, ours: false, body: 'Sign in to the hotel.' }],
    ['a response that does not match its schema', { status: 200, body: {} }],
  ];
  it.for(harmless)('keeps the session on %s, and says why it will be retried', async ([, given]) => {
    server.script = () => given;
    expect(await refreshAt(NOW)).toMatchObject({ kind: 'retry' });
    expect(await deviceDatabase.accounts.get(userId)).toMatchObject({
      session: 'active',
      expiresAt: NOW / 1000,
    });
  });

  it('does not happen for an unknown user', async () => {
    expect(await refreshIfDue(transport, clockAt(NOW), newUuid())).toBeNull();
    expect(server.seen).toEqual([]);
  });

  it('does not happen for a signed-out user', async () => {
    await leaveSession(userId);
    expect(isRefreshDue(clockAt(NOW), await activeAccount(userId))).toBe(false);
    expect(await refreshAt(NOW)).toBeNull();
    expect(server.seen).toEqual([]);
  });

  it.for([
    ['three hours fast', 3 * HOUR],
    ['a day slow', -24 * HOUR],
    ['right', 0],
  ] as const)('[AUTH9] is due by this device’s clock, even if that is %s', async ([, offset]) => {
    const now = NOW + offset;
    await prolongSession(userId, { expiresAt: now / 1000 });
    answer(REFRESHED);
    expect(await refreshAt(now)).toBeNull();
    expect((await deviceDatabase.accounts.get(userId))?.expiresAt).toBe(now / 1000 + 12 * 3600);
    const dueAt = now + 12 * HOUR - 30 * MINUTE;
    expect(isRefreshDue(clockAt(dueAt), await activeAccount(userId))).toBe(false);
    expect(isRefreshDue(clockAt(dueAt + 1), await activeAccount(userId))).toBe(true);
  });
});

describe('[AUTH3] each request of an upload', () => {
  let clock: HandClock;
  let ask: () => Promise<unknown>;
  beforeEach(() => {
    clock = new HandClock(NOW);
    const calls = refreshing(transport, clock, userId, new AbortController().signal);
    ask = async () => calls.ask((api, with_) => api.config.get(undefined, with_));
  });
  const refreshes = () => server.seen.filter(({ url }) => url.endsWith('/auth/refresh')).length;

  it('causes one shared refresh, and another only after a 401 before its wait is over', async () => {
    const busy = { code: 'too_many_requests', error_message: 'Too many at once.' };
    answer({ status: 429, headers: { 'retry-after': '120' }, body: busy });
    await Promise.all([ask(), ask(), ask(), ask(), ask(), ask()]);
    expect(refreshes()).toBe(1);
    clock.advance(119_000);
    await ask();
    expect(refreshes()).toBe(1);
    clock.advance(1000);
    await ask();
    expect(refreshes()).toBe(2);
    expect(server.seen, 'and is made anyway').toHaveLength(10);
  });

  it('waits 20 seconds for a refresh that hangs, then goes without it, and the next ones at once', async () => {
    const hung = Promise.withResolvers<'hang up'>();
    server.script = async ({ url }) =>
      url.endsWith('/auth/refresh') ? hung.promise : { status: 200, body: {} };
    const asked = ask();
    await expect.poll(refreshes).toBe(1);
    expect(server.seen).toHaveLength(1);
    clock.advance(20_000);
    await asked;
    await ask();
    expect(server.seen.map(({ url }) => url)).toEqual(['/api/auth/refresh', '/api/config', '/api/config']);
    hung.resolve('hang up');
  });
});

describe('signing in', () => {
  const user = (uuid: string): User => ({
    uuid,
    email: 'associate@demo.test',
    first_name: 'Daniel',
    last_name: 'Okafor',
    full_name: 'Daniel Okafor',
    created_at: AT,
    organization: newUuid(),
    organization_name: 'Whitfield LLP',
    role: 'member',
    experience: null,
    fusion_url: null,
    net_docs_config: null,
    imanage_configs: [],
    binder_format_structure: {
      index_style: 'table_of_contents',
      primary_header: 'uppercase_roman',
      second_header: 'uppercase_alphabetic',
      third_header: 'lowercase_roman',
      last_documents: 'lowercase_alphabetic',
      attachment_marker: 'none',
      numbering: 'tabs',
      reset_tabs: false,
    },
    beacon_signature: null,
    hide_support: false,
    version: 1,
    modified_at: AT,
    modified_by: null,
  });
  const credentials = { email: 'associate@demo.test', password: 'closing-day' };

  function login(given: Answering | 'hang up', config: Answering | 'hang up' = 'hang up'): void {
    server.script = ({ url }) => (url === '/api/config' ? config : given);
  }

  it('makes the user current on this device, with their session and name', async () => {
    const uuid = newUuid();
    login({ status: 200, headers: dated(NOW), body: { expires_at: NOW / 1000, user: user(uuid) } });
    expect(await signIn(transport, clockAt(NOW), credentials)).toEqual({
      outcome: 'signed_in',
      userId: uuid,
    });
    expect(await currentAccount()).toMatchObject({ userId: uuid, session: 'active', expiresAt: NOW / 1000 });
    expect(await openDatabase(uuid).users.get(uuid)).toMatchObject({ fullName: 'Daniel Okafor' });
  });

  it('[AUTH9] on a device with a wrong clock, records when the session ends by that clock', async () => {
    const uuid = newUuid();
    const body = { expires_at: NOW / 1000 + 12 * 3600, user: user(uuid) };
    login({ status: 200, headers: dated(NOW), body });
    await signIn(transport, clockAt(NOW - 5 * HOUR), credentials);
    expect((await currentAccount())?.expiresAt).toBe(NOW / 1000 + 7 * 3600);
  });

  it('[AUTH8] ends another user’s session on this device', async () => {
    const uuid = newUuid();
    login({ status: 200, headers: dated(NOW), body: { expires_at: NOW / 1000, user: user(uuid) } });
    await signIn(transport, clockAt(NOW), credentials);
    expect(await hasSession(uuid)).toBe(true);
    expect(await deviceDatabase.accounts.get(userId)).toMatchObject({ session: 'ended' });
    expect((await currentAccount())?.userId).toBe(uuid);
  });

  it('[AUTH6] begins a session with the next number', async () => {
    const before = await sessionNumber(userId);
    await leaveSession(userId);
    expect(await sessionNumber(userId)).toBeNull();
    login({ status: 200, body: { expires_at: NOW / 1000, user: user(userId) } });
    await signIn(transport, clockAt(NOW), credentials);
    expect(await sessionNumber(userId)).toBe(Number(before) + 1);
  });

  it('works without the settings if they fail to load', async () => {
    login({ status: 200, body: { expires_at: NOW / 1000, user: user(newUuid()) } });
    await signIn(transport, clockAt(NOW), credentials);
    expect(JSON.parse(server.seen[1]!.body)).toEqual({
      loginId: 'associate@demo.test',
      password: 'closing-day',
    });
  });

  it('with a wrong password shows the server’s sentence, and keeps the current user', async () => {
    login({ status: 401, body: { code: 'wrong_credentials', error_message: 'That password is wrong.' } });
    expect(await signIn(transport, clockAt(NOW), credentials)).toEqual({
      outcome: 'refused',
      message: 'That password is wrong.',
    });
    expect((await currentAccount())?.userId).toBe(userId);
    expect(await hasSession(userId)).toBe(true);
  });

  it.for([
    ['without a network', 'hang up', 'Counterpart can’t be reached. Check your connection and try again.'],
    [
      'behind a portal',
      { status: 200, ours: false, body: '<h1>Hotel</h1>' },
      'Something on your network answered instead of Counterpart. Check your connection and try again.',
    ],
    [
      'too often',
      {
        status: 429,
        headers: { 'retry-after': '60' },
        body: { code: 'too_many_requests', error_message: 'Wait a minute and try again.' },
      },
      'Wait a minute and try again.',
    ],
  ] as const)('%s says so', async ([, given, message]) => {
    login(given);
    expect(await signIn(transport, clockAt(NOW), credentials)).toEqual({ outcome: 'unreachable', message });
  });
});

describe('signing out', () => {
  const connect = (user: string) => createTransport({ origin: server.origin, userId: user });

  it('[AUTH7] ends the session on this device before any request, and keeps the account and its work', async () => {
    await leaveSession(userId);
    expect(server.seen).toEqual([]);
    expect(await currentAccount()).toBeUndefined();
    expect(await hasSession(userId)).toBe(false);
    expect(await deviceDatabase.accounts.get(userId)).toMatchObject({
      session: 'signed_out',
      logoutOwed: true,
    });
  });

  it('[AUTH11] leaves nothing on this device that identifies the user', async () => {
    await leaveSession(userId);
    expect(await deviceDatabase.accounts.get(userId)).toMatchObject({ email: '', fullName: '' });
  });

  it('[AUTH7] is sent to the server later, in that user’s name, as soon as possible', async () => {
    await leaveSession(userId);
    await sendOwedSignOuts(connect);
    expect(await owes(userId), 'nobody answered').toBe(true);
    server.seen.length = 0;
    answer({ status: 204 });
    await sendOwedSignOuts(connect);
    expect(server.seen).toMatchObject([
      { method: 'DELETE', url: '/api/auth/logout', headers: { 'x-counterpart-user': userId } },
    ]);
    expect(await owes(userId)).toBe(false);
    await sendOwedSignOuts(connect);
    expect(server.seen, 'and once').toHaveLength(1);
  });

  it('[AUTH7] is settled if the server no longer knows the session', async () => {
    await leaveSession(userId);
    answer(SIGNED_OUT);
    await sendOwedSignOuts(connect);
    expect(await owes(userId)).toBe(false);
  });

  it('[AUTH7] of one user takes nothing from another who is current', async () => {
    const other = newUuid();
    await beginSession(person(other));
    await leaveSession(userId);
    answer({ status: 204 });
    await sendOwedSignOuts(connect);
    expect((await currentAccount())?.userId).toBe(other);
    expect(await hasSession(other)).toBe(true);
  });

  it('[AUTH7] is not sent for a user who has signed in again', async () => {
    await leaveSession(userId);
    await beginSession(person(userId));
    await sendOwedSignOuts(connect);
    expect(server.seen).toEqual([]);
    expect(await hasSession(userId)).toBe(true);
  });

  it('[AUTH6] of an earlier session does not end a later one', async () => {
    const earlier = Number(await sessionNumber(userId));
    await beginSession(person(userId));
    await endSession(userId, earlier);
    expect(await sessionNumber(userId)).toBe(earlier + 1);
    await endSession(userId, earlier + 1);
    expect(await hasSession(userId)).toBe(false);
  });

  it('is final: a late response does not extend the session', async () => {
    await leaveSession(userId);
    await prolongSession(userId, { expiresAt: NOW });
    expect(await deviceDatabase.accounts.get(userId)).toMatchObject({ expiresAt: NOW / 1000 });
  });

  async function owes(uuid: string): Promise<boolean | undefined> {
    return (await deviceDatabase.accounts.get(uuid))?.logoutOwed;
  }
});

describe('[AUTH12] the end of a user’s access', () => {
  it('is recorded if a sign-in finds that the account is disabled', async () => {
    const sentence = 'An administrator of Whitfield & Crane LLP has disabled your account.';
    server.script = ({ url }) =>
      url === '/api/auth/login'
        ? { status: 403, body: { code: 'account_disabled', error_message: sentence } }
        : { status: 503, body: { code: 'unavailable', error_message: 'Not in this test.' } };
    const answer = await signIn(transport, clockAt(NOW), { email: 'Partner@Demo.test', password: 'secret' });
    expect(answer).toEqual({ outcome: 'refused', message: sentence });
    expect(await deviceDatabase.accounts.get(userId)).toMatchObject({
      session: 'ended',
      accessEnded: sentence,
    });
  });

  it('is over once they sign in again', async () => {
    const session = (await sessionNumber(userId)) ?? 0;
    await endSession(userId, session, 'Your account was disabled.');
    await beginSession(person(userId));
    expect(await deviceDatabase.accounts.get(userId)).not.toHaveProperty('accessEnded');
  });
});
