import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asRefusal } from '../as-refusal.ts';
import { servePages } from './pages.ts';

let dist: string;
let app: FastifyInstance;

beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'counterpart-pages-test-'));
  await mkdir(join(dist, 'assets'));
  await writeFile(join(dist, 'index.html'), '<title>Counterpart</title>');
  await writeFile(join(dist, 'service-worker.js'), '/* worker */');
  await writeFile(join(dist, 'assets', 'main-AbC123.js'), '/* script */');
  app = fastify();
  app.setErrorHandler((error, _request, reply) =>
    reply.code(asRefusal(error).status).send(asRefusal(error).body),
  );
  await servePages(app, { publicUrl: 'http://127.0.0.1:8080' }, dist);
});
afterAll(async () => {
  await app.close();
  await rm(dist, { recursive: true });
});

const open = (url: string, accept = 'text/html,*/*') =>
  app.inject({ url, headers: { accept, host: '127.0.0.1:8080' } });

test.each(['/', '/transaction/0199/checklist', '/login?action=inactive'])(
  '%s: an address of the app returns its page, which is never cached',
  async (url) => {
    const answer = await open(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toContain('<title>Counterpart</title>');
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

test('a script names its source map in a header, which costs a device nothing', async () => {
  const script = await open('/assets/main-AbC123.js', '*/*');
  expect(script.headers['sourcemap']).toBe('main-AbC123.js.map');
  expect((await open('/')).headers['sourcemap']).toBeUndefined();
});

test('files with a hash in their name are cached forever, and the service worker is always revalidated', async () => {
  const script = await open('/assets/main-AbC123.js', '*/*');
  expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const worker = await open('/service-worker.js', '*/*');
  expect(worker.headers['cache-control']).toBe('no-cache');
  expect(worker.headers['service-worker-allowed']).toBe('/');
});

test.each([
  ['/assets/gone-XyZ.js', '*/*'],
  ['/assets/gone-XyZ.js', 'text/html'],
  ['/transaction/0199/checklist', 'application/json'],
  ['/../package.json', 'text/html'],
])('%s (%s): a missing file returns 404', async (url, accept) => {
  const answer = await open(url, accept);
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'not_found' });
});
