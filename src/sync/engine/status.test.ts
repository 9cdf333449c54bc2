import { beforeEach, expect, it } from 'vitest';
import { MirrorDatabase } from '../../db/database.ts';
import { beginSession } from '../../db/device-database.ts';
import { diagnostics } from '../../db/queries/status/diagnostics.ts';
import { syncStatus } from '../../db/queries/status/sync-status.ts';
import { newUuid } from '../../db/uuid.ts';
import { retry, unreachable } from '../push/classify.ts';
import { hasSession } from '../transport/session.ts';
import { noteSetback, noteSuccess } from './status.ts';

const NOW = Date.parse('2026-03-01T12:00:00Z');
let db: MirrorDatabase;

beforeEach(async () => {
  const userId = newUuid();
  db = new MirrorDatabase(userId, 'relaxed');
  await beginSession({ userId, email: 'a@demo.test', fullName: 'A', expiresAt: 0, lastUsedAt: 0 });
  return async () => db.delete();
});

it('says offline with the reason, and keeps the time of the last contact', async () => {
  await noteSuccess(db, NOW);
  await noteSetback(db, unreachable(new TypeError('fetch failed')), 'pull/deal/items');
  expect(await syncStatus(db)).toMatchObject({
    connection: 'offline',
    lastError: 'The server can’t be reached.',
    lastContactAt: '2026-03-01T12:00:00.000Z',
  });
});

it('distinguishes a response that is not from Counterpart from a missing network', async () => {
  await noteSetback(
    db,
    retry('The response (200) didn’t come from Counterpart’s server.'),
    'pull/deal/items',
  );
  expect(await syncStatus(db)).toMatchObject({
    connection: 'trouble',
    lastError: 'The response (200) didn’t come from Counterpart’s server.',
  });
});

it('is online again with the first response', async () => {
  await noteSetback(db, retry('A portal.'), 'pull/deal/items');
  await noteSuccess(db, NOW);
  expect(await syncStatus(db)).toMatchObject({ connection: 'online', lastError: null });
});

it('writes the time of contact every 15 seconds, not at each response', async () => {
  for (const seconds of [0, 5, 14]) await noteSuccess(db, NOW + seconds * 1000);
  expect((await syncStatus(db)).lastContactAt).toBe('2026-03-01T12:00:00.000Z');
  await noteSuccess(db, NOW + 15_000);
  expect((await syncStatus(db)).lastContactAt).toBe('2026-03-01T12:00:15.000Z');
});

it('[AUTH2] reports that the session has ended', async () => {
  await noteSetback(db, { kind: 'signed_out', message: 'Your session has ended.' }, 'pull/deal/items');
  expect(await syncStatus(db)).toMatchObject({
    connection: 'signed_out',
    lastError: 'Your session has ended.',
  });
});

it('[AUTH4] an app that is too old is told to reload, and the session stays valid', async () => {
  await noteSetback(db, { kind: 'update_needed', message: 'Please reload.' }, 'pull/deal/items');
  expect(await syncStatus(db)).toMatchObject({ connection: 'update_needed', lastError: 'Please reload.' });
  expect(await hasSession(db.userId)).toBe(true);
});

it('a rejected edit does not change the connection', async () => {
  await noteSuccess(db, NOW);
  const error = { code: 'invalid' as const, error_message: 'No.' };
  await noteSetback(db, { kind: 'rejected', code: 'invalid', message: 'No.', error }, 'pull/deal/items');
  expect((await syncStatus(db)).connection).toBe('online');
});

it('keeps the last twenty setbacks for the diagnostics page, repeated ones once with a count', async () => {
  for (let count = 0; count < 25; count += 1) {
    await noteSetback(db, retry(`Reason ${count}`), 'push/deal');
    await noteSetback(db, unreachable(new TypeError('fetch failed')), 'push/deal');
  }
  const { setbacks } = await diagnostics(db);
  expect(setbacks.length).toBe(20);
  expect(setbacks[0]).toMatchObject({
    what: 'push/deal',
    reason: 'The server can’t be reached.',
    times: 25,
  });
  expect(setbacks[1]).toMatchObject({ reason: 'Reason 24', times: 1 });
});

it('records once that nobody is signed in, no matter how often it happens', async () => {
  for (let count = 0; count < 3; count += 1) {
    await noteSetback(db, { kind: 'signed_out', message: 'You are signed out.' }, 'session');
  }
  expect((await diagnostics(db)).setbacks).toMatchObject([{ times: 1 }]);
});
