import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../../server/auth/passwords.ts';
import { addAccount, addOrganization } from '../../../server/commands/account/add-account.ts';
import { endpoints, unknownRows, validCall, type DealRows } from '../support/endpoints.ts';
import { readEvents } from '../support/event-reader.ts';
import type { TestClient } from '../support/test-client.ts';
import { addParticipant, PASSWORD, startTestServer, type TestServer } from '../support/test-server.ts';

const FACTS = {
  name: 'Project Alder',
  description: 'The buyer is nervous.',
  client_name: 'Alder Holdings',
  client_number: 'C-7',
  matter_number: 'M-42',
  closing_date: '2026-03-31',
  signing_instructions: 'Blue ink.',
};

/** The calls that people who see only the outline may make. */
const OUTLINED = new Set(['transactions.get', 'transactions.viewed']);

let server: TestServer;
let member: TestClient;
let admin: TestClient;
let support: TestClient;
let firm: string;
let deal: string;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  await addSupport();
  member = await server.signIn('member@firm.test');
  admin = await server.signIn('admin@firm.test');
  support = await server.signIn('help@counterpart.test');
  firm = (await admin.get('/authentication/user/me')).body.organization;
});
afterAll(() => server.stop());
beforeEach(async () => {
  await strict(false);
  await grantSupport(false);
  await server.services.db.deleteFrom('access_log').execute();
  deal = (await member.post('/transactions/transaction', FACTS)).body.uuid;
});

async function addSupport(): Promise<void> {
  const password_hash = await hashPassword(PASSWORD);
  await server.services.db.transaction().execute(async (tx) => {
    const organization = await addOrganization(server.services, tx, 'Counterpart');
    const person = { first_name: 'Sam', last_name: 'Support', role: 'support', is_demo: false } as const;
    await addAccount(server.services, tx, {
      ...person,
      email: 'help@counterpart.test',
      organization,
      password_hash,
    });
  });
}

async function strict(on: boolean): Promise<void> {
  const answer = await admin.patch(`/authentication/organization/${firm}`, { strict_data_access: on });
  expect(answer.body.strict_data_access, answer.text).toBe(on);
}

async function grantSupport(on: boolean) {
  return admin.post(`/authentication/organization/${firm}/set_support_access`, {
    support_access_enabled: on,
  });
}

async function seenBy(client: TestClient) {
  return (await client.get('/transactions/transaction')).body.find(
    (row: { uuid: string }) => row.uuid === deal,
  );
}

/** Reports that the person has opened the deal, as the app does. */
async function opens(client: TestClient, at = new Date()) {
  return client.post(`/transactions/transaction/${deal}/viewed`, { viewed_at: at.toISOString() });
}

/** Returns the access log's lines about the deal, as `who act as`. */
async function logged(): Promise<string[]> {
  const rows = await server.services.db
    .selectFrom('access_log')
    .innerJoin('users', 'users.uuid', 'access_log.user_uuid')
    .select(['users.first_name', 'act', 'acting_as'])
    .where('transaction', '=', deal)
    .orderBy('at')
    .orderBy('access_log.uuid')
    .execute();
  return rows.map(({ first_name, act, acting_as }) => `${first_name} ${act} as ${acting_as}`);
}

function rowsOfDeal(): DealRows {
  return { ...unknownRows(), deal };
}

describe('turning off strict data access', () => {
  let second: TestClient;
  const setRole = async (role: 'admin' | 'member') => {
    const { uuid } = (await second.get('/authentication/user/me')).body;
    await admin.patch(`/authentication/user/${uuid}`, { role });
  };
  beforeEach(async () => {
    await strict(true);
    second = await server.signIn('colleague@firm.test');
    await setRole('admin');
  });
  afterEach(async () => setRole('member'));

  const set = async (client: TestClient, on: boolean) => {
    const { body } = await client.patch(`/authentication/organization/${firm}`, { strict_data_access: on });
    return [body.strict_data_access, body.strict_access_off_requested_by?.name ?? null];
  };
  const acts = async () => {
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
    return rows.map(({ act }) => act);
  };

  test('takes a second admin, who is notified; the first cannot approve it themselves', async () => {
    expect(await set(admin, false)).toEqual([true, 'Ada Admin']);
    expect(await set(admin, false)).toEqual([true, 'Ada Admin']);
    const [told] =
      (await second.get('/notifications')).body.results ?? (await second.get('/notifications')).body;
    expect(told.title).toContain('Ada Admin asked to turn off strict data access');
    expect(await set(second, false)).toEqual([false, null]);
    expect(await acts()).toEqual(['strict_access.off', 'strict_access.off_requested']);
  });

  test('is canceled if either of them cancels it', async () => {
    expect(await set(admin, false)).toEqual([true, 'Ada Admin']);
    expect(await set(second, true)).toEqual([true, null]);
    expect(await acts()).toEqual(['strict_access.off_withdrawn', 'strict_access.off_requested']);
    expect(await set(second, false), 'their own request').toEqual([true, 'Cleo Colleague']);
  });

  test('takes only the other admin once they are the only one', async () => {
    expect(await set(second, false)).toEqual([true, 'Cleo Colleague']);
    await setRole('member');
    expect(await set(admin, false), 'the request of a former admin').toEqual([false, null]);
  });
});

