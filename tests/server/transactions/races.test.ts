import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { v7 } from 'uuid';
import { startServer, type RunningServer } from '../../../server/start-server.ts';
import { freePort } from '../../support/free-port.ts';
import { readEvents } from '../support/event-reader.ts';
import { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { postForm } from '../support/upload.ts';

let server: TestServer;
let second: RunningServer;
let admin: TestClient;
let organization: string;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  const [port, storePort] = [await freePort(), await freePort()];
  second = await startServer({ ...server.settings, port, storePort });
  admin = await server.signIn('admin@firm.test');
  organization = (await admin.get('/authentication/user/me')).body.organization;
});
afterAll(async () => {
  await second.close();
  await server.stop();
});

/** Returns a client with the same session, connected to the other process. */
function atSecond(client: TestClient): TestClient {
  const there = new TestClient(second.url);
  for (const [name, value] of client.cookies) there.cookies.set(name, value);
  return there;
}

const idOf = async (client: TestClient): Promise<string> =>
  (await client.get('/authentication/user/me')).body.uuid;

test('a token that is refreshed through two processes at once keeps its session, and raises no alarm', async () => {
  const here = await server.signIn('colleague@firm.test');
  const there = atSecond(here);
  const answers = await Promise.all([here.post('/auth/refresh'), there.post('/auth/refresh')]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  for (const client of [here, there]) expect((await client.get('/authentication/user/me')).status).toBe(200);
  // Each continues with its own new token.
  expect((await there.post('/auth/refresh')).status).toBe(200);
  expect((await here.get('/notifications/')).body).toEqual([]);
});

test('a member whom an admin removes through one process loses their event stream in the other', async () => {
  const member = await server.signIn('colleague@firm.test');
  const uuid = await idOf(member);
  const stream = await readEvents(atSecond(member));
  const removed = await admin.post(`/authentication/organization/${organization}/remove_member`, {
    user: uuid,
  });
  expect(removed.status, removed.text).toBeLessThan(300);
  expect(await stream.ended).toBe('ended');
  // The first comment comes with the response's head. A heartbeat after eleven seconds would be the second.
  expect(stream.comments()).toBe(1);
  expect((await readEvents(atSecond(member))).status).toBe(401);
});

test('a file that is being uploaded when its account is disabled does not become a document', async () => {
  const member = await server.signIn('member@firm.test');
  const user = await idOf(member);
  const deal = (await member.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  const uuid = v7();
  const presigned = await member.post(`/transactions/transaction/${deal}/presigned_url`, {
    doc_uuid: uuid,
    file_name: 'NDA.pdf',
  });
  const [posted, disabled] = await Promise.all([
    postForm(presigned.body, Buffer.from('%PDF-1.4\n%%EOF')),
    atSecond(admin).patch(`/authentication/user/${user}`, { disabled: true }),
  ]);
  expect(disabled.status).toBe(200);
  expect(posted.status, 'accepted or refused, but never a server error').toBeLessThan(500);
  const create = { uuid, transaction: deal, name: 'NDA', uploaded_file_key: presigned.body.fields.key };
  for (const client of [member, atSecond(member)]) {
    const answer = await client.post('/transactions/document', create);
    expect([answer.status, answer.body.code]).toEqual([401, 'access_ended']);
  }
  expect((await admin.get(`/transactions/document?transaction=${deal}`)).body).toEqual([]);
  await admin.patch(`/authentication/user/${user}`, { disabled: false });
});

describe('a request to turn off strict data access', () => {
  let other: TestClient;
  const set = async (client: TestClient, on: boolean) =>
    client.patch(`/authentication/organization/${organization}`, { strict_data_access: on });

  beforeEach(async () => {
    other = await server.signIn('member@firm.test');
    await admin.patch(`/authentication/user/${await idOf(other)}`, { role: 'admin' });
  });

  test('that is approved and withdrawn at once leaves it on, and the audit log shows which came first', async () => {
    for (let round = 0; round < 6; round += 1) {
      await set(admin, true);
      const asked = (await set(admin, false)).body;
      expect([asked.strict_data_access, asked.strict_access_off_requested_by?.name]).toEqual([
        true,
        'Ada Admin',
      ]);
      const answers = await Promise.all([set(atSecond(other), false), set(admin, true)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const after = (await admin.get(`/authentication/organization/${organization}`)).body;
      expect(after.strict_data_access).toBe(true);
      const rows = await server.services.db
        .selectFrom('audit_log')
        .select('act')
        .where('act', 'in', [
          'strict_access.on',
          'strict_access.off',
          'strict_access.off_requested',
          'strict_access.off_withdrawn',
        ])
        .orderBy('seq', 'desc')
        .limit(2)
        .execute();
      expect([
        ['strict_access.on', 'strict_access.off'],
        ['strict_access.off_requested', 'strict_access.off_withdrawn'],
      ]).toContainEqual(rows.map(({ act }) => act));
    }
  });

  test('that two admins make at the same time through two processes turns it off once', async () => {
    await set(admin, true);
    const answers = await Promise.all([set(admin, false), set(atSecond(other), false)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const after = (await admin.get(`/authentication/organization/${organization}`)).body;
    expect([after.strict_data_access, after.strict_access_off_requested_by ?? null]).toEqual([false, null]);
  });
});
