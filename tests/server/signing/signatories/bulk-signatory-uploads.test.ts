import pg from 'pg';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TestClient } from '../../support/test-client.ts';
import { startTestServer, type TestServer } from '../../support/test-server.ts';

let server: TestServer;
let client: TestClient;
let deal: string;
let key: string;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  client = await server.signIn('member@firm.test');
});
afterAll(() => server.stop());
beforeEach(async () => {
  deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  const keys = { transaction: deal, custom_keys: [{ key: 'Commitment' }] };
  [{ uuid: key }] = (await client.post('/transactions/custom_key/bulk_create', keys)).body;
});

async function upload(rows: object[], uuid = v7(), file_name = 'investors.xlsx') {
  return client.post('/bulk_signatory_upload', { uuid, transaction: deal, file_name, rows });
}

async function list(path: string) {
  return (await client.get(`${path}?transaction=${deal}`)).body;
}

const signatories = async () => list('/signatory');
const relations = async () => list('/signatory/representative');
const values = async () => list('/transactions/custom_value');

const entity = (full_name: string) => ({ uuid: v7(), full_name, is_org: true });
const person = (full_name: string, email = '') => ({ uuid: v7(), full_name, email });
const relation = (entity: { uuid: string }, signatory: { uuid: string }, title = '') => ({
  uuid: v7(),
  entity: entity.uuid,
  signatory: signatory.uuid,
  title,
});