describe('strict data access', () => {
  test('is shown to the organization’s members, changed by its admins, and hidden from others', async () => {
    const path = `/authentication/organization/${firm}/get_strict_data_access_settings`;
    expect((await member.get(path)).body).toEqual({ strict_data_access: false });
    await strict(true);
    expect((await member.get(path)).body).toEqual({ strict_data_access: true });
    expect((await (await server.signIn('counsel@outside.test')).get(path)).status).toBe(404);
    const refused = await member.patch(`/authentication/organization/${firm}`, { strict_data_access: false });
    expect(refused.status).toBe(403);
  });

  test('leaves an admin who is not a participant the name, client, matter and dates, and nothing else', async () => {
    await member.post('/transactions/item', { transaction: deal, name: 'Secret side letter' });
    const before = await seenBy(admin);
    expect(before).toMatchObject({ ...FACTS, restricted: false, num_documents: 1 });
    await strict(true);
    for (const row of [await seenBy(admin), (await admin.get(`/transactions/transaction/${deal}`)).body]) {
      expect(row).toMatchObject({
        uuid: deal,
        restricted: true,
        name: FACTS.name,
        client_name: FACTS.client_name,
        client_number: FACTS.client_number,
        matter_number: FACTS.matter_number,
        closing_date: FACTS.closing_date,
        created_at: before.created_at,
        description: '',
        signing_instructions: '',
        num_documents: 0,
        participants: [],
        deleted_participants: [],
        version: 1,
        modified_by: null,
        modified_at: before.created_at,
      });
      expect(JSON.stringify(row)).not.toMatch(/nervous|Blue ink|Mo Member|member@firm/);
    }
    expect(await seenBy(member)).toMatchObject({ ...FACTS, restricted: false });
  });

  test('rejects every other call of that admin about the deal, with an explanation', async () => {
    await strict(true);
    const ofDeal = endpoints().filter(({ name, meta }) => {
      const { path, body } = validCall(name, rowsOfDeal());
      return (
        !OUTLINED.has(name) &&
        // An organization's admins decide these for all of its deals, even for those in which they don't
        // participate.
        !['deal_admin', 'organization_admin'].includes(meta.policy) &&
        `${path} ${JSON.stringify(body)}`.includes(deal)
      );
    });
    expect(ofDeal.length).toBeGreaterThan(15);
    for (const { name, method } of ofDeal) {
      const { path, body } = validCall(name, rowsOfDeal());
      const answer = await admin.send(method, path, body);
      expect(answer.status, name).toBe(403);
      expect(answer.body.error_message, name).toMatch(/^Strict data access is on/);
    }
    const changes = await admin.get(`/transactions/transaction/${deal}/changes`);
    expect(changes.status).toBe(403);
    expect(changes.body.code).toBe('not_allowed');
    expect((await admin.get(`/feature-status?transaction=${deal}`)).status).toBe(403);
    expect((await member.get(`/transactions/transaction/${deal}/changes`)).status).toBe(200);
  });

  test('opens the deal again to an admin who becomes a participant', async () => {
    await strict(true);
    await addParticipant(server, deal, 'admin@firm.test');
    expect(await seenBy(admin)).toMatchObject({ ...FACTS, restricted: false });
    expect((await admin.patch(`/transactions/transaction/${deal}`, { description: 'x' })).status).toBe(200);
  });

  describe('when nobody from the organization is left on a deal', () => {
    const put = async (client: TestClient, user: string, what = 'create', headers = {}) =>
      client.post(
        `/authentication/organization/${firm}/${what}_participant`,
        { transaction: deal, user },
        { headers },
      );
    const idOf = async (client: TestClient) => (await client.get('/authentication/user/me')).body.uuid;

    test('an admin adds and removes a person without seeing more of it than before, and each is logged', async () => {
      const colleague = await server.signIn('colleague@firm.test');
      const them = await idOf(colleague);
      await strict(true);
      const headers = { 'idempotency-key': `put-${deal}` };
      const added = await put(admin, them, 'create', headers);
      expect([added.status, added.body.full_name]).toEqual([201, 'Cleo Colleague']);
      expect((await put(admin, them, 'create', headers)).body, 'the response may have been lost').toEqual(
        added.body,
      );
      expect(await seenBy(colleague)).toMatchObject({ ...FACTS, restricted: false });
      expect((await admin.get(`/transactions/element?transaction=${deal}`)).status).toBe(403);
      expect((await put(admin, them, 'create')).status, 'already a participant').toBe(201);
      expect((await put(admin, them, 'delete')).status).toBe(204);
      expect((await put(admin, them, 'delete')).status, 'already removed').toBe(204);
      expect(await seenBy(colleague)).toBeUndefined();
      expect((await put(admin, await idOf(member), 'delete')).status, 'the last participant').toBe(422);
      const acts = (await logged()).filter((line) => line.includes('participant_'));
      expect(acts, 'only what was done').toEqual([
        'Ada participant_added as admin',
        'Ada participant_removed as admin',
      ]);
    });

    test('nobody else can: not its participants, not support, and not admins of another organization', async () => {
      const colleague = await server.signIn('colleague@firm.test');
      const outside = await server.signIn('counsel@outside.test');
      const them = await idOf(colleague);
      await strict(true);
      await grantSupport(true);
      for (const what of ['create', 'delete']) {
        expect((await put(member, them, what)).status).toBe(403);
        expect((await put(colleague, them, what)).status).toBe(404);
        expect((await put(support, them, what)).status).toBe(403);
        expect((await put(outside, them, what)).status).toBe(404);
      }
      await addParticipant(server, deal, 'counsel@outside.test');
      expect((await put(outside, them)).status).toBe(403);
      const theirs = (await outside.get('/authentication/user/me')).body.organization;
      const asTheirs = await outside.post(`/authentication/organization/${theirs}/create_participant`, {
        transaction: deal,
        user: them,
      });
      expect(asTheirs.status).toBe(403);
      expect((await put(admin, await idOf(outside), 'create')).status, 'already a participant').toBe(201);
      expect((await put(admin, deal, 'create')).status, 'nobody').toBe(422);
    });

    test('without strict data access nothing is logged', async () => {
      const colleague = await server.signIn('colleague@firm.test');
      expect((await put(admin, await idOf(colleague))).status).toBe(201);
      expect(await logged()).toEqual([]);
    });
  });

  test('does not repeat a stored response to a user whom it now restricts', async () => {
    const headers = { 'idempotency-key': `key-${deal}` };
    const path = `/transactions/transaction/${deal}`;
    const done = await admin.patch(path, { name: 'Project Ash' }, { headers });
    expect(done.status).toBe(200);
    await strict(true);
    expect((await admin.patch(path, { name: 'Project Ash' }, { headers })).status).toBe(404);
  });

  test('sends an admin who is not a participant no events of the deal, unlike a participant', async () => {
    await strict(true);
    const [told, adminEvents] = [await readEvents(member), await readEvents(admin)];
    const { version } = (await member.post('/transactions/element', { transaction: deal, label: 'A' })).body;
    await told.sees(deal, version);
    await strict(false);
    const later = (await member.post('/transactions/element', { transaction: deal, label: 'B' })).body
      .version;
    await adminEvents.sees(deal, later);
    expect(adminEvents.seen.filter((move) => move.deal === deal).map((move) => move.version)).toEqual([
      later,
    ]);
    await Promise.all([told.close(), adminEvents.close()]);
  });

  test('logs opening a deal once an hour, and lists once a day, but nothing if it is off', async () => {
    await seenBy(member);
    await member.get(`/transactions/transaction/${deal}`);
    await opens(member);
    expect(await logged()).toEqual([]);
    await strict(true);
    for (const client of [member, admin]) {
      await seenBy(client);
      await seenBy(client);
      // A background request of a device is not a view.
      await client.get(`/transactions/transaction/${deal}`);
      await client.get(`/transactions/transaction/${deal}`);
      await opens(client);
      await opens(client);
      await client.get(`/transactions/element?transaction=${deal}`);
      await client.get(`/transactions/transaction/${deal}/changes`);
    }
    expect(await logged()).toEqual([
      'Mo listed as participant',
      'Mo viewed as participant',
      'Mo opened as participant',
      'Ada listed as admin',
      'Ada viewed as admin',
    ]);
  });

  test('logs a deal opened offline with its time, but never in the future', async () => {
    await strict(true);
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
    for (const at of [ago(30), ago(5), ago(4.5), ago(-2), ago(24 * 365)]) await opens(member, at);
    const noted = await server.services.db
      .selectFrom('access_log')
      .select('at')
      .where('act', '=', 'viewed')
      .orderBy('at')
      .execute();
    const days = noted.map(({ at }) => Math.round((Date.now() - at.getTime()) / 3_600_000));
    expect(days).toEqual([90 * 24, 30, 5, 0]);
  });

  test('logs each time that signatories are copied to another deal, but nothing if it is off', async () => {
    const jane = (await member.post('/signatory', { transaction: deal, full_name: 'Jane Doe' })).body.uuid;
    const other = (await member.post('/transactions/transaction', { name: 'Project Birch' })).body.uuid;
    const copyTo = async (transaction: string) =>
      (await member.post('/signatory/bulk_duplicate', { transaction, signatories: [jane] })).status;
    expect([await copyTo(other), await logged()]).toEqual([201, []]);
    await strict(true);
    expect([await copyTo(other), await copyTo(other)]).toEqual([201, 201]);
    expect(await copyTo(deal), 'within the deal').toBe(201);
    expect(await logged()).toEqual(['Mo copied as participant', 'Mo copied as participant']);
  });

  test('ignores reports from a user who does not see the deal', async () => {
    await strict(true);
    expect((await opens(await server.signIn('counsel@outside.test'))).status).toBe(404);
    expect(await logged()).toEqual([]);
  });
});

