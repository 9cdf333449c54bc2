import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let owner: TestClient;
let counsel: TestClient;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  owner = await server.signIn('member@firm.test');
  counsel = await server.signIn('counsel@outside.test');
  await setOwn(owner, { primary_header: 'numeric', numbering: 'outline' });
  await setOwn(counsel, { primary_header: 'lowercase_roman', reset_tabs: true });
});
afterAll(() => server.stop());

async function setOwn(client: TestClient, format: object): Promise<void> {
  const { uuid, binder_format_structure: before } = (await client.get('/authentication/user/me')).body;
  const edits = { binder_format_structure: { ...before, ...format } };
  expect((await client.patch(`/authentication/user/${uuid}`, edits)).status).toBe(200);
}

const createDeal = async (more: object = {}): Promise<string> =>
  (await owner.post('/transactions/transaction', { name: 'Project Alder', ...more })).body.uuid;

const read = async (client: TestClient, deal: string) =>
  (await client.get(`/transactions/transaction/${deal}`)).body;

test('a deal takes its creator’s numbering, and keeps it for everybody when the creator changes their own', async () => {
  const deal = await createDeal();
  await addParticipant(server, deal, 'counsel@outside.test');
  const taken = { primary_header: 'numeric', numbering: 'outline', reset_tabs: false };
  expect((await read(owner, deal)).binder_format_structure).toMatchObject(taken);
  await setOwn(owner, { primary_header: 'uppercase_alphabetic' });
  const seen = (await read(owner, deal)).binder_format_structure;
  expect(seen).toMatchObject(taken);
  expect((await read(counsel, deal)).binder_format_structure).toEqual(seen);
  const listed = (await counsel.get('/transactions/transaction')).body;
  expect(listed.find((each: { uuid: string }) => each.uuid === deal).binder_format_structure).toEqual(seen);
  await setOwn(owner, { primary_header: 'numeric' });
});

test('a deal created with a numbering has that one, like one created offline before the creator changed their own', async () => {
  const deal = await createDeal({ binder_format_structure: { third_header: 'numeric' } });
  expect((await read(owner, deal)).binder_format_structure).toMatchObject({
    primary_header: 'uppercase_roman',
    third_header: 'numeric',
  });
});

test('a participant of another organization changes the numbering for everybody, and the change log records it', async () => {
  const deal = await createDeal();
  await addParticipant(server, deal, 'counsel@outside.test');
  const before = await read(counsel, deal);
  const feed = `/transactions/transaction/${deal}/changes`;
  const { version, epoch } = (await owner.get(feed)).body;
  const format = { ...before.binder_format_structure, numbering: 'tabs', attachment_marker: 'numeric' };
  const changed = await counsel.patch(`/transactions/transaction/${deal}`, {
    binder_format_structure: format,
  });
  expect([changed.status, changed.body.binder_format_structure]).toEqual([200, format]);
  expect((await read(owner, deal)).binder_format_structure).toEqual(format);
  const { body } = await owner.get(`${feed}?since=${version}&epoch=${epoch}`);
  expect(body.transaction.binder_format_structure).toEqual(format);
  const { detail } = await server.services.db
    .selectFrom('change_log')
    .select('detail')
    .where('transaction', '=', deal)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow();
  expect(detail.fields).toEqual(['binder_format_structure']);
});

test('sending the current numbering again changes nothing', async () => {
  const deal = await createDeal();
  const before = await read(owner, deal);
  const again = await owner.patch(`/transactions/transaction/${deal}`, {
    binder_format_structure: before.binder_format_structure,
  });
  expect([again.status, again.body.version]).toEqual([200, before.version]);
});

test('an edit of a numbering that somebody else has changed since is a conflict', async () => {
  const deal = await createDeal();
  await addParticipant(server, deal, 'counsel@outside.test');
  const { version, binder_format_structure: before } = await read(owner, deal);
  const set = async (client: TestClient, style: string) =>
    client.patch(
      `/transactions/transaction/${deal}`,
      { binder_format_structure: { ...before, primary_header: style } },
      { headers: { 'x-base-version': `${version}` } },
    );
  expect((await set(counsel, 'lowercase_roman')).status).toBe(200);
  const conflict = await set(owner, 'uppercase_roman');
  expect([conflict.status, conflict.body.fields]).toEqual([409, ['binder_format_structure']]);
});