describe('a list of signatories', () => {
  test('adds signatories, capacities and values in its order, after the existing ones', async () => {
    await client.post('/signatory', { transaction: deal, full_name: 'Ali Hassan' });
    const [alpha, jane] = [entity('Alpha, L.P.'), person(' Jane Doe ', 'jane@alpha.com')];
    const answer = await upload([
      {
        row: 2,
        signatories: [
          { ...alpha, address: '1 Main St\nBoston', entity_description: 'a Delaware trust' },
          jane,
        ],
        representatives: [relation(alpha, jane, 'President')],
        custom_values: [{ uuid: v7(), signatory: alpha.uuid, custom_key: key, value: '$5,000,000' }],
      },
      { row: 3, signatories: [], representatives: [relation(alpha, jane, 'Secretary')] },
    ]);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.body).toMatchObject({
      file_name: 'investors.xlsx',
      num_rows: 2,
      num_created: 2,
      errors: [],
    });
    expect(await list('/bulk_signatory_upload')).toEqual([answer.body]);
    const { uuid: bulk_signatory_upload_id } = answer.body;
    expect(await signatories()).toMatchObject([
      { full_name: 'Ali Hassan', order: 0, bulk_signatory_upload_id: null },
      {
        full_name: 'Alpha, L.P.',
        order: 1,
        is_org: true,
        address: '1 Main St\nBoston',
        entity_description: 'a Delaware trust',
        bulk_signatory_upload_id,
      },
      { full_name: 'Jane Doe', order: 2, email: 'jane@alpha.com', is_org: false, bulk_signatory_upload_id },
    ]);
    expect(await relations()).toMatchObject([
      { entity: alpha.uuid, signatory: jane.uuid, title: 'President', order: 0 },
      { entity: alpha.uuid, signatory: jane.uuid, title: 'Secretary', order: 1 },
    ]);
    expect(await values()).toMatchObject([{ signatory: alpha.uuid, custom_key: key, value: '$5,000,000' }]);
  });

  test('can name signatories of later rows and existing ones', async () => {
    const { body: alpha } = await client.post('/signatory', {
      transaction: deal,
      full_name: 'Alpha',
      is_org: true,
    });
    const [corp, jane] = [entity('Alpha Corp.'), person('Jane Doe')];
    const answer = await upload([
      { row: 1, signatories: [], representatives: [relation(alpha, corp, 'general partner')] },
      { row: 2, signatories: [corp, jane], representatives: [relation(corp, jane, 'President')] },
    ]);
    expect(answer.status, answer.text).toBe(201);
    expect(await relations()).toHaveLength(2);
  });

  test('adds nothing if any row is invalid, and says which', async () => {
    const [alpha, beta, jane] = [entity('Alpha'), entity('Beta'), person('Jane Doe')];
    const value = (value: string) => ({ uuid: v7(), signatory: alpha.uuid, custom_key: key, value });
    const answer = await upload([
      { row: 2, signatories: [alpha, beta, jane], representatives: [relation(alpha, beta)] },
      { row: 3, signatories: [person('  ')] },
      { row: 4, signatories: [person('Ali', 'ali hassan@x.com')] },
      { row: 5, representatives: [relation(beta, alpha)] },
      { row: 6, representatives: [relation(alpha, { uuid: v7() })] },
      { row: 7, representatives: [relation(alpha, jane, 'x'.repeat(351))] },
      { row: 8, custom_values: [value('$1'), value('$2')] },
      { row: 9, custom_values: [{ ...value('$1'), custom_key: v7() }] },
      { row: 10, signatories: [person('Wang')] },
    ]);
    expect(answer.status).toBe(422);
    expect(answer.body).toEqual({
      code: 'invalid',
      fields: ['rows'],
      error_message: 'Nothing was added. Row 3: A signatory needs a name. 6 more rows have errors.',
      num_created: 0,
      errors: [
        { row: 3, error_message: 'A signatory needs a name.' },
        { row: 4, error_message: 'The email address “ali hassan@x.com” has a space in it.' },
        { row: 5, error_message: 'Beta already signs for Alpha, so Alpha can’t sign for Beta.' },
        { row: 6, error_message: 'A signatory in this row is no longer in this transaction.' },
        { row: 7, error_message: 'A title can have at most 350 characters.' },
        { row: 8, error_message: 'Alpha already has a value for this field.' },
        { row: 9, error_message: 'A field in this row is no longer in this transaction.' },
      ],
    });
    expect([await signatories(), await relations(), await values()]).toEqual([[], [], []]);
    expect(await list('/bulk_signatory_upload')).toEqual([]);
  });

  test('is refused with a chain of 9 or with a signatory of another deal', async () => {
    const chain = Array.from({ length: 9 }, (_, n) => entity(`E${n}`));
    const jane = person('Jane Doe');
    const links = [...chain.slice(1), jane].map((below, n) => relation(chain[n] ?? jane, below));
    const long = await upload([{ row: 1, signatories: [...chain, jane], representatives: links }]);
    expect(long.body.errors).toEqual([
      {
        row: 1,
        error_message: 'This would make a chain of 9 representatives. A chain can have at most 8.',
      },
    ]);
    const { body: other } = await client.post('/transactions/transaction', { name: 'Project Elm' });
    const { body: foreign } = await client.post('/signatory', { transaction: other.uuid, full_name: 'Eve' });
    const [alpha] = chain;
    const answer = await upload([
      { row: 1, signatories: [alpha ?? jane], representatives: [relation(alpha ?? jane, foreign)] },
    ]);
    expect(answer.body.errors).toHaveLength(1);
  });

  test('is added once if it is sent again, and refuses ids that are taken', async () => {
    const [uuid, jane] = [v7(), person('Jane Doe')];
    const first = await upload([{ row: 1, signatories: [jane] }], uuid);
    const again = await upload([{ row: 1, signatories: [jane] }], uuid);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(await signatories()).toHaveLength(1);
    const taken = await upload([{ row: 1, signatories: [jane] }]);
    expect(taken).toMatchObject({ status: 409, body: { code: 'uuid_taken' } });
  });

  test('has at least one row and at most 2,000', async () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ row: n + 1, signatories: [person(`Person ${n}`)] }));
    expect((await upload([])).status).toBe(422);
    const refused = await upload(rows(2001));
    expect(refused).toMatchObject({
      status: 422,
      body: { error_message: expect.stringContaining('at most 2,000 rows') },
    });
    const answer = await upload(rows(2000));
    expect(answer.body.num_created, answer.text).toBe(2000);
  });
});

