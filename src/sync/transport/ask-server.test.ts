import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { ScriptedServer } from '../../../tests/support/scripted-server.ts';
import { MirrorDatabase } from '../../db/database.ts';
import { beginSession, deviceDatabase, leaveSession } from '../../db/device-database.ts';
import { endOtherSessions } from '../../db/commands/account/online-calls.ts';
import { downloadPacket } from '../../db/commands/signing/packets/packet-calls.ts';
import { newUuid } from '../../db/uuid.ts';
import { askFor, runOnline } from './ask-server.ts';
import { realClock } from '../engine/clock.ts';
import { createTransport } from './transport.ts';

let server: ScriptedServer;
let db: MirrorDatabase;

beforeAll(async () => {
  server = await ScriptedServer.start();
});
afterAll(async () => server.close());
beforeEach(async () => {
  const userId = newUuid();
  db = new MirrorDatabase(userId, 'relaxed');
  await beginSession({
    userId,
    email: 'partner@demo.test',
    fullName: 'Margaret Whitfield',
    expiresAt: Date.now() / 1000 + 12 * 3600,
    lastUsedAt: 0,
  });
});
afterEach(async () => {
  await deviceDatabase.accounts.clear();
  await db.delete();
});

async function askForReports() {
  const transport = createTransport({ origin: server.origin, userId: db.userId });
  return askFor({ db, transport, clock: realClock }, 'reports');
}

it('a response is stored for the screen that requested it', async () => {
  server.script = () => ({ status: 200, body: [] });
  expect(await askForReports()).toEqual({ outcome: 'done' });
  expect(await db.answers.get('reports')).toMatchObject({ body: [] });
});

it('[AUTH11] nothing is stored on the device after the user has signed out', async () => {
  server.script = async () => {
    await leaveSession(db.userId);
    return { status: 200, body: [] };
  };
  expect(await askForReports()).toMatchObject({ outcome: 'refused' });
  expect(await db.answers.count()).toBe(0);
});

async function endTheOthers() {
  const transport = createTransport({ origin: server.origin, userId: db.userId });
  return runOnline({ db, transport, clock: realClock }, endOtherSessions());
}

it('a call that was sent but not answered does not claim that nothing was changed', async () => {
  server.script = () => 'hang up';
  expect(await endTheOthers()).toMatchObject({
    outcome: 'unreachable',
    message: expect.stringContaining('We couldn’t confirm this'),
  });
  expect(await askForReports(), 'what only reads').toMatchObject({
    message: expect.stringContaining('nothing was changed'),
  });
});

it('a file that doesn’t arrive is reported as missing, not as unconfirmed', async () => {
  server.script = () => 'hang up';
  const transport = createTransport({ origin: server.origin, userId: db.userId });
  const answer = await runOnline({ db, transport, clock: realClock }, downloadPacket(newUuid()));
  expect(answer).toMatchObject({ message: expect.stringMatching(/^This couldn’t be downloaded/) });
});

it('a call that was never sent has changed nothing', async () => {
  // Its session must be refreshed first, and nothing responds.
  await deviceDatabase.accounts.toCollection().modify({ expiresAt: Date.now() / 1000 + 60 });
  server.script = () => 'hang up';
  expect(await endTheOthers()).toMatchObject({ message: expect.stringContaining('nothing was changed') });
});
