import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Act, Activity, ActSubject } from '../../../src/contract/entities/transactions/activity.ts';
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

async function ask(cursor: { since?: number; epoch?: string } = {}): Promise<Activity> {
  const query = new URLSearchParams(Object.entries(cursor).map(([name, value]) => [name, String(value)]));
  const answer = await client.get(`/transactions/transaction/${deal}/activity?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

async function header(label: string, parent_element: string | null = null): Promise<string> {
  return (await client.post('/transactions/element', { transaction: deal, label, parent_element })).body.uuid;
}

async function item(name: string): Promise<{ uuid: string; element: string }> {
  const element = v7();
  const { body } = await client.post('/transactions/item', {
    transaction: deal,
    name,
    element_uuid: element,
  });
  return { uuid: body.uuid, element };
}

/** Returns an act as one line: the actor, the command, and what it was about. */
function inLine({ actor, command, subjects }: Act): string {
  const about = subjects.map(({ kind, op, name, was, fields, values }: ActSubject) =>
    [
      op === 'delete' ? '-' : '+',
      kind,
      was === null ? name : `${was} → ${name}`,
      ...fields.map((field) => (field in values ? `${field}=${values[field]}` : field)),
    ].join(' '),
  );
  return [`${actor.name}: ${command}`, ...about].join(' | ');
}

test('lists who did what, oldest first, each act once and with the name at that time', async () => {
  const corporate = await header('Corporate');
  const bylaws = await item('Bylaws');
  await client.patch(`/transactions/item/${bylaws.uuid}`, { name: 'Restated Bylaws', complete: true });
  await client.patch('/transactions/element/bulk_update', {
    element_uuids: [bylaws.element],
    parent_element: corporate,
  });
  await client.delete(`/transactions/element/${bylaws.element}?transaction=${deal}`);
  await client.post(`/transactions/transaction/${deal}/restore`, { kind: 'item', uuid: bylaws.uuid });
  await client.patch(`/transactions/transaction/${deal}`, { closing_date: '2026-06-30' });
  const { acts, complete, more } = await ask();
  expect({ complete, more }).toEqual({ complete: true, more: false });
  expect(acts.map(inLine)).toEqual(
    [
      'transactions.create | + transaction Project Alder | + participant Mo Member',
      'elements.create | + header Corporate',
      'items.create | + item Bylaws',
      'items.update | + item Bylaws → Restated Bylaws name complete=true',
      'elements.bulkUpdate | + item Restated Bylaws order parent_element',
      'elements.delete | - item Restated Bylaws',
      'transactions.restore | + item Restated Bylaws',
      'transactions.update | + transaction Project Alder closing_date=2026-06-30',
    ].map((line) => `Mo Member: ${line}`),
  );
  expect(acts.at(3)?.subjects[0]).toMatchObject({ kind: 'item', uuid: bylaws.uuid });
});

test('lists the result of short changes, the name of an assignee, and the beginning of a long text', async () => {
  const { body: me } = await client.get('/authentication/user/me');
  const task = { transaction: deal, name: 'Order good standings' };
  const { body } = await client.post('/transactions/task', task);
  await client.patch(`/transactions/task/${body.uuid}`, { assignee: me.uuid });
  await client.patch(`/transactions/task/${body.uuid}`, { assignee: null });
  await client.patch(`/transactions/transaction/${deal}`, { client_name: 'Ἀ'.repeat(161) });
  const { acts } = await ask();
  expect(acts.slice(-3).map(inLine)).toEqual([
    'Mo Member: tasks.update | + task Order good standings assignee=Mo Member',
    'Mo Member: tasks.update | + task Order good standings assignee=null',
    `Mo Member: transactions.update | + transaction Project Alder client_name=${'Ἀ'.repeat(160)}…`,
  ]);
});

test('continues from a cursor, and starts over for a cursor of another history', async () => {
  await header('One');
  const { version, epoch } = await ask();
  await header('Two');
  const next = await ask({ since: version, epoch });
  expect(next).toMatchObject({ complete: false, version: version + 1 });
  expect(next.acts.map(({ subjects }) => subjects[0]?.name)).toEqual(['Two']);
  expect(await ask({ since: next.version, epoch: next.epoch })).toEqual({ ...next, acts: [] });
  const again = await ask({ since: version, epoch: 'of another history' });
  expect(again.complete).toBe(true);
  expect(again.acts).toHaveLength(3);
});

test('leaves out what people do only to their own view', async () => {
  const { version, epoch } = await ask();
  await client.post(`/transactions/transaction/${deal}/participant_settings`, { archived: true });
  const next = await ask({ since: version, epoch });
  expect(next.acts).toEqual([]);
  expect(next.version).toBe(version + 1);
});

test('shows a deleted row with the name it had, and a field that was restored among others', async () => {
  const bylaws = await item('SPA draft');
  await client.delete(`/transactions/element/${bylaws.element}?transaction=${deal}`);
  await client.post(`/transactions/transaction/${deal}/restore`, { kind: 'item', uuid: bylaws.uuid });
  await client.patch(`/transactions/item/${bylaws.uuid}`, { name: 'SPA' });
  const keys = ['Company', 'Purchaser', 'Escrow'].map((key) => ({ uuid: v7(), key }));
  await client.post('/transactions/custom_key/bulk_create', { transaction: deal, custom_keys: keys });
  await client.delete(`/transactions/custom_key/${keys[2]?.uuid}`);
  await client.delete(`/transactions/custom_key/${keys[1]?.uuid}`);
  await client.post(`/transactions/transaction/${deal}/restore`, { kind: 'custom_key', uuid: keys[2]?.uuid });
  const { acts } = await ask();
  const lines = acts.slice(2).map(({ subjects }) => subjects.map(({ op, name }) => `${op} ${name}`).join());
  expect(lines[0]).toBe('delete SPA draft');
  expect(lines.at(-1)).toBe('put Escrow');
});

test('shows a single deleted field among many once', async () => {
  const keys = Array.from({ length: 120 }, (_, nth) => ({ uuid: v7(), key: `Field ${nth}` }));
  await client.post('/transactions/custom_key/bulk_create', { transaction: deal, custom_keys: keys });
  await client.delete(`/transactions/custom_key/${keys[0]?.uuid}`);
  const { acts } = await ask();
  expect(acts.slice(1).map(({ num_subjects, subjects }) => [num_subjects, subjects.length])).toEqual([
    [120, 20],
    [1, 1],
  ]);
});

test('leaves out fields that other rows’ changes shifted', async () => {
  const keys = ['Company', 'Purchaser', 'Escrow'].map((key) => ({ uuid: v7(), key }));
  await client.post('/transactions/custom_key/bulk_create', { transaction: deal, custom_keys: keys });
  await client.delete(`/transactions/custom_key/${keys[0]?.uuid}`);
  const { acts } = await ask();
  expect(acts.slice(1).map(({ subjects }) => subjects.map(({ op, name }) => `${op} ${name}`))).toEqual([
    ['put Company', 'put Purchaser', 'put Escrow'],
    ['delete Company'],
  ]);
});
