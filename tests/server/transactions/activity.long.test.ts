import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Activity } from '../../../src/contract/entities/transactions/activity.ts';
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

test('comes in pages, and names only the first of many simultaneous changes', async () => {
  for (let line = 0; line < 210; line += 1) await header(`Line ${line}`);
  const { body } = await client.get(`/transactions/element?transaction=${deal}`);
  const element_uuids: string[] = body.map(({ uuid }: { uuid: string }) => uuid);
  const above = await header('Above');
  const move = await client.patch('/transactions/element/bulk_update', {
    element_uuids,
    parent_element: above,
  });
  expect(move.status, move.text).toBe(200);
  const first = await ask();
  expect(first.acts).toHaveLength(200);
  expect(first.more).toBe(true);
  const second = await ask({ since: first.version, epoch: first.epoch });
  expect(second).toMatchObject({ complete: false, more: false });
  expect(second.acts).toHaveLength(13);
  expect(second.acts.at(-1)).toMatchObject({ command: 'elements.bulkUpdate', num_subjects: 210 });
  expect(
    second.acts
      .at(-1)
      ?.subjects.map(({ name }) => name)
      .slice(0, 2),
  ).toEqual(['Line 0', 'Line 1']);
});