describe('deleting a list', () => {
  test('deletes its signatories and their rows, and a restore brings them back', async () => {
    const { body: before } = await client.post('/signatory', { transaction: deal, full_name: 'Ali Hassan' });
    const [alpha, jane] = [entity('Alpha'), person('Jane Doe')];
    const { body: added } = await upload([
      {
        row: 1,
        signatories: [alpha, jane],
        representatives: [relation(alpha, jane, 'President')],
        custom_values: [{ uuid: v7(), signatory: alpha.uuid, custom_key: key, value: '$5' }],
      },
    ]);
    const { body: after } = await client.post('/signatory', { transaction: deal, full_name: 'Wang' });
    const all = [await signatories(), await relations(), await values()];
    expect((await client.delete(`/bulk_signatory_upload/${added.uuid}`)).status).toBe(204);
    expect(await signatories()).toMatchObject([
      { uuid: before.uuid, order: 0 },
      { uuid: after.uuid, order: 1 },
    ]);
    expect([await relations(), await values(), await list('/bulk_signatory_upload')]).toEqual([[], [], []]);
    const restored = { kind: 'bulk_signatory_upload', uuid: added.uuid };
    expect((await client.post(`/transactions/transaction/${deal}/restore`, restored)).status).toBe(204);
    const names = (rows: { uuid: string }[][]) => rows.map((each) => each.map(({ uuid }) => uuid));
    expect(names([await signatories(), await relations(), await values()])).toEqual(names(all));
  });

  test('is refused after a signatory’s page was sent', async () => {
    const jane = person('Jane Doe');
    const { body: added } = await upload([{ row: 1, signatories: [jane] }]);
    const { body: item } = await client.post('/transactions/item', { transaction: deal, name: 'SPA' });
    const { body: assigned } = await client.post('/assignments/assignment', {
      item: item.uuid,
      signatory: jane.uuid,
    });
    await server.services.db
      .updateTable('assignments')
      .set({ status: 'sent' })
      .where('uuid', '=', assigned.uuid)
      .execute();
    const refused = await client.delete(`/bulk_signatory_upload/${added.uuid}`);
    expect(refused).toMatchObject({
      status: 422,
      body: { error_message: expect.stringContaining('This list of signatories can’t be deleted') },
    });
    expect(await signatories()).toHaveLength(1);
  });

  test('is refused if a person in it signs a sent page for an entity outside of it', async () => {
    const { body: alpha } = await client.post('/signatory', {
      transaction: deal,
      full_name: 'Alpha',
      is_org: true,
    });
    const jane = person('Jane Doe');
    const toJane = relation(alpha, jane, 'President');
    const { body: added } = await upload([{ row: 1, signatories: [jane], representatives: [toJane] }]);
    const { body: item } = await client.post('/transactions/item', { transaction: deal, name: 'SPA' });
    const assigned = await client.post('/assignments/assignment', {
      item: item.uuid,
      signatory: alpha.uuid,
      auth_rep: toJane.uuid,
    });
    await server.services.db
      .updateTable('assignments')
      .set({ status: 'sent' })
      .where('uuid', '=', assigned.body.uuid)
      .execute();
    expect((await client.delete(`/bulk_signatory_upload/${added.uuid}`)).status).toBe(422);
  });

  test('deletes its people’s packets; what others sign through them goes into another packet, and a restore leaves it there', async () => {
    const create = async (path: string, body: object) => {
      const answer = await client.post(path, body);
      expect(answer.status, answer.text).toBe(201);
      return answer.body;
    };
    const inDeal = { transaction: deal };
    const make = async (signatory: string) =>
      create('/assignments/create_packet', { ...inDeal, uuid: v7(), signatories: [signatory] });
    const [jane, john] = [
      person('Jane Doe'),
      await create('/signatory', { ...inDeal, full_name: 'John Roe' }),
    ];
    const { body: added } = await upload([{ row: 1, signatories: [jane] }]);
    const fund = await create('/signatory', { ...inDeal, full_name: 'Fund A', is_org: true });
    const [byJane, byJohn] = [
      await create(`/signatory/${fund.uuid}/representative`, { title: 'President', signatory: jane.uuid }),
      await create(`/signatory/${fund.uuid}/representative`, { title: 'Secretary', signatory: john.uuid }),
    ];
    const item = await create('/transactions/item', { ...inDeal, name: 'SPA' });
    const ofFund = { item: item.uuid, signatory: fund.uuid, auth_rep: byJane.uuid };
    const { uuid } = await create('/assignments/assignment', ofFund);
    const { uuid: own } = await create('/assignments/assignment', { item: item.uuid, signatory: jane.uuid });
    await make(jane.uuid);
    const statuses = async () => {
      const rows: { uuid: string; status: string }[] = await list('/assignments/assignment');
      return Object.fromEntries(rows.map((each) => [each.uuid, each.status]));
    };
    expect(await statuses()).toEqual({ [uuid]: 'in_packet', [own]: 'in_packet' });
    expect((await client.delete(`/bulk_signatory_upload/${added.uuid}`)).status).toBe(204);
    expect([await list('/packet'), await statuses()]).toEqual([[], { [uuid]: 'assigned' }]);
    await client.patch(`/assignments/assignment/${uuid}`, { auth_rep: byJohn.uuid });
    await make(john.uuid);
    const restored = { kind: 'bulk_signatory_upload', uuid: added.uuid };
    expect((await client.post(`/transactions/transaction/${deal}/restore`, restored)).status).toBe(204);
    expect(await list('/packet')).toMatchObject([{ signatory: john.uuid, assignments: [uuid] }]);
    expect(await statuses()).toEqual({ [uuid]: 'in_packet', [own]: 'assigned' });
    await make(jane.uuid);
    expect(await statuses()).toEqual({ [uuid]: 'in_packet', [own]: 'in_packet' });
  });

  test('deletes the pages that nobody else signs, and restores them', async () => {
    const jane = person('Jane Doe');
    const { body: added } = await upload([{ row: 1, signatories: [jane] }]);
    const { body: item } = await client.post('/transactions/item', { transaction: deal, name: 'SPA' });
    await client.post('/assignments/assignment', { item: item.uuid, signatory: jane.uuid });
    await client.delete(`/bulk_signatory_upload/${added.uuid}`);
    expect(await list('/transactions/signature_page')).toEqual([]);
    const restored = { kind: 'bulk_signatory_upload', uuid: added.uuid };
    await client.post(`/transactions/transaction/${deal}/restore`, restored);
    expect(await list('/transactions/signature_page')).toHaveLength(1);
    expect(await list('/assignments/assignment')).toHaveLength(1);
  });

  test('can’t be undone if its relations would now create a cycle', async () => {
    const add = async (full_name: string) =>
      (await client.post('/signatory', { transaction: deal, full_name, is_org: true })).body;
    const [a, b, x] = [await add('A'), await add('B'), entity('X')];
    const rows = [{ row: 1, signatories: [x], representatives: [relation(a, x), relation(x, b)] }];
    const { body: added } = await upload(rows);
    await client.delete(`/bulk_signatory_upload/${added.uuid}`);
    await client.post(`/signatory/${b.uuid}/representative`, { title: '', signatory: a.uuid });
    const restored = { kind: 'bulk_signatory_upload', uuid: added.uuid };
    expect((await client.post(`/transactions/transaction/${deal}/restore`, restored)).status).toBe(422);
    expect(await signatories()).toHaveLength(2);
  });

  test('with 1,000 signatories, and restoring it, takes as many statements as with two', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const statements = async (count: number) => {
      const { body: added } = await upload(
        Array.from({ length: count }, (_, n) => {
          const [fund, manager] = [entity(`Fund ${n}`), person(`Manager ${n}`)];
          return {
            row: n + 1,
            signatories: [fund, manager],
            representatives: [relation(fund, manager)],
            custom_values: [{ uuid: v7(), signatory: fund.uuid, custom_key: key, value: '$5' }],
          };
        }),
      );
      query.mockClear();
      await client.delete(`/bulk_signatory_upload/${added.uuid}`);
      const deletion = query.mock.calls.length;
      query.mockClear();
      const restored = { kind: 'bulk_signatory_upload', uuid: added.uuid };
      await client.post(`/transactions/transaction/${deal}/restore`, restored);
      return { deletion, restoring: query.mock.calls.length };
    };
    const few = await statements(1);
    const many = await statements(500);
    query.mockRestore();
    expect(await signatories()).toHaveLength(1002);
    // Jobs in the same process run statements in the meantime. One statement per row would be 500 more.
    expect(many.deletion).toBeLessThan(few.deletion + 100);
    expect(many.restoring).toBeLessThan(few.restoring + 100);
  });
});
