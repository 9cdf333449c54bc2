import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Participant } from '../../../src/contract/entities/transactions/participant.ts';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant, startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let owner: TestClient;
let colleague: TestClient;
let admin: TestClient;
let outside: TestClient;
let deal: string;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  owner = await server.signIn('member@firm.test');
  colleague = await server.signIn('colleague@firm.test');
  admin = await server.signIn('admin@firm.test');
  outside = await server.signIn('counsel@outside.test');
});
afterAll(() => server.stop());
beforeEach(async () => {
  deal = (await owner.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});

async function idOf(client: TestClient): Promise<string> {
  return (await client.get('/authentication/user/me')).body.uuid;
}

async function people(client = owner): Promise<Participant[]> {
  return (await client.get(`/transactions/participant?transaction=${deal}`)).body;
}

async function add(client: TestClient, person: TestClient, more: object = {}) {
  const user_uuid = await idOf(person);
  return client.post('/transactions/participant', { transaction_uuid: deal, user_uuid, ...more });
}

/** Returns the person's participation in the deal. */
async function participant(person: TestClient): Promise<string> {
  const user = await idOf(person);
  return (await people()).find((each) => each.user_uuid === user)?.uuid ?? '';
}

const inList = async (client: TestClient, query = ''): Promise<string[]> =>
  (await client.get(`/transactions/transaction${query}`)).body.map(({ uuid }: { uuid: string }) => uuid);

describe('a person who is added to a deal', () => {
  test('sees the deal from then on, under the id from the client', async () => {
    const uuid = v7();
    expect(await inList(colleague)).not.toContain(deal);
    const added = await add(owner, colleague, { uuid });
    expect(added).toMatchObject({
      status: 201,
      body: { uuid, full_name: 'Cleo Colleague', creator: false, deleted: false },
    });
    expect(await inList(colleague)).toContain(deal);
    expect((await people()).map(({ full_name, creator }) => [full_name, creator])).toEqual([
      ['Mo Member', true],
      ['Cleo Colleague', false],
    ]);
  });

  test('twice is only one participant', async () => {
    const first = await add(owner, colleague);
    const second = await add(owner, colleague, { uuid: v7() });
    expect(second.body).toEqual(first.body);
    expect(await people()).toHaveLength(2);
  });

  test('must be known to the person who adds them, who doesn’t learn whether other people exist', async () => {
    const foreign = await add(owner, outside);
    const nobody = await owner.post('/transactions/participant', {
      transaction_uuid: deal,
      user_uuid: v7(),
    });
    expect(foreign).toMatchObject({ status: 422, body: { code: 'invalid', fields: ['user_uuid'] } });
    expect(nobody.body).toEqual(foreign.body);
    await addParticipant(server, deal, 'counsel@outside.test');
    await owner.patch(`/transactions/transaction/${deal}`, { guests_may_invite: true });
    // The colleague shares no deal with the guest.
    const elsewhere = await add(outside, colleague);
    expect(elsewhere.body).toEqual(foreign.body);
    expect((await add(owner, colleague)).status).toBe(201);
  });

  test('again after a removal is the same participant as before', async () => {
    const { uuid } = (await add(owner, colleague)).body;
    await owner.delete(`/transactions/participant/${uuid}`);
    const back = await add(owner, colleague, { uuid: v7() });
    expect(back.body).toMatchObject({ uuid, deleted: false });
    expect(await inList(colleague)).toContain(deal);
  });

  test('under another participant’s id is rejected', async () => {
    const uuid = await participant(owner);
    expect(await add(owner, colleague, { uuid })).toMatchObject({
      status: 409,
      body: { code: 'uuid_taken', fields: ['uuid'] },
    });
  });
});

describe('a person who is removed from a deal', () => {
  test('no longer sees the deal, and stays in it as a former participant', async () => {
    const { uuid } = (await add(owner, colleague)).body;
    expect((await owner.delete(`/transactions/participant/${uuid}`)).status).toBe(204);
    expect((await owner.delete(`/transactions/participant/${uuid}`)).status).toBe(204);
    expect((await colleague.get(`/transactions/transaction/${deal}`)).status).toBe(404);
    expect(await people()).toMatchObject([{ deleted: false }, { uuid, deleted: true }]);
    const { body } = await owner.get(`/transactions/transaction/${deal}`);
    expect(body.participants).toHaveLength(1);
    expect(body.deleted_participants).toMatchObject([{ uuid, deleted: true }]);
  });

  test('can be removed by the creator or an admin of the organization, and others can remove only themselves', async () => {
    await add(owner, colleague);
    await addParticipant(server, deal, 'counsel@outside.test');
    const [mine, theirs, creator] = [
      await participant(colleague),
      await participant(outside),
      await participant(owner),
    ];
    for (const [client, uuid] of [
      [colleague, theirs],
      [colleague, creator],
      [outside, mine],
    ] as const)
      expect(await client.delete(`/transactions/participant/${uuid}`)).toMatchObject({
        status: 403,
        body: { code: 'not_allowed' },
      });
    expect((await admin.delete(`/transactions/participant/${theirs}`)).status).toBe(204);
    expect((await colleague.delete(`/transactions/participant/${mine}`)).status).toBe(204);
    expect((await people()).filter(({ deleted }) => !deleted).map(({ uuid }) => uuid)).toEqual([creator]);
  });

  test('is never the last one', async () => {
    const uuid = await participant(owner);
    expect(await admin.delete(`/transactions/participant/${uuid}`)).toMatchObject({
      status: 422,
      body: { error_message: expect.stringMatching(/at least one participant/) },
    });
    expect((await owner.post(`/transactions/transaction/${deal}/participant_leave`)).status).toBe(422);
    expect(await inList(owner)).toContain(deal);
  });
});

describe('a person who leaves a deal', () => {
  const leave = (client: TestClient, headers: Record<string, string> = {}) =>
    client.send('POST', `/transactions/transaction/${deal}/participant_leave`, undefined, { headers });

  test('no longer sees the deal, and gets the same response again if it was lost', async () => {
    await add(owner, colleague);
    const headers = { 'idempotency-key': v7() };
    expect((await leave(colleague, headers)).status).toBe(204);
    expect(await inList(colleague)).not.toContain(deal);
    expect((await leave(colleague, headers)).status).toBe(204);
    expect((await leave(colleague)).status).toBe(404);
  });

  test('cannot be an admin who is not a participant', async () => {
    expect(await leave(admin)).toMatchObject({ status: 403, body: { code: 'not_allowed' } });
  });
});

describe('archiving a deal', () => {
  const archive = (client: TestClient, archived: boolean) =>
    client.post(`/transactions/transaction/${deal}/participant_settings`, { archived });

  test('affects only the person who archives, and can be undone', async () => {
    await add(owner, colleague);
    expect(await archive(owner, true)).toMatchObject({ status: 200, body: { uuid: deal, archived: true } });
    expect(await inList(owner)).not.toContain(deal);
    expect(await inList(owner, '?archived=true')).toContain(deal);
    expect(await inList(colleague)).toContain(deal);
    expect((await archive(owner, false)).body.archived).toBe(false);
    expect(await inList(owner)).toContain(deal);
  });

  test('reaches the person’s other devices through the feed', async () => {
    const feed = `/transactions/transaction/${deal}/changes`;
    const { body: before } = await owner.get(feed);
    await archive(owner, true);
    const { body: changes } = await owner.get(`${feed}?since=${before.version}&epoch=${before.epoch}`);
    expect(changes.transaction).toMatchObject({ uuid: deal, archived: true });
  });

  test('is not possible for an admin who is not a participant', async () => {
    expect((await archive(admin, true)).status).toBe(403);
  });

  test('ends when the person is added again', async () => {
    const { uuid } = (await add(owner, colleague)).body;
    await archive(colleague, true);
    await owner.delete(`/transactions/participant/${uuid}`);
    await add(owner, colleague);
    expect(await inList(colleague)).toContain(deal);
  });
});

describe('the facts of a deal', () => {
  test('are null if nobody has set them', async () => {
    const { body } = await owner.get(`/transactions/transaction/${deal}`);
    expect(body).toMatchObject({
      is_deed_transaction: false,
      archived_files_url: null,
      action_required: false,
      expired_at: null,
      esigning_service: 'counterpart',
      num_signatures: 0,
      total_signatures: 0,
      num_esignings_waiting_to_be_accepted: 0,
      num_executed_signatures: 0,
      closing_binder: null,
      transaction_invitations: [],
      deleted_participants: [],
      total_closing_binders: 0,
      signing_instructions: '',
      distributed_at: null,
      kind: 'packets',
    });
  });

  test('include how it is signed, which can be changed', async () => {
    const signed = {
      is_deed_transaction: true,
      signing_instructions: 'In blue ink.',
    };
    const made = await owner.post('/transactions/transaction', { name: 'A', ...signed, kind: 'wires' });
    expect(made.body).toMatchObject({ ...signed, kind: 'wires' });
    const changed = await owner.patch(`/transactions/transaction/${deal}`, signed);
    expect(changed.body).toMatchObject(signed);
    const wrong = await owner.patch(`/transactions/transaction/${deal}`, { esigning_service: 'pen' });
    expect(wrong.status).toBe(422);
    const kind = await owner.patch(`/transactions/transaction/${deal}`, { kind: 'wires' });
    expect(kind.body.kind, 'the purpose of a deal never changes').toBe('packets');
  });
});

test('a service that the server isn’t set up for can’t be chosen, but a deal keeps the one it has', async () => {
  const docusign = { esigning_service: 'docusign' as const };
  const refused = [
    await owner.post('/transactions/transaction', { name: 'A', ...docusign }),
    await owner.patch(`/transactions/transaction/${deal}`, docusign),
  ];
  for (const { status, body } of refused) {
    expect(status).toBe(422);
    expect(body.error_message).toBe(
      'DocuSign isn’t set up on this server. Choose Counterpart as the e-signing service.',
    );
  }
  await server.services.db.updateTable('transactions').set(docusign).where('uuid', '=', deal).execute();
  const kept = await owner.patch(`/transactions/transaction/${deal}`, { ...docusign, name: 'Project Alder' });
  expect(kept.body, kept.text).toMatchObject({ ...docusign, name: 'Project Alder' });
});

test('an organization lists its members to its members, by name', async () => {
  const { organization } = (await owner.get('/authentication/user/me')).body;
  const { body } = await owner.get(`/authentication/organization/${organization}`);
  expect(body).toMatchObject({
    uuid: organization,
    name: 'Whitfield & Crane LLP',
    members: [
      { full_name: 'Ada Admin', is_org_admin: true },
      { full_name: 'Cleo Colleague', is_org_admin: false },
      { full_name: 'Mo Member', is_org_admin: false },
    ],
  });
  expect((await outside.get(`/authentication/organization/${organization}`)).status).toBe(404);
});
