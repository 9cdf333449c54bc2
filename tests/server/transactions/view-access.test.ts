import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dealWithRows } from '../support/deal-with-rows.ts';
import {
  endpoints,
  READS_BY_POST,
  validCall,
  WRITES_BY_GET,
  type DealRows,
  type Endpoint,
} from '../support/endpoints.ts';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';

const VIEW_ONLY = 'You can view this transaction, but you can’t change it. Ask its team for full access.';

let server: TestServer;
let owner: TestClient;
let admin: TestClient;
let colleague: TestClient;
let counsel: TestClient;
let rows: DealRows;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  owner = await server.signIn('member@firm.test');
  admin = await server.signIn('admin@firm.test');
  colleague = await server.signIn('colleague@firm.test');
  counsel = await server.signIn('counsel@outside.test');
  rows = await dealWithRows(server, owner);
  await addParticipant(server, rows.deal, 'colleague@firm.test');
  await addParticipant(server, rows.deal, 'counsel@outside.test');
});
afterAll(() => server.stop());

const idOf = async (client: TestClient): Promise<string> =>
  (await client.get('/authentication/user/me')).body.uuid;

async function participantOf(client: TestClient, deal = rows.deal): Promise<string> {
  const user = await idOf(client);
  const { body } = await owner.get(`/transactions/participant?transaction=${deal}`);
  return body.find((each: { user_uuid: string }) => each.user_uuid === user).uuid;
}

const setAccess = async (by: TestClient, whose: TestClient, access: string) =>
  by.patch(`/transactions/participant/${await participantOf(whose)}`, { access });

/** Signed pages are visible only to the organization that collected them, until their release. */
const HELD: ReadonlySet<string> = new Set(['executedDocumentPages.picture', 'executedDocuments.download']);

/** The document in the packet has no file. */
const WITHOUT_FILE = 'packets.previewDocument';

describe('a view-only participant', () => {
  test('reads everything in the deal, and every call that would change it gets 403 with an explanation', async () => {
    expect((await setAccess(owner, counsel, 'view')).body).toMatchObject({ access: 'view' });
    const ofDeal = endpoints().filter(
      ({ meta }) => (meta.policy === 'deal' && meta.own !== true) || meta.policy === 'deal_owner',
    );
    const isWrite = ({ method, name }: Endpoint) =>
      (method !== 'GET' && !READS_BY_POST.has(name)) || WRITES_BY_GET.has(name);
    const writes = ofDeal.filter(isWrite);
    expect(writes.length).toBeGreaterThan(25);
    for (const { name, method } of writes) {
      const { path, body } = validCall(name, rows);
      const answer = await counsel.send(method, path, method === 'GET' ? undefined : body);
      expect([name, answer.status, answer.body.error_message]).toEqual([name, 403, VIEW_ONLY]);
    }
    for (const { name, method } of ofDeal.filter((each) => !isWrite(each))) {
      const { path, body } = validCall(name, rows);
      const { status } = await counsel.send(method, path, method === 'GET' ? undefined : body);
      if (HELD.has(name)) {
        expect([name, status]).toEqual([name, 403]);
        continue;
      }
      if (name === WITHOUT_FILE) {
        expect([name, status]).toEqual([name, 404]);
        continue;
      }
      // 302 means that a file is sent.
      expect([name, [200, 302].includes(status)]).toEqual([name, true]);
    }
    const answer = await counsel.get(`/transactions/transaction/${rows.deal}`);
    expect(answer.body).toMatchObject({ access: 'view', name: 'Project Alder' });
    expect((await owner.get(`/transactions/transaction/${rows.deal}`)).body.access).toBe('full');
  });

  test('can archive the deal for themselves and leave it', async () => {
    await setAccess(owner, colleague, 'view');
    const path = `/transactions/transaction/${rows.deal}`;
    expect((await colleague.post(`${path}/participant_settings`, { archived: true })).status).toBe(200);
    expect((await colleague.post(`${path}/participant_leave`)).status).toBe(204);
    await bringBack(rows.deal, 'colleague@firm.test');
  });

  test('can edit again once they get full access, and other devices learn of it through the feed', async () => {
    await setAccess(owner, counsel, 'view');
    const feed = `/transactions/transaction/${rows.deal}/changes`;
    const { body: before } = await counsel.get(feed);
    expect((await setAccess(admin, counsel, 'full')).status).toBe(200);
    const { body: after } = await counsel.get(`${feed}?since=${before.version}&epoch=${before.epoch}`);
    expect(after.transaction).toMatchObject({ access: 'full' });
    const note = await counsel.post('/transactions/note', { transaction: rows.deal, note: 'A' });
    expect(note.status).toBe(201);
  });
});

