import { connect } from 'node:net';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findSession } from '../../../server/auth/sessions.ts';
import { writeAsServer } from '../../../server/store/deals/deal-write.ts';
import { EventStreams } from '../../../server/events/event-streams.ts';
import { startServer } from '../../../server/start-server.ts';
import { CONTRACT_VERSION } from '../../../src/contract/version.ts';
import { readEvents, type EventReader } from '../support/event-reader.ts';
import { TestClient } from '../support/test-client.ts';
import { freePort } from '../../support/free-port.ts';
import { addParticipant, PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let member: TestClient;
let deal: string;
const open: EventReader[] = [];

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  member = await server.signIn('member@firm.test');
});
afterAll(() => server.stop());
beforeEach(async () => {
  deal = (await member.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((reader) => reader.close()));
});

async function reader(client: TestClient, headers: Record<string, string> = {}): Promise<EventReader> {
  const events = await readEvents(client, headers);
  open.push(events);
  expect(events.status).toBe(200);
  return events;
}

/** Adds a header, and returns the deal's version. */
async function change(client = member, transaction = deal): Promise<number> {
  const answer = await client.post('/transactions/element', { transaction, label: 'A' });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.version;
}

/** Returns the versions of the deal that were announced so far. */
function versionsOf(events: EventReader): number[] {
  return events.seen.filter((move) => move.deal === deal).map((move) => move.version);
}

