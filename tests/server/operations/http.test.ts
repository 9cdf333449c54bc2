import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../support/endpoints.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { CONTRACT_VERSION } from '../../../src/contract/version.ts';

let server: TestServer;
let client: TestClient;
let deal: string;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  client = await server.signIn('member@firm.test');
  deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});
afterAll(() => server.stop());

describe('lists', () => {
  test.each(['element', 'item', 'document'])(
    '%s: an ETag, 304 if nothing has changed, the list if it has',
    async (collection) => {
      const path = `/transactions/${collection}?transaction=${deal}`;
      const first = await client.get(path);
      const etag = first.headers.get('etag') ?? '';
      expect(etag).toMatch(/^"[\w-]{27}"$/);
      expect(first.headers.get('cache-control')).toBe('private, no-cache');
      const headers = { 'if-none-match': etag };
      const again = await client.get(path, { headers });
      expect(again.status).toBe(304);
      expect(again.text).toBe('');
      expect(again.headers.get('x-counterpart')).toBe(String(CONTRACT_VERSION));
      if (collection === 'document') return;
      await client.post('/transactions/item', { transaction: deal, name: 'SPA' });
      const later = await client.get(path, { headers });
      expect(later.status).toBe(200);
      expect(later.headers.get('etag')).not.toBe(etag);
    },
  );

  test('of deals change with their deals, and each has the deal’s counter', async () => {
    const before = (await client.get('/transactions/transaction')).body[0];
    await client.post('/transactions/element', { transaction: deal, label: 'A' });
    const after = (await client.get('/transactions/transaction')).body[0];
    expect(after.version).toBe(before.version + 1);
  });

  test('are separate for archived deals', async () => {
    const other = (await client.post('/transactions/transaction', { name: 'Old' })).body.uuid;
    await server.services.db
      .updateTable('participants')
      .set({ archived: true })
      .where('transaction', '=', other)
      .execute();
    const names = async (query: string) =>
      (await client.get(`/transactions/transaction${query}`)).body.map((row: { name: string }) => row.name);
    expect(await names('')).toEqual(['Project Alder']);
    expect(await names('?archived=true')).toEqual(['Old']);
    expect((await client.get(`/transactions/transaction/${other}`)).body.archived).toBe(true);
  });

  test('accept trailing slashes, and large responses are compressed', async () => {
    const answer = await client.get(`/transactions/item/?transaction=${deal}`);
    expect(answer.status).toBe(200);
    for (let n = 0; n < 12; n += 1)
      await client.post('/transactions/item/', { transaction: deal, name: `Item ${n}` });
    const packed = await client.get(`/transactions/item?transaction=${deal}`, {
      headers: { 'accept-encoding': 'br' },
    });
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.body.length).toBeGreaterThan(12);
  });
});

describe('a write is accepted from', () => {
  const write = (headers: Record<string, string | undefined>) =>
    client.post('/transactions/element', { transaction: deal, label: 'A' }, { headers });

  test('the app’s own origin, with or without the header', async () => {
    const origin = server.settings.publicUrl;
    expect((await write({ origin })).status).toBe(201);
    expect((await write({ origin, 'x-counterpart': undefined })).status).toBe(201);
  });

  test('no other site, whatever header it sends, and no plain form', async () => {
    for (const origin of [
      'https://evil.test',
      'null',
      `${server.settings.publicUrl}.evil.test`,
      'http://127.0.0.1:1',
    ]) {
      const answer = await write({ origin });
      expect(answer.status).toBe(403);
      expect(answer.body.code).toBe('foreign_origin');
    }
    expect((await write({ 'x-counterpart': undefined })).status).toBe(403);
  });

  test('a client that sends X-Counterpart without an origin', async () => {
    expect((await write({})).status).toBe(201);
  });
});

