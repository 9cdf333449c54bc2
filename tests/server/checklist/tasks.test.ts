import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Element } from '../../../src/contract/entities/checklist/element.ts';
import type { Task } from '../../../src/contract/entities/checklist/task.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let client: TestClient;
let deal: string;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  client = await server.signIn('member@firm.test');
});
afterAll(() => server.stop());
beforeEach(async () => {
  deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});

async function elements(): Promise<Element[]> {
  return (await client.get(`/transactions/element?transaction=${deal}`)).body;
}

async function task(name: string, more: object = {}): Promise<Task> {
  const answer = await client.post('/transactions/task', { transaction: deal, name, ...more });
  expect(answer.status, answer.text).toBe(201);
  return answer.body;
}

describe('a task', () => {
  test('is added at the end of the checklist, or at the given place', async () => {
    const { body: header } = await client.post('/transactions/element', {
      transaction: deal,
      label: 'Closing',
    });
    const element = v7();
    const wire = await task('Wire the funds', { element_uuid: element, element_parent: header.uuid });
    const last = await task('File the certificate');
    expect(await elements()).toMatchObject([
      { uuid: header.uuid, order: 0 },
      { task: last.uuid, label: null, item: null, parent_element: null, order: 1 },
      { uuid: element, task: wire.uuid, parent_element: header.uuid, order: 0 },
    ]);
  });

  test('says who completed it and when, until it is reopened', async () => {
    const { uuid } = await task('Wire the funds');
    const done = await client.patch(`/transactions/task/${uuid}`, { is_complete: true });
    const me = (await client.get('/authentication/user/me')).body.uuid;
    expect(done.body).toMatchObject({ is_complete: true, completed_by: me });
    expect(Date.parse(done.body.completed_at)).not.toBeNaN();
    const open = await client.patch(`/transactions/task/${uuid}`, { is_complete: false });
    expect(open.body).toMatchObject({ is_complete: false, completed_by: null, completed_at: null });
  });

  test('can be assigned only to participants of the deal', async () => {
    const outsider = (await (await server.signIn('counsel@outside.test')).get('/authentication/user/me')).body
      .uuid;
    const { uuid } = await task('Wire the funds');
    const refused = await client.patch(`/transactions/task/${uuid}`, { assignee: outsider });
    expect(refused).toMatchObject({ status: 422, body: { code: 'invalid', fields: ['assignee'] } });
    const me = (await client.get('/authentication/user/me')).body.uuid;
    const given = await client.patch(`/transactions/task/${uuid}`, { assignee: me, due_date: '2026-08-14' });
    expect(given.body).toMatchObject({ assignee: me, due_date: '2026-08-14' });
    expect((await client.patch(`/transactions/task/${uuid}`, { assignee: null })).body.assignee).toBeNull();
  });

  test('is deleted with its element, and its element with it', async () => {
    const first = await task('Wire the funds');
    const element = v7();
    const second = await task('File', { element_uuid: element });
    expect((await client.delete(`/transactions/task/${first.uuid}`)).status).toBe(204);
    expect((await client.delete(`/transactions/element/${element}`)).status).toBe(204);
    expect(await elements()).toEqual([]);
    expect((await client.get(`/transactions/task?transaction=${deal}`)).body).toEqual([]);
    expect((await client.patch(`/transactions/task/${second.uuid}`, { name: 'x' })).status).toBe(404);
  });

  test('has nothing below it, and is not below a document', async () => {
    const element = v7();
    await task('Wire the funds', { element_uuid: element });
    const itemElement = v7();
    await client.post('/transactions/item', { transaction: deal, name: 'SPA', element_uuid: itemElement });
    const below = await client.post('/transactions/element', {
      transaction: deal,
      label: 'A',
      parent_element: element,
    });
    expect(below.status).toBe(422);
    const under = { transaction: deal, name: 'B', element_parent: itemElement };
    expect((await client.post('/transactions/task', under)).status).toBe(422);
    expect((await client.get(`/transactions/task?transaction=${deal}`)).body).toHaveLength(1);
  });

  test('is moved by an element create that names it', async () => {
    const { body: header } = await client.post('/transactions/element', {
      transaction: deal,
      label: 'Closing',
    });
    const { uuid } = await task('Wire the funds');
    const placed = await client.post('/transactions/element', {
      transaction: deal,
      task: uuid,
      parent_element: header.uuid,
    });
    expect(placed.body).toMatchObject({ task: uuid, parent_element: header.uuid });
    expect(await elements()).toHaveLength(2);
  });

  test('sent again with its id is the same task', async () => {
    const uuid = v7();
    await task('Wire the funds', { uuid });
    await task('Wire the funds', { uuid });
    expect((await client.get(`/transactions/task?transaction=${deal}`)).body).toHaveLength(1);
  });
});

