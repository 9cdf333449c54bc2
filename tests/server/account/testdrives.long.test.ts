import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { sweepTestdrives } from '../../../server/purge/remove-testdrives.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';
import { converted, upload } from '../support/upload.ts';

const DAY_MS = 86_400_000;

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
});
afterAll(() => server.stop());

/** Starts a test drive, with an own file in the sample deal and one of the sample files. */
async function begin() {
  const client = server.client();
  const { uuid, organization, email } = (await client.post('/auth/testdrive')).body.user;
  const [{ uuid: deal }] = (await client.get('/transactions/transaction')).body;
  const bytes = await samplePdf({ pages: 1, text: email });
  const own = await converted(client, (await upload(client, deal, bytes, { name: 'Own' })).body.uuid);
  for (const each of (await client.get(`/transactions/document?transaction=${deal}`)).body)
    await converted(client, each.uuid);
  await client.post('/user-event', { event: 'DOCUMENTS_ADDED' });
  await client.patch(
    `/transactions/transaction/${deal}`,
    { name: 'Mine' },
    { headers: { 'idempotency-key': v7() } },
  );
  await client.post('/transactions/note', { transaction: deal, note: 'Mine' });
  await client.post('/transactions/custom_key/bulk_create', {
    transaction: deal,
    custom_keys: [{ key: 'Mine' }],
  });
  const guest = { email: 'friend@elsewhere.test', first_name: 'Fay', last_name: 'Friend' };
  expect((await client.post('/invitations/invitation', { transaction: deal, ...guest })).status).toBe(201);
  return { client, uuid, organization, deal, own };
}

let inUse: Awaited<ReturnType<typeof begin>> | undefined;
let lately: typeof inUse;

/** Moves everything that a user has done this many days into the past. */
async function age(user: string, days: number): Promise<void> {
  const { db } = server.services;
  const at = new Date(Date.now() - days * DAY_MS);
  await db.updateTable('users').set({ created_at: at }).where('uuid', '=', user).execute();
  await db.updateTable('sign_ins').set({ last_used_at: at }).where('user_uuid', '=', user).execute();
  await db.updateTable('sessions').set({ expires_at: at }).where('user_uuid', '=', user).execute();
  await db.updateTable('change_log').set({ at }).where('actor', '=', user).execute();
}

/** Counts the rows of each table, except those that this sweep leaves alone. */
async function rowsOfAll(): Promise<Record<string, number>> {
  const { db } = server.services;
  const tables = [
    'organizations',
    'users',
    'sign_ins',
    'sessions',
    'transactions',
    'participants',
    'elements',
    'items',
    'documents',
    'tasks',
    'notes',
    'custom_keys',
    'document_pages',
    'change_log',
    'notifications',
    'mails',
    'invitations',
    'access_log',
    'reports',
    'idempotency_keys',
    'features',
    'user_events',
    'password_resets',
  ] as const;
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { count } = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(count);
  }
  return counts;
}

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['files/', 'pdf/', 'png-144/', 'incoming/'])
    for await (const { key } of server.services.objects.list(folder)) found.push(key);
  return found.toSorted();
}

const isThere = async (user: string) =>
  (await server.services.db.selectFrom('users').select('uuid').where('uuid', '=', user).execute()).length > 0;

async function partner(): Promise<TestClient> {
  const client = server.client();
  await client.post('/auth/login', { loginId: 'partner@demo.test', password: 'closing-day' });
  return client;
}

test('a test drive that was not used for a week is deleted with all its rows and files, and nothing else is', async () => {
  const demo = await partner();
  const [{ uuid: sample }] = (await demo.get('/transactions/transaction')).body;
  const documents: Document[] = (await demo.get(`/transactions/document?transaction=${sample}`)).body;
  for (const { uuid } of documents) await converted(demo, uuid);
  const before = { rows: await rowsOfAll(), keys: await keys() };
  const guest = await begin();
  expect((await keys()).length).toBeGreaterThan(before.keys.length);
  // These accounts are old, too, but aren't test drives.
  const { uuid: me } = (await (await server.signIn('member@firm.test')).get('/authentication/user/me')).body;
  await age(me, 400);
  await age((await demo.get('/authentication/user/me')).body.uuid, 400);
  await age(guest.uuid, 8);
  await sweepTestdrives(server.services);
  expect(await isThere(guest.uuid)).toBe(false);
  const { sessions: _s, sign_ins: _i, ...rows } = await rowsOfAll();
  const { sessions: _t, sign_ins: _j, ...rowsBefore } = before.rows;
  expect(rows).toEqual(rowsBefore);
  expect(await keys(), 'files that other sample deals also use still exist').toEqual(before.keys);
  expect((await guest.client.get('/authentication/user/me')).status).toBe(401);
});

test.for([
  'is used',
  'was used six days ago',
  'has another participant on its deal',
  'participates in another user’s deal',
])('a test drive that %s is kept', async (why) => {
  const guest = await begin();
  const { email } = (await guest.client.get('/authentication/user/me')).body;
  if (why === 'is used') inUse = guest;
  else await age(guest.uuid, why === 'was used six days ago' ? 6 : 30);
  if (why === 'was used six days ago') lately = guest;
  if (why === 'has another participant on its deal')
    await addParticipant(server, guest.deal, 'member@firm.test');
  const member = await server.signIn('member@firm.test');
  const theirs = (await member.post('/transactions/transaction', { name: 'Theirs' })).body.uuid;
  if (why === 'participates in another user’s deal') await addParticipant(server, theirs, email);
  const before = { rows: await rowsOfAll(), keys: await keys() };
  await sweepTestdrives(server.services);
  expect({ rows: await rowsOfAll(), keys: await keys() }).toEqual(before);
  expect((await member.get(`/transactions/transaction/${theirs}`)).status).toBe(200);
});

test('a test drive that cannot be deleted delays no other, is reported, and is deleted in the next sweep', async () => {
  // Reuses the remaining test drives, because an address can start only a few.
  const [guest, other] = [inUse, lately];
  if (!guest || !other) throw new Error('There is no test drive.');
  await age(guest.uuid, 8);
  await age(other.uuid, 8);
  const { services } = server;
  const { objects } = services;
  const own = `files/${guest.own.sha256}`;
  const broken = {
    list: (prefix: string) => objects.list(prefix),
    stat: async (key: string) => objects.stat(key),
    remove: async (key: string) => {
      if (key === own) throw new Error('cut off');
      await objects.remove(key);
    },
  };
  await expect(
    sweepTestdrives({ ...services, objects: Object.assign(Object.create(objects), broken) }),
  ).rejects.toThrow(`Could not be removed: Error: ${guest.organization}: Error: cut off`);
  expect(await isThere(guest.uuid)).toBe(true);
  expect(await isThere(other.uuid)).toBe(false);
  await sweepTestdrives(services);
  expect(await isThere(guest.uuid)).toBe(false);
  expect(await keys()).not.toContain(own);
});