describe('access', () => {
  test('is set by the deal’s creator and the admins of its organization, and by nobody for themselves', async () => {
    for (const by of [colleague, counsel]) {
      expect(await setAccess(by, owner, 'view')).toMatchObject({
        status: 403,
        body: { code: 'not_allowed' },
      });
    }
    const own = await setAccess(owner, owner, 'view');
    expect([own.status, own.body.error_message]).toEqual([
      403,
      'You can’t change your own access. Ask another owner of the transaction.',
    ]);
  });

  test('does not restrict an admin unless strict data access is on', async () => {
    await addParticipant(server, rows.deal, 'admin@firm.test');
    await setAccess(owner, admin, 'view');
    const seen = async () => (await admin.get(`/transactions/transaction/${rows.deal}`)).body.access;
    const rename = async () =>
      (await admin.patch(`/transactions/transaction/${rows.deal}`, { description: 'Seen' })).status;
    expect([await seen(), await rename()]).toEqual(['full', 200]);
    const firm = `/authentication/organization/${rows.organization}`;
    await admin.patch(firm, { strict_data_access: true });
    try {
      expect([await seen(), await rename()]).toEqual(['view', 403]);
    } finally {
      await server.services.db.updateTable('organizations').set({ strict_data_access: false }).execute();
    }
  });

  test('of an invited person is the access that the invitation grants', async () => {
    const invited = await owner.post('/invitations/invitation', {
      transaction: rows.doomed,
      email: 'counsel@outside.test',
      first_name: 'Otto',
      last_name: 'Outside',
      access: 'view',
    });
    await counsel.post('/invitations/invitation/accept', { invitation: invited.body.uuid });
    expect((await counsel.get(`/transactions/transaction/${rows.doomed}`)).body.access).toBe('view');
    const added = await owner.post('/transactions/participant', {
      transaction_uuid: rows.doomed,
      user_uuid: await idOf(colleague),
      access: 'view',
    });
    expect(added.body).toMatchObject({ access: 'view' });
  });
});

describe('a guest', () => {
  const guestsMayInvite = async (by: TestClient, allowed: boolean) =>
    by.patch(`/transactions/transaction/${rows.deal}`, { guests_may_invite: allowed });
  const invite = async () =>
    counsel.post('/invitations/invitation', {
      transaction: rows.deal,
      email: 'partner@outside.test',
      first_name: 'Pia',
      last_name: 'Partner',
    });

  test('invites and adds people only if the deal allows it', async () => {
    await setAccess(owner, counsel, 'full');
    const refused = await invite();
    expect([refused.status, refused.body.error_message]).toEqual([
      403,
      'Only people from the organization that owns this transaction can add others to it. Ask one of them.',
    ]);
    const { uuid } = (await admin.get('/authentication/user/me')).body;
    const add = { transaction_uuid: rows.deal, user_uuid: uuid };
    await owner.delete(`/transactions/participant/${await participantOf(admin)}`);
    expect((await counsel.post('/transactions/participant', add)).status).toBe(403);
    expect((await guestsMayInvite(owner, true)).body).toMatchObject({ guests_may_invite: true });
    expect((await invite()).status).toBe(201);
    await guestsMayInvite(owner, false);
    expect((await invite()).status).toBe(403);
  });

  test('cannot change that, and neither can a member who does not own the deal', async () => {
    for (const by of [counsel, colleague]) expect((await guestsMayInvite(by, true)).status).toBe(403);
    expect((await guestsMayInvite(admin, true)).status).toBe(200);
  });
});

describe('adding a participant', () => {
  test('takes an id or an email address of people the caller shares an organization or a deal with, and reveals nothing about others', async () => {
    const { uuid: deal } = (await owner.post('/transactions/transaction', { name: 'Project Birch' })).body;
    const add = async (who: object) =>
      owner.post('/transactions/participant', { transaction_uuid: deal, ...who });
    // Both share Project Alder.
    expect((await add({ user_uuid: await idOf(counsel) })).status).toBe(201);
    expect((await add({ email: 'Colleague@Firm.test' })).status).toBe(201);
    expect((await add({ email: 'colleague@firm.test', user_uuid: rows.colleague })).status).toBe(422);
    const { uuid: theirs } = (await counsel.post('/transactions/transaction', { name: 'Project Elm' })).body;
    const byCounsel = async (email: string) =>
      counsel.post('/transactions/participant', { transaction_uuid: theirs, email });
    await server.services.db
      .updateTable('participants')
      .set({ deleted: true })
      .where('transaction', '!=', theirs)
      .execute();
    const [known, unknown] = [await byCounsel('colleague@firm.test'), await byCounsel('nobody@firm.test')];
    expect(known.status).toBe(422);
    expect(unknown.body).toEqual(known.body);
  });
});

/** Brings a person back to a deal that they have left. */
async function bringBack(deal: string, email: string): Promise<void> {
  const answer = await owner.post('/transactions/participant', { transaction_uuid: deal, email });
  expect(answer.status, answer.text).toBe(201);
}
