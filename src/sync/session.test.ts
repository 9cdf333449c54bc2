import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ScriptedServer, type Answering } from '../../tests/support/scripted-server.ts';
import type { User } from '../contract/entities/user.ts';
import { openDatabase } from '../db/database.ts';
import { currentAccount, deviceDatabase, forgetCurrent, rememberAccount } from '../db/device-database.ts';
import { newUuid } from '../db/uuid.ts';
import type { Clock } from './clock.ts';
import { hasSession, refreshIfDue, signIn, signOut } from './session.ts';
import { createTransport, type Transport } from './transport.ts';

const MINUTE = 60_000;
const NOW = Date.parse('2026-03-01T12:00:00Z');
const AT = '2026-01-01T00:00:00.000Z';

let server: ScriptedServer;
let transport: Transport;
let userId: string;

beforeAll(async () => {
  server = await ScriptedServer.start();
  transport = createTransport(server.origin);
});
afterAll(async () => server.close());

/** Someone whose session ends in a while. */
beforeEach(async () => {
  userId = newUuid();
  server.seen.length = 0;
  server.script = () => 'hang up';
  await rememberAccount({
    userId,
    email: 'partner@demo.test',
    fullName: 'Margaret Whitfield',
    expiresAt: NOW / 1000,
    session: 'active',
    lastUsedAt: 0,
  });
});

function clockAt(now: number): Clock {
  return { now: () => now, after: () => () => undefined, random: () => 0.5 };
}

function answer(given: Answering): void {
  server.script = () => given;
}

async function refreshAt(now: number) {
  return refreshIfDue(transport, clockAt(now), userId);
}

const REFRESHED = { status: 200, body: { expires_at: NOW / 1000 + 12 * 3600 } };

describe('[AUTH3] the refresh of a session', () => {
  it('is left alone while 30 minutes or more of it are left', async () => {
    expect(await refreshAt(NOW - 30 * MINUTE)).toBe('kept');
    expect(server.seen).toEqual([]);
  });

  it.for([NOW - 30 * MINUTE + 1, NOW - 1, NOW + 60 * MINUTE])(
    'is made at %i, when less is left',
    async (now) => {
      answer(REFRESHED);
      expect(await refreshAt(now)).toBe('kept');
      expect(server.seen).toMatchObject([{ method: 'POST', url: '/api/auth/refresh' }]);
      expect(await deviceDatabase.accounts.get(userId)).toMatchObject({
        session: 'active',
        expiresAt: NOW / 1000 + 12 * 3600,
      });
      expect(await refreshAt(NOW), 'and not again').toBe('kept');
      expect(server.seen).toHaveLength(1);
    },
  );

  it('is made by one worker at a time: the others find it done', async () => {
    answer(REFRESHED);
    const answers = await Promise.all([1, 2, 3].map(async () => refreshAt(NOW)));
    expect(answers).toEqual(['kept', 'kept', 'kept']);
    expect(server.seen).toHaveLength(1);
  });

  it.for([
    [401, 'signed_out'],
    [403, 'not_allowed'],
  ] as const)('ends the session on %i %s', async ([status, code]) => {
    answer({ status, body: { code, error_message: 'Please sign in again.' } });
    expect(await refreshAt(NOW)).toBe('ended');
  });

  const harmless: [string, Answering | 'hang up'][] = [
    ['no network', 'hang up'],
    ['a 500', { status: 500, body: { code: 'internal', error_message: 'Sorry.' } }],
    ['a 503', { status: 503, body: { code: 'unavailable', error_message: 'Sorry.' } }],
    ['a portal’s 401', { status: 401, ours: false, body: 'Sign in to the hotel.' }],
    ['an answer that does not fit', { status: 200, body: {} }],
  ];
  it.for(harmless)('keeps the session on %s', async ([, given]) => {
    server.script = () => given;
    expect(await refreshAt(NOW)).toBe('kept');
    expect(await deviceDatabase.accounts.get(userId)).toMatchObject({
      session: 'active',
      expiresAt: NOW / 1000,
    });
  });

  it('is not made for somebody who is not known here', async () => {
    expect(await refreshIfDue(transport, clockAt(NOW), newUuid())).toBe('kept');
    expect(server.seen).toEqual([]);
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
    version: 1,
    modified_at: AT,
    modified_by: null,
  });
  const credentials = { email: 'associate@demo.test', password: 'closing-day' };

  function login(given: Answering | 'hang up', config: Answering | 'hang up' = 'hang up'): void {
    server.script = ({ url }) => (url === '/api/config' ? config : given);
  }

  it('makes the person current on this device, with their session and name', async () => {
    const uuid = newUuid();
    login({ status: 200, body: { expires_at: NOW / 1000, user: user(uuid) } });
    expect(await signIn(transport, clockAt(NOW), credentials)).toEqual({
      outcome: 'signed_in',
      userId: uuid,
    });
    expect(await currentAccount()).toMatchObject({ userId: uuid, session: 'active', expiresAt: NOW / 1000 });
    expect(await openDatabase(uuid).users.get(uuid)).toMatchObject({ fullName: 'Daniel Okafor' });
  });

  it('works when the settings fail to load, without what they would have said', async () => {
    login({ status: 200, body: { expires_at: NOW / 1000, user: user(newUuid()) } });
    await signIn(transport, clockAt(NOW), credentials);
    expect(JSON.parse(server.seen[1]!.body)).toEqual({
      loginId: 'associate@demo.test',
      password: 'closing-day',
    });
  });

  it('with a wrong password says the server’s sentence, and who was current stays', async () => {
    login({ status: 401, body: { code: 'wrong_credentials', error_message: 'That password is wrong.' } });
    expect(await signIn(transport, clockAt(NOW), credentials)).toEqual({
      outcome: 'refused',
      message: 'That password is wrong.',
    });
    expect((await currentAccount())?.userId).toBe(userId);
    expect(await hasSession(userId)).toBe(true);
  });

  it.for([
    ['without a network', 'hang up', 'Counterpart cannot be reached. Check your connection and try again.'],
    [
      'behind a portal',
      { status: 200, ours: false, body: '<h1>Hotel</h1>' },
      'Something between this device and Counterpart answered instead of it. Check your connection and try again.',
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
  it('ends the session on this device, also where the server cannot be reached; the account and its work stay', async () => {
    await signOut(transport, userId);
    expect(server.seen).toMatchObject([{ method: 'DELETE', url: '/api/auth/logout' }]);
    expect(await currentAccount()).toBeUndefined();
    expect(await hasSession(userId)).toBe(false);
    expect(await deviceDatabase.accounts.get(userId)).toMatchObject({ session: 'signed_out' });
  });

  it('leaves nobody current', async () => {
    await forgetCurrent();
    expect(await currentAccount()).toBeUndefined();
  });
});
