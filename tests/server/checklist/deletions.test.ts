import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

let server: TestServer;
let client: TestClient;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  client = await server.signIn('member@firm.test');
});
afterAll(() => server.stop());

test('deleting a row again succeeds, but an unknown or foreign row is not found', async () => {
  const deal: string = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  const item = { uuid: v7(), element: v7() };
  await client.post('/transactions/item', {
    transaction: deal,
    name: 'Bylaws',
    uuid: item.uuid,
    element_uuid: item.element,
  });
  const task = (await client.post('/transactions/task', { transaction: deal, name: 'Call Priya' })).body.uuid;
  const key = { uuid: v7(), key: 'Company' };
  await client.post('/transactions/custom_key/bulk_create', { transaction: deal, custom_keys: [key] });
  const outsider = await server.signIn('counsel@outside.test');
  for (const path of [
    `element/${item.element}`,
    `item/${item.uuid}`,
    `task/${task}`,
    `custom_key/${key.uuid}`,
  ]) {
    const answers = await Promise.all([1, 2].map(async () => client.delete(`/transactions/${path}`)));
    expect(
      answers.map(({ status }) => status),
      path,
    ).toEqual([204, 204]);
    const { version } = (await client.get(`/transactions/transaction/${deal}`)).body;
    expect((await client.delete(`/transactions/${path}`)).status, path).toBe(204);
    expect((await client.get(`/transactions/transaction/${deal}`)).body.version).toBe(version);
    expect((await outsider.delete(`/transactions/${path}`)).status, path).toBe(404);
    const unknown = path.replace(/[^/]+$/, v7());
    expect((await client.delete(`/transactions/${unknown}`)).status, unknown).toBe(404);
  }
});