describe('a note', () => {
  test('belongs to a checklist row or the deal, with its author’s name', async () => {
    const { body: header } = await client.post('/transactions/element', {
      transaction: deal,
      label: 'Closing',
    });
    const me = (await client.get('/authentication/user/me')).body.uuid;
    for (const element of [header.uuid, null])
      await client.post('/transactions/note', { transaction: deal, element, note: ' Signed. ' });
    expect((await client.get(`/transactions/note?transaction=${deal}`)).body).toMatchObject([
      { element: header.uuid, note: 'Signed.', created_by: me },
      { element: null, note: 'Signed.', created_by: me },
    ]);
  });

  test.each([
    ['on an unknown row', { element: v7(), note: 'x' }, 404],
    ['without text', { note: '  ' }, 422],
    ['of 10,001 characters', { note: 'x'.repeat(10_001) }, 422],
  ])('%s is rejected with an explanation', async (_, body, status) => {
    const answer = await client.post('/transactions/note', { transaction: deal, ...body });
    expect(answer).toMatchObject({ status, body: { error_message: expect.stringMatching(/\w/) } });
  });
});

describe('custom keys', () => {
  async function create(...keys: string[]) {
    return client.post('/transactions/custom_key/bulk_create', {
      transaction: deal,
      custom_keys: keys.map((key) => ({ key })),
    });
  }
  async function names(): Promise<string[]> {
    const { body } = await client.get(`/transactions/custom_key?transaction=${deal}`);
    expect(body.map((row: { order: number }) => row.order)).toEqual(body.map((_: unknown, n: number) => n));
    return body.map((row: { key: string }) => row.key);
  }
  async function idOf(key: string): Promise<string> {
    const { body } = await client.get(`/transactions/custom_key?transaction=${deal}`);
    return body.find((row: { key: string }) => row.key === key).uuid;
  }

  test('keep their order when they are added, moved and deleted', async () => {
    expect((await create('Company', 'Issuer', 'Agent')).body).toHaveLength(3);
    await client.patch(`/transactions/custom_key/${await idOf('Agent')}`, { order: 0 });
    expect(await names()).toEqual(['Agent', 'Company', 'Issuer']);
    await client.delete(`/transactions/custom_key/${await idOf('Company')}`);
    expect(await names()).toEqual(['Agent', 'Issuer']);
    await client.patch(`/transactions/custom_key/${await idOf('Agent')}`, { order: 99 });
    expect(await names()).toEqual(['Issuer', 'Agent']);
  });

  test('are unique in the deal, ignoring case, and a batch succeeds or fails as a whole', async () => {
    await create('Company');
    const twice = await create('Agent', 'COMPANY');
    expect(twice).toMatchObject({ status: 422, body: { fields: ['key'] } });
    expect(twice.body.error_message).toBe('This transaction already has a field named “Company”.');
    expect(await names()).toEqual(['Company']);
    await create('Agent');
    const renamed = await client.patch(`/transactions/custom_key/${await idOf('Agent')}`, { key: 'company' });
    expect(renamed.status).toBe(422);
    const own = await client.patch(`/transactions/custom_key/${await idOf('Company')}`, { key: 'COMPANY' });
    expect(own.body.key).toBe('COMPANY');
  });

  test.each(['', '  ', 'a{{b', 'x'.repeat(101)])('named “%s” are rejected', async (key) => {
    expect((await create(key)).status).toBe(422);
  });

  test('renamed by somebody else in the meantime are a conflict that shows both names', async () => {
    await create('Company');
    const uuid = await idOf('Company');
    const { body } = await client.get(`/transactions/custom_key?transaction=${deal}`);
    const admin = await server.signIn('admin@firm.test');
    await admin.patch(`/transactions/custom_key/${uuid}`, { key: 'Issuer' });
    const late = await client.patch(
      `/transactions/custom_key/${uuid}`,
      { key: 'Borrower' },
      { headers: { 'x-base-version': String(body[0].version) } },
    );
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'changed_meanwhile', fields: ['key'], current: { key: 'Issuer' } },
    });
  });
});

test('tasks, notes and custom keys are added and deleted through the change feed', async () => {
  const feed = `/transactions/transaction/${deal}/changes`;
  const { body: before } = await client.get(feed);
  const { uuid } = await task('Wire the funds');
  await client.post('/transactions/note', { transaction: deal, note: 'Signed.' });
  await client.post('/transactions/custom_key/bulk_create', {
    transaction: deal,
    custom_keys: [{ key: 'Company' }],
  });
  const { body: changes } = await client.get(`${feed}?since=${before.version}&epoch=${before.epoch}`);
  expect(changes.puts).toMatchObject({
    tasks: [{ uuid, name: 'Wire the funds' }],
    notes: [{ note: 'Signed.' }],
    custom_keys: [{ key: 'Company' }],
  });
  await client.delete(`/transactions/task/${uuid}`);
  const { body: later } = await client.get(`${feed}?since=${changes.version}&epoch=${changes.epoch}`);
  expect(later).toMatchObject({ puts: { tasks: [] }, deletes: { tasks: [uuid] } });
});