describe('the contract', () => {
  test('has its version in every response, errors and unknown paths included', async () => {
    const answers = [
      await client.get('/config'),
      await client.get('/nowhere'),
      await server.client().get('/transactions/transaction'),
      await client.send('POST', '/transactions/transaction', '{bad'),
      await client.send('PUT', '/transactions/transaction'),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 404, 401, 400, 404]);
    for (const answer of answers) expect(answer.headers.get('x-counterpart')).toBe(String(CONTRACT_VERSION));
    for (const answer of answers.slice(1)) expect(answer.body.error_message).toMatch(/\S/);
  });

  test('has page protection headers in every response, errors and unknown paths included', async () => {
    const answers = [
      await client.get('/config'),
      await client.get('/nowhere'),
      await server.client().get('/transactions/transaction'),
      await client.send('POST', '/transactions/transaction', '{bad'),
    ];
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toContain("default-src 'self';script-src 'self'");
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('asks an outdated client to reload', async () => {
    for (const version of ['0', 'x']) {
      const answer = await client.get('/config', { headers: { 'x-counterpart': version } });
      expect(answer.status).toBe(426);
      expect(answer.body.code).toBe('contract_too_old');
    }
    expect((await client.get('/config', { headers: { 'x-counterpart': undefined } })).status).toBe(200);
  });

  test('is described call by call in openapi.json', async () => {
    const { body } = await server.client().get('/openapi.json');
    expect(body.openapi).toMatch(/^3\.1/);
    for (const { path, method, name, meta } of endpoints()) {
      const operation = body.paths[path][method.toLowerCase()];
      expect(operation.operationId).toBe(name);
      const { default: failure, ...good } = operation.responses;
      expect(failure).toEqual({ $ref: '#/components/responses/Failure' });
      const [[status, answer] = ['', {}], ...more] = Object.entries<{ content?: object }>(good);
      const handsOutFile = /^(reports\.(organization|transactions|accessLog)|downloads\.)/.test(name);
      expect([status, more.map(([other]) => other)], name).toEqual(
        handsOutFile ? ['202', ['302']] : [expect.stringMatching(/^(?:20[014]|302)$/), []],
      );
      if (status === '204') expect(answer.content).toBeUndefined();
      else expect(answer.content, name).toHaveProperty(['application/json', 'schema']);
      expect(operation.security).toEqual(meta.policy === 'public' ? [] : undefined);
      const named = (operation.parameters ?? []).filter((one: { in?: string }) => one.in === 'path');
      expect(named).toHaveLength(path.match(/\{\w+\}/g)?.length ?? 0);
      const keyed = JSON.stringify(operation.parameters ?? []).includes('parameters/IdempotencyKey');
      expect(keyed, name).toBe(meta.idempotent === true);
    }
    const references = JSON.stringify(body).matchAll(/"\$ref":"#\/([^"]+)"/g);
    for (const [, reference = ''] of references) expect(body).toHaveProperty(reference.split('/'));
    expect(
      body.paths['/transactions/element/bulk_update'].patch.requestBody.content['application/json'].schema
        .required,
    ).toEqual(['element_uuids']);
  });
});

describe('pages', () => {
  const page = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${path}`, { redirect: 'manual', headers: { accept: 'text/html', ...headers } });

  test('may load only our scripts, may not be framed, and reach the store', async () => {
    const csp = (await page('/')).headers.get('content-security-policy') ?? '';
    expect(csp.split(';')).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(csp).toContain("frame-ancestors 'none'");
    expect(csp).toContain(`connect-src 'self' ${server.settings.storePublicUrl}`);
  });

  test('redirect from localhost to the one origin with the mirror', async () => {
    const { port } = new URL(server.url);
    const answer = await fetch(`http://localhost:${port}/transaction/x?y=1`, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`${server.url}/transaction/x?y=1`);
  });

  test('return 404 for a missing script, not the page', async () => {
    expect((await page('/assets/gone-123.js')).status).toBe(404);
    expect((await page('/api', {})).status).toBe(404);
  });
});

test('a PATCH ignores unknown fields, and still rejects bad values', async () => {
  const item = (await client.post('/transactions/item', { transaction: deal, name: 'SPA' })).body.uuid;
  const path = `/transactions/item/${item}`;
  const edited = await client.patch(path, { name: 'Share Purchase Agreement', url: 'x', pages: [] });
  expect([edited.status, edited.body.name]).toEqual([200, 'Share Purchase Agreement']);
  const untouched = await client.patch(path, { url: 'x' });
  expect([untouched.status, untouched.body.version]).toEqual([200, edited.body.version]);
  expect((await client.patch(path, { name: 7 })).status).toBe(422);
  const task = await client.post('/transactions/task', { transaction: deal, name: 'Call', hue: 'red' });
  expect(task.status, 'a create rejects unknown fields').toBe(422);
});