describe('support access', () => {
  test('is off until an admin grants it, lasts 24 hours, and is shown to the organization’s members', async () => {
    expect(await seenBy(support)).toBeUndefined();
    expect((await support.get(`/transactions/transaction/${deal}`)).status).toBe(404);
    const before = Date.now();
    const given = await grantSupport(true);
    expect(given.status, given.text).toBe(200);
    const until = Date.parse(given.body.support_access_until) - 24 * 3_600_000;
    expect(until).toBeGreaterThanOrEqual(before);
    expect(until).toBeLessThanOrEqual(Date.now());
    const told = (await member.get(`/authentication/organization/${firm}`)).body.support_access_until;
    expect(told).toBe(given.body.support_access_until);
    expect((await member.post(`/authentication/organization/${firm}/set_support_access`, {})).status).toBe(
      422,
    );
    const enable = { support_access_enabled: true };
    expect(
      (await member.post(`/authentication/organization/${firm}/set_support_access`, enable)).status,
    ).toBe(403);
  });

  test('lets support look and change nothing, and each look is logged', async () => {
    await grantSupport(true);
    expect(await seenBy(support)).toMatchObject({ ...FACTS, restricted: false });
    expect((await support.get(`/transactions/element?transaction=${deal}`)).status).toBe(200);
    expect((await opens(support)).status).toBe(204);
    const refused = await support.patch(`/transactions/transaction/${deal}`, { name: 'Mine' });
    expect(refused.status).toBe(403);
    expect(refused.body.error_message).toMatch(/can view this transaction/);
    const presign = { doc_uuid: deal, file_name: 'a.pdf' };
    expect((await support.post(`/transactions/transaction/${deal}/presigned_url`, presign)).status).toBe(403);
    expect(await logged()).toEqual([
      'Sam listed as support',
      'Sam opened as support',
      'Sam viewed as support',
    ]);
  });

  test('ends when it is revoked, and by itself', async () => {
    await grantSupport(true);
    expect((await support.get(`/transactions/transaction/${deal}`)).status).toBe(200);
    expect((await grantSupport(false)).body.support_access_until).toBeNull();
    expect((await support.get(`/transactions/transaction/${deal}`)).status).toBe(404);
    await grantSupport(true);
    await server.services.db
      .updateTable('organizations')
      .set({ support_access_until: new Date(Date.now() - 1000) })
      .where('uuid', '=', firm)
      .execute();
    expect((await support.get(`/transactions/transaction/${deal}`)).status).toBe(404);
    expect(await seenBy(support)).toBeUndefined();
  });

  test('shows support only the outline under strict data access, like the organization’s own admins', async () => {
    await grantSupport(true);
    await strict(true);
    expect(await seenBy(support)).toMatchObject({ restricted: true, description: '' });
    expect((await support.get(`/transactions/element?transaction=${deal}`)).status).toBe(403);
  });
});
