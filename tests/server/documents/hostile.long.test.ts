import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { buildApp } from '../../../server/http/app.ts';
import { errorBodySchema } from '../../../src/contract/errors.ts';
import { CONTRACT_VERSION } from '../../../src/contract/version.ts';
import { stopClock } from '../support/stop-clock.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { postForm } from '../support/upload.ts';

let server: TestServer;
let client: TestClient;
let deal: string;

beforeAll(async () => {
  server = await startTestServer({ role: 'web' });
  client = await server.signIn('member@firm.test');
  deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});
afterAll(() => server.stop());

/**
 * Sends a request unchanged, which `fetch` would correct first. Returns the status and the whole response.
 */
async function raw(url: string, lines: string[], body = ''): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write([...lines, 'Connection: close', '', body].join('\r\n'));
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return { status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]), text };
}

describe('a request that no browser would send', () => {
  test('a compressed body is not unpacked, because it could be a bomb', async () => {
    const answer = await fetch(`${server.url}/api/transactions/transaction`, {
      method: 'POST',
      headers: {
        'x-counterpart': String(CONTRACT_VERSION),
        'content-encoding': 'gzip',
        cookie: `session=${client.cookies.get('session')}`,
      },
      body: gzipSync(JSON.stringify({ name: 'x'.repeat(5_000_000) })),
    });
    expect(answer.status).toBe(400);
    expect(errorBodySchema.parse(await answer.json()).code).toBe('malformed_request');
  });

  test('the sign-in limit applies however the path is spelled', async () => {
    stopClock();
    const body = JSON.stringify({ loginId: 'nobody@firm.test', password: 'wrong' });
    const statuses = [];
    for (const path of ['/api/auth/login', '/api/x/../auth/login', '/api/auth/login/', '/api/./auth/login'])
      for (let n = 0; n < 3; n += 1) {
        const lines = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', `X-Counterpart: ${CONTRACT_VERSION}`];
        statuses.push((await raw(server.url, [...lines, `Content-Length: ${body.length}`], body)).status);
      }
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });

  test.each([
    '/%00',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/..%2fpackage.json',
    '/assets/',
    '/assets',
    '//',
    '/%ff',
  ])('page %s: never a 500, never a file of the server', async (path) => {
    const { status, text } = await raw(server.url, [
      `GET ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Accept: text/html',
    ]);
    expect(status, text).toBeLessThan(500);
    expect(text).not.toContain('"dependencies"');
  });

  test.each(['//', '//[', 'http://', '/%ff', '/../../etc/passwd', '*'])(
    'file store %s: refused, never a 500',
    async (path) => {
      const { status, text } = await raw(server.settings.storePublicUrl, [
        `GET ${path} HTTP/1.1`,
        'Host: 127.0.0.1',
      ]);
      expect([400, 403], text).toContain(status);
    },
  );

  test('the redirect from localhost to the app leads nowhere else', async () => {
    const { port } = new URL(server.url);
    const { text } = await raw(server.url, [
      'GET //evil.test/x HTTP/1.1',
      `Host: localhost:${port}`,
      'Accept: text/html',
    ]);
    expect(/location: (.*)/i.exec(text)?.[1] ?? '').toMatch(new RegExp(`^(${server.url}/.*)?$`));
  });

  test('HEAD is a GET without its body, and OPTIONS and TRACE reveal nothing', async () => {
    const head = await client.send('HEAD', `/transactions/element?transaction=${deal}`);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(head.headers.get('etag')).toMatch(/^"/);
    for (const method of ['OPTIONS', 'PUT']) {
      const answer = await client.send(method, '/transactions/transaction');
      expect(answer.status).toBe(404);
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  test('that arrives slowly forever is cut off after two minutes', async () => {
    const app = await buildApp(server.services, null);
    expect(app.server.requestTimeout).toBe(120_000);
    await app.close();
  });

  test('an id in the body does not replace the one in the path', async () => {
    const other = (await client.post('/transactions/transaction', { name: 'Other' })).body.uuid;
    await client.patch(`/transactions/transaction/${deal}`, { id: other, name: 'Renamed' });
    expect((await client.get(`/transactions/transaction/${other}`)).body.name).toBe('Other');
  });
});

describe('a user who was removed from a deal', () => {
  test('does not regain access through the id that created it, an old key, or the content of that key’s rejection', async () => {
    const uuid = v7();
    const mine = await server.signIn('colleague@firm.test');
    await mine.post('/transactions/transaction', { uuid, name: 'Project Birch' });
    const keyed = { headers: { 'idempotency-key': v7() } };
    const label = () => mine.post('/transactions/element', { transaction: uuid, label: 'Secret' }, keyed);
    expect((await label()).status).toBe(201);
    const refusedKey = { headers: { 'idempotency-key': v7(), 'x-base-version': '1' } };
    await mine.patch(`/transactions/transaction/${uuid}`, { name: 'Project Cedar' });
    const admin = await server.signIn('admin@firm.test');
    await admin.patch(`/transactions/transaction/${uuid}`, { name: 'Project Alder' });
    const rename = () => mine.patch(`/transactions/transaction/${uuid}`, { name: 'Mine' }, refusedKey);
    expect((await rename()).body.code).toBe('changed_meanwhile');
    await server.services.db
      .updateTable('participants')
      .set({ deleted: true })
      .where('transaction', '=', uuid)
      .execute();
    expect((await mine.get(`/transactions/transaction/${uuid}`)).status).toBe(404);
    expect((await mine.post('/transactions/transaction', { uuid, name: 'Project Birch' })).status).toBe(409);
    expect((await label()).status).toBe(404);
    expect((await rename()).status, 'a refusal doesn’t reveal the row that caused it').toBe(404);
  });
});

describe('sample accounts', () => {
  test.each(['x-forwarded-for', 'forwarded', 'via', 'x-real-ip'])(
    'are only for this machine: not through a proxy or tunnel on it, which %s reveals',
    async (header) => {
      const local = await startTestServer({ role: 'web', demo: true, trustProxy: true });
      const login = (headers: Record<string, string>) =>
        local
          .client()
          .post('/auth/login', { loginId: 'partner@demo.test', password: 'closing-day' }, { headers });
      expect((await login({})).status).toBe(200);
      expect((await login({ [header]: '127.0.0.1' })).status).toBe(403);
      await local.stop();
    },
  );
});

test('a deeply nested checklist does not lock its deal', async () => {
  const { db } = server.services;
  const other = (await client.post('/transactions/transaction', { name: 'Deep' })).body.uuid;
  const me = (await client.get('/authentication/user/me')).body.uuid;
  const now = new Date();
  const ids = Array.from({ length: 15_000 }, () => v7());
  const rows = ids.map((uuid, index) => ({
    uuid,
    transaction: other,
    item: null,
    task: null,
    label: 'A',
    order: 0,
    parent_element: ids[index - 1] ?? null,
    created_at: now,
    created_by: me,
    version: 1,
    modified_at: now,
    modified_by: me,
  }));
  for (let from = 0; from < rows.length; from += 3000)
    await db
      .insertInto('elements')
      .values(rows.slice(from, from + 3000))
      .execute();
  const answer = await client.post('/transactions/element', { transaction: other, label: 'B' });
  expect(answer.status).toBe(201);
});

describe('signing out', () => {
  test('also ends the session that a simultaneous refresh returns', async () => {
    for (let round = 0; round < 8; round += 1) {
      const person = await server.signIn('counsel@outside.test');
      const cookie = `session=${person.cookies.get('session')}`;
      const [refreshed] = await Promise.all([
        server.client().post('/auth/refresh', undefined, { headers: { cookie } }),
        server.client().delete('/auth/logout', { headers: { cookie } }),
      ]);
      if (refreshed.status !== 200) continue;
      const token = /session=([\w-]+)/.exec(refreshed.headers.getSetCookie().join())?.[1];
      const after = await server
        .client()
        .get('/authentication/user/me', { headers: { cookie: `session=${token}` } });
      expect(after.status).toBe(401);
    }
  });
});

test('on a full disk, the user sees an error, and the same create succeeds once there is room', async () => {
  const uuid = v7();
  const path = `/transactions/transaction/${deal}/presigned_url`;
  const form = (await client.post(path, { doc_uuid: uuid, file_name: 'a.pdf' })).body;
  await postForm(form, await samplePdf({ pages: 1 }));
  const create = () =>
    client.post('/transactions/document', {
      uuid,
      transaction: deal,
      name: 'A',
      uploaded_file_key: form.fields.key,
    });
  const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  const put = vi.spyOn(server.services.objects, 'put').mockRejectedValueOnce(full);
  const refused = await create();
  expect(refused.status).toBe(503);
  expect(refused.body).toMatchObject({
    code: 'unavailable',
    error_message: expect.stringMatching(/no space/),
  });
  put.mockRestore();
  expect((await create()).status).toBe(201);
});