describe('the event stream', () => {
  test('names the deal that changed and its version, and nothing else', async () => {
    const events = await reader(member);
    expect(events.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(events.headers.get('x-counterpart')).toBe(String(CONTRACT_VERSION));
    expect(events.headers.get('cache-control')).toContain('no-store');
    expect(events.headers.get('x-accel-buffering')).toBe('no');
    const version = await change();
    expect(await events.sees(deal, version)).toEqual({ deal, version });
  });

  test('marks a change as urgent if people wait for it, even if another change follows before the event is sent', async () => {
    const events = await reader(member);
    const write = async (isUrgent: boolean) =>
      writeAsServer(
        server.services,
        'test',
        async () => deal,
        async (scope) => {
          scope.put('transactions', deal);
          if (isUrgent) scope.hurry();
        },
      );
    await write(true);
    await write(false);
    await events.sees(deal, 3);
    const { urgent } = events.seen.find((move) => move.deal === deal && move.version >= 2) ?? {};
    expect(urgent).toBe(true);
    await write(false);
    expect(await events.sees(deal, 4)).toEqual({ deal, version: 4 });
  });

  test('is not compressed, whatever the client accepts', async () => {
    const events = await reader(member, { 'accept-encoding': 'br, gzip' });
    expect(events.headers.get('content-encoding')).toBeNull();
    await events.sees(deal, await change());
  });

  test('reports a deal that was created, edited and deleted, and changes by the server itself', async () => {
    const events = await reader(member);
    const opened = (await member.post('/transactions/transaction', { name: 'New' })).body;
    await events.sees(opened.uuid, 1);
    await writeAsServer(
      server.services,
      'test',
      async () => opened.uuid,
      async (scope) => scope.put('transactions', opened.uuid),
    );
    await events.sees(opened.uuid, 2);
    await member.delete(`/transactions/transaction/${opened.uuid}`);
    expect(await events.sees(opened.uuid, 3)).toEqual({ deal: opened.uuid, version: 3 });
  });

  test('reports nothing for a write that was rejected or changed nothing', async () => {
    const events = await reader(member);
    const element = (await member.post('/transactions/element', { transaction: deal, label: 'A' })).body;
    await events.sees(deal, element.version);
    await member.patch(`/transactions/element/${element.uuid}`, { label: 'A' });
    await member.patch(`/transactions/element/${element.uuid}`, { parent_element: element.uuid });
    const next = await change();
    await events.sees(deal, next);
    // The event about creating the deal may arrive after the stream was opened.
    expect(versionsOf(events).filter((version) => version > 1)).toEqual([element.version, next]);
  });

  test('needs a session of the user that the request names', async () => {
    const signedOut = await readEvents(server.client());
    const another = await readEvents(member, { 'x-counterpart-user': v7() });
    for (const events of [signedOut, another]) {
      expect(events.status).toBe(401);
      expect(events.headers.get('content-type')).toContain('application/json');
      expect(events.headers.get('x-counterpart')).toBe(String(CONTRACT_VERSION));
    }
    const me = (await member.get('/authentication/user/me')).body.uuid;
    await reader(member, { 'x-counterpart-user': me });
    const tooOld = await readEvents(member, { 'x-counterpart': '0' });
    expect(tooOld.status).toBe(426);
    expect((await member.send('HEAD', '/events')).status).toBe(404);
    expect((await member.post('/events')).status).toBe(404);
  });

  test('ends when the user signs out, but not when the session gets a new token', async () => {
    const leaving = await server.signIn('admin@firm.test');
    const staying = await server.signIn('admin@firm.test');
    const streams = new EventStreams(server.services);
    const ended: string[] = [];
    for (const [name, client] of Object.entries({ leaving, staying })) {
      streams.add({
        user: name,
        family: await familyOf(client),
        write: () => true,
        end: () => ended.push(name),
        cut: () => {},
      });
    }
    await staying.post('/auth/refresh');
    await leaving.delete('/auth/logout');
    await streams.beat();
    expect(ended).toEqual(['leaving']);
  });

  test('sends a heartbeat at once and at each interval, and cuts off a client that does not read', async () => {
    const events = await reader(member);
    await expect.poll(() => events.comments()).toBe(1);
    const streams = new EventStreams(server.services);
    const family = await familyOf(member);
    const written: string[] = [];
    const cut: string[] = [];
    const stream = (name: string, reads: boolean) => ({
      user: 'the same',
      family,
      write: (text: string) => {
        written.push(`${name} ${text}`);
        return reads;
      },
      end: () => {},
      cut: () => void cut.push(name),
    });
    streams.add(stream('deaf', false));
    streams.add(stream('listening', true));
    await streams.beat();
    expect(cut).toEqual(['deaf']);
    expect(written.filter((line) => line === 'listening :\n\n')).toHaveLength(2);
  });

  test('of the twenty-first client of one user cuts off the oldest one, but none of other users', () => {
    const streams = new EventStreams(server.services);
    const cut: string[] = [];
    const add = (user: string, name: string) =>
      streams.add({ user, family: name, write: () => true, end: () => {}, cut: () => void cut.push(name) });
    add('another', 'another');
    for (let n = 1; n <= 21; n += 1) add('one', `stream ${n}`);
    expect(cut).toEqual(['stream 1']);
  });
});

/** Returns the family of a client's session. */
async function familyOf(client: TestClient): Promise<string> {
  const caller = { address: '127.0.0.1', userAgent: '' };
  const token = client.cookies.get('session') ?? '';
  const session = await findSession(server.services.db, token, caller, new Date());
  return session?.family ?? '';
}

describe('the audience of an event', () => {
  test('includes participants and the organization’s admins, and nobody else', async () => {
    const counsel = await server.signIn('counsel@outside.test');
    const admin = await reader(await server.signIn('admin@firm.test'));
    const colleague = await reader(await server.signIn('colleague@firm.test'));
    const outsider = await reader(counsel);
    const own = (await counsel.post('/transactions/transaction', { name: 'Theirs' })).body.uuid;
    const version = await change();
    await admin.sees(deal, version);
    await outsider.sees(own, 1);
    // A later event on the same streams proves that the earlier one was not sent.
    await addParticipant(server, deal, 'colleague@firm.test');
    await addParticipant(server, deal, 'counsel@outside.test');
    const later = await change();
    await colleague.sees(deal, later);
    await outsider.sees(deal, later);
    for (const events of [colleague, outsider]) expect(versionsOf(events)).toEqual([later]);
    expect(admin.seen.some((move) => move.deal === own)).toBe(false);
  });

  test('includes a removed participant once, and then no more', async () => {
    await addParticipant(server, deal, 'counsel@outside.test');
    const counsel = await server.signIn('counsel@outside.test');
    const events = await reader(counsel);
    const user = (await counsel.get('/authentication/user/me')).body.uuid;
    let removed = 0;
    await writeAsServer(
      server.services,
      'test',
      async () => deal,
      async (scope) => {
        const row = await scope.tx
          .updateTable('participants')
          .set({ deleted: true, ...scope.stamp })
          .where('transaction', '=', deal)
          .where('user_uuid', '=', user)
          .returning('uuid')
          .executeTakeFirstOrThrow();
        scope.put('participants', row.uuid);
        removed = scope.version;
      },
    );
    await events.sees(deal, removed);
    await change();
    const own = (await counsel.post('/transactions/transaction', { name: 'Theirs' })).body.uuid;
    await events.sees(own, 1);
    expect(versionsOf(events).filter((version) => version >= removed)).toEqual([removed]);
  });
});

describe('across processes and failures', () => {
  test('a change made through one process is reported by another', async () => {
    const port = await freePort();
    const settings = { ...server.settings, port, publicUrl: `http://127.0.0.1:${port}` };
    const second = await startServer({ ...settings, storePort: await freePort() });
    try {
      const client = new TestClient(second.url);
      await client.post('/auth/login', { loginId: 'member@firm.test', password: PASSWORD });
      const there = await reader(client);
      const here = await reader(member);
      const [first, next] = [await change(), await change(client)];
      expect(await there.sees(deal, first)).toEqual({ deal, version: first });
      expect(await here.sees(deal, next)).toEqual({ deal, version: next });
    } finally {
      await second.close();
    }
  });

  test('when the listening connection is lost, the streams end, and reopened ones receive events', async () => {
    const events = await reader(member);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'counterpart-events'
    `.execute(server.services.db);
    await events.ended;
    const anew = await reader(member);
    const version = await change();
    expect(await anew.sees(deal, version)).toEqual({ deal, version });
  });

  test('closing the server ends its streams, without waiting for clients', async () => {
    const port = await freePort();
    const settings = { ...server.settings, port, publicUrl: `http://127.0.0.1:${port}` };
    const second = await startServer({ ...settings, storePort: await freePort() });
    const client = new TestClient(second.url);
    await client.post('/auth/login', { loginId: 'member@firm.test', password: PASSWORD });
    const events = await readEvents(client);
    const deaf = connect(port, '127.0.0.1');
    deaf.write(
      `GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nCookie: session=${client.cookies.get('session')}\r\n\r\n`,
    );
    await new Promise<void>((resolve) => deaf.once('readable', () => resolve()));
    // A connection without a request, as browsers open in advance.
    const unused = connect(port, '127.0.0.1');
    await new Promise<void>((resolve) => unused.once('connect', () => resolve()));
    await second.close();
    expect(await events.ended).toBe('ended');
    deaf.destroy();
    unused.destroy();
  });
});
