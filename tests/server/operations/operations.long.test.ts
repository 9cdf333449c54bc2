import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { readEvents } from '../support/event-reader.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { converted as convertedDocument, upload } from '../support/upload.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(async () => server.stop());

const get = (path: string, headers: Record<string, string> = {}, at = server) =>
  fetch(`${at.url}${path}`, { headers });

test('the liveness check works without a session', async () => {
  const answer = await get('/api/health/live');
  expect(answer.status).toBe(200);
});

test('the readiness check names the database and the object store', async () => {
  const answer = await get('/api/health/ready');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ status: 'ok', database: true, object_store: true });
});

test('the readiness check fails while the object store does not respond', async () => {
  const stat = vi.spyOn(server.services.objects, 'stat').mockRejectedValue(new Error('The bucket is away.'));
  try {
    const answer = await get('/api/health/ready');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ status: 'unavailable', database: true, object_store: false });
  } finally {
    stat.mockRestore();
  }
});

test('the metrics count requests by the name of the call, and never by URL', async () => {
  const client = await server.signIn('member@firm.test');
  await client.get('/transactions/transaction');
  await get('/api/transactions/item/0190a0a0-0000-7000-8000-00000000abcd?word=merger');
  const text = await (await get('/api/metrics')).text();
  expect(text).toMatch(
    /^counterpart_http_requests_total\{route="transactions\.list",method="GET",status="200"\} [1-9]/m,
  );
  expect(text).toContain('counterpart_jobs{kind="convert-document",state="queued"} 0');
  expect(text).toContain('counterpart_http_request_duration_seconds_bucket');
  expect(text).not.toContain('00000000abcd');
  expect(text).not.toContain('merger');
});

test('the metrics show the used and idle database connections, and the requests that wait for one', async () => {
  const gauge = async () => {
    const text = await (await get('/api/metrics')).text();
    const of = (state: string) =>
      Number(
        new RegExp(
          `^counterpart_database_connections\\{pool="counterpart",state="${state}"\\} (\\d+)$`,
          'm',
        ).exec(text)?.[1],
      );
    return { used: of('in_use'), idle: of('idle'), waiting: of('waiting') };
  };
  const { db, settings } = server.services;
  const ends: (() => void)[] = [];
  const held = Array.from({ length: settings.databasePool + 2 }, () =>
    db.connection().execute(() => new Promise<void>((end) => ends.push(end))),
  );
  await expect.poll(gauge).toEqual({ used: settings.databasePool, idle: 0, waiting: 2 });
  await vi.waitFor(async () => {
    for (const end of ends.splice(0)) end();
    expect((await gauge()).waiting).toBe(0);
  });
  for (const end of ends.splice(0)) end();
  await Promise.all(held);
  const { used, idle } = await gauge();
  expect(used).toBe(0);
  expect(idle).toBeGreaterThan(0);
});

test('the metrics show open event streams, conversions, and calls to the file store', async () => {
  const value = async (line: RegExp) => Number(line.exec(await (await get('/api/metrics')).text())?.[1] ?? 0);
  const streams = () => value(/^counterpart_event_streams (\d+)$/m);
  const converted = () =>
    value(/^counterpart_conversion_duration_seconds_count\{outcome="complete"\} (\d+)$/m);
  const stored = () =>
    value(/^counterpart_object_store_duration_seconds_count\{operation="put",outcome="ok"\} (\d+)$/m);
  const before = { streams: await streams(), converted: await converted(), stored: await stored() };
  const client = await server.signIn('member@firm.test');
  const reader = await readEvents(client);
  await expect.poll(streams).toBe(before.streams + 1);
  await reader.close();
  await expect.poll(streams).toBe(before.streams);
  const deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  const { uuid } = (await upload(client, deal, await samplePdf({ pages: 1 }))).body;
  await convertedDocument(client, uuid);
  await expect.poll(converted).toBe(before.converted + 1);
  expect(await stored()).toBeGreaterThan(before.stored);
});

test('the metrics are hidden from everyone behind a proxy', async () => {
  expect((await get('/api/metrics', { 'x-forwarded-for': '203.0.113.7' })).status).toBe(404);
});

test('with a token set, only the token opens the metrics', async () => {
  const guarded = await startTestServer({ metricsToken: 'a token of some length' });
  try {
    expect((await get('/api/metrics', {}, guarded)).status).toBe(404);
    expect(
      (await get('/api/metrics', { authorization: 'Bearer a wrong one, as long' }, guarded)).status,
    ).toBe(404);
    const behindProxy = {
      authorization: 'Bearer a token of some length',
      'x-forwarded-for': '203.0.113.7',
    };
    expect((await get('/api/metrics', behindProxy, guarded)).status).toBe(200);
  } finally {
    await guarded.stop();
  }
});

test('each response has an id that is also in its log line, and the log line contains no address', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const talkative = await startTestServer({ logLevel: 'info' });
  try {
    const answer = await get('/api/transactions/item/0190a0a0-0000-7000-8000-00000000abcd', {}, talkative);
    const id = answer.headers.get('x-request-id');
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await vi.waitFor(() => {
      const line = written.mock.calls.map(([text]) => String(text)).find((text) => text.includes(`"${id}"`));
      expect(JSON.parse(line ?? '{}')).toMatchObject({ route: 'items.get', method: 'GET', status: 401 });
      expect(line).not.toContain('abcd');
    });
  } finally {
    await talkative.stop();
    written.mockRestore();
  }
});

test('a browser may report violations of the content security policy in both formats, and junk is ignored', async () => {
  const report = (body: string, type: string) =>
    fetch(`${server.url}/api/csp-report`, { method: 'POST', body, headers: { 'content-type': type } });
  const old = {
    'csp-report': { 'effective-directive': 'script-src-elem', 'blocked-uri': 'https://x.test/a' },
  };
  const recent = [
    { type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'https://x.test/b' } },
  ];
  const invented = { 'csp-report': { 'effective-directive': 'made-up-src', 'blocked-uri': 'inline' } };
  expect((await report(JSON.stringify(old), 'application/csp-report')).status).toBe(204);
  expect((await report(JSON.stringify(recent), 'application/reports+json')).status).toBe(204);
  expect((await report(JSON.stringify(invented), 'application/csp-report')).status).toBe(204);
  expect((await report('no json', 'text/plain')).status).toBe(204);
  const text = await (await get('/api/metrics')).text();
  for (const directive of ['script-src-elem', 'img-src', 'other'])
    expect(text).toMatch(
      new RegExp(`^counterpart_csp_reports_total\\{directive="${directive}"\\} [1-9]`, 'm'),
    );
  expect(text).not.toContain('made-up-src');
});
