import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openFolderStore } from './folder-store.ts';
import type { FolderStore } from './folder-store.ts';
import { startStoreServer } from './store-server.ts';
import type { StoreServer } from './store-server.ts';
import { ObjectStoreError } from '../object-store.ts';
import type { ListedObject, PresignedUpload } from '../object-store.ts';

const app = 'http://127.0.0.1:8080';
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
let store: FolderStore;
let server: StoreServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'counterpart-store-'));
  const options = { folder: join(folder, 'objects'), secretFile: join(folder, 'store.secret') };
  // The public URL needs the port, so a first store finds a free one.
  const probe = await openFolderStore({ ...options, publicUrl: 'http://127.0.0.1' });
  server = await startStoreServer({
    folder: probe,
    chunks: null,
    origins: new Set([app]),
    host: '127.0.0.1',
    port: 0,
  });
  store = await openFolderStore({ ...options, publicUrl: `http://127.0.0.1:${server.port}` });
});
afterAll(async () => {
  await server.close(0);
  rmSync(folder, { recursive: true });
});

const partial = () => readdirSync(join(folder, 'objects', 'partial'));

describe('the folder store', () => {
  test('keeps what is stored, in folders that only it can read', async () => {
    const bytes = randomBytes(300_000);
    const path = join(folder, 'given');
    writeFileSync(path, bytes);
    await store.put('files/a', bytes);
    await store.put('files/b', { path, size: bytes.length });
    for (const key of ['files/a', 'files/b']) expect(await buffer(await store.get(key))).toEqual(bytes);
    const sent = Readable.from([bytes, bytes]);
    expect(await store.receive('files/c', sent)).toEqual({
      size: 600_000,
      sha256: sha256(Buffer.concat([bytes, bytes])),
    });
    expect(await store.stat('files/a')).toMatchObject({ size: 300_000 });
    expect(statSync(join(folder, 'objects', 'whole')).mode & 0o077).toBe(0);
    expect(statSync(join(folder, 'store.secret')).mode & 0o777).toBe(0o600);
  });

  test('replaces an object that is stored again, and deletes twice without an error', async () => {
    await store.put('incoming/deal/doc', Buffer.from('first'));
    await store.put('incoming/deal/doc', Buffer.from('second'));
    expect(await text(await store.get('incoming/deal/doc'))).toBe('second');
    await store.remove('incoming/deal/doc');
    await store.remove('incoming/deal/doc');
    expect(await store.stat('incoming/deal/doc')).toBeNull();
    expect(partial()).toEqual([]);
  });

  test('keeps the old object and leaves nothing else behind if reading a stream or file fails', async () => {
    await store.put('files/steady', Buffer.from('old'));
    const breaking = Readable.from(
      (async function* () {
        yield await Promise.resolve(Buffer.from('new'));
        throw new Error('disk on fire');
      })(),
    );
    await expect(store.receive('files/steady', breaking)).rejects.toThrow('disk on fire');
    const missing = { path: join(folder, 'missing'), size: 3 };
    await expect(store.put('files/steady', missing)).rejects.toThrow('ENOENT');
    expect(await text(await store.get('files/steady'))).toBe('old');
    expect(partial()).toEqual([]);
  });

  test('lists the objects under a prefix, and none for an unknown prefix', async () => {
    await store.put('listed/a/1', Buffer.from('x'));
    await store.put('listed/b/2', Buffer.from('x'));
    const found = await listed(store.list('listed/'));
    expect(found.map(({ key }) => key).toSorted()).toEqual(['listed/a/1', 'listed/b/2']);
    expect(found.every(({ modified }) => Date.now() - modified.getTime() < 60_000)).toBe(true);
    expect(await listed(store.list('unlisted/'))).toEqual([]);
  });

  test('reports a missing object', async () => {
    await expect(store.get('files/none')).rejects.toMatchObject({ code: 'not_found' });
    expect(await store.stat('files/none')).toBeNull();
  });

  test.each([
    '../store.secret',
    'a/../../b',
    '/etc/passwd',
    'a//b',
    'a/./b',
    '.',
    '',
    'a b',
    'a\\b',
    'ä',
    'a\0b',
  ])('refuses a key that could escape from the store: %j', async (key) => {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow(ObjectStoreError);
    await expect(store.get(key)).rejects.toThrow(ObjectStoreError);
    await expect(store.stat(key)).rejects.toThrow(ObjectStoreError);
  });

  test('removes half-written files of killed processes at startup, except recent ones', async () => {
    const left = join(folder, 'objects', 'partial', 'left');
    writeFileSync(left, 'half');
    await store.prepare();
    expect(partial()).toEqual(['left']);
    utimesSync(left, new Date(0), new Date(0));
    await store.prepare();
    expect(partial()).toEqual([]);
  });
});

describe('an upload by form', () => {
  const bytes = randomBytes(200_000);
  let form: PresignedUpload;

  beforeEach(async () => {
    form = await store.presignUpload({ key: 'incoming/deal/doc', maxBytes: 1_000_000, expiresIn: 60 });
    await store.remove('incoming/deal/doc');
  });

  const send = (
    fields: Record<string, string>,
    body: Uint8Array<ArrayBuffer> | null,
    headers: Record<string, string> = {},
  ) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    if (body) data.append('file', new Blob([body]), 'Vertrag.pdf');
    return fetch(form.url, { method: 'POST', body: data, headers });
  };
  const sentence = async (response: Response) => {
    const body: unknown = await response.json();
    return body;
  };

  test('stores the file and returns its hash to the app’s origin', async () => {
    const response = await send(form.fields, bytes, { Origin: app });
    expect(response.status).toBe(204);
    expect(response.headers.get('etag')).toBe(`"${sha256(bytes)}"`);
    expect(response.headers.get('access-control-allow-origin')).toBe(app);
    expect(response.headers.get('access-control-expose-headers')).toContain('ETag');
    expect(await buffer(await store.get('incoming/deal/doc'))).toEqual(bytes);
  });

  test('replaces the object if sent twice', async () => {
    await send(form.fields, bytes);
    await send(form.fields, Buffer.from('again'));
    expect(await text(await store.get('incoming/deal/doc'))).toBe('again');
  });

  test('is refused if a field was changed, the signature is wrong or the time is up', async () => {
    const expired = await store.presignUpload({ key: 'incoming/deal/doc', maxBytes: 10, expiresIn: -10 });
    const cases: [Record<string, string>, RegExp][] = [
      [{ ...form.fields, key: 'incoming/deal/other' }, /The app didn’t prepare/],
      [{ ...form.fields, signature: 'x'.repeat(43) }, /The app didn’t prepare/],
      [{ ...form.fields, policy: expired.fields['policy'] ?? '' }, /The app didn’t prepare/],
      [{ key: 'incoming/deal/doc' }, /The app didn’t prepare/],
      [expired.fields, /upload timed out/],
    ];
    for (const [fields, message] of cases) {
      const response = await send(fields, bytes);
      expect(response.status).toBe(403);
      expect(await sentence(response)).toEqual({ error_message: expect.stringMatching(message) });
    }
    expect(await store.stat('incoming/deal/doc')).toBeNull();
    expect(partial()).toEqual([]);
  });

  test('is refused and leaves nothing if it is too large or empty', async () => {
    const small = await store.presignUpload({ key: 'incoming/deal/doc', maxBytes: 100_000, expiresIn: 60 });
    const large = await send(small.fields, bytes);
    expect(large.status).toBe(413);
    expect(await sentence(large)).toEqual({
      error_message: expect.stringContaining('larger than 100000 bytes'),
    });
    const empty = await send(form.fields, new Uint8Array());
    expect(empty.status).toBe(400);
    expect(await sentence(empty)).toEqual({ error_message: 'The file is empty.' });
    const huge = await send(small.fields, randomBytes(30_000_000));
    expect(huge.status).toBe(413);
    expect(await store.stat('incoming/deal/doc')).toBeNull();
    expect(partial()).toEqual([]);
  });

  test('leaves nothing behind if it is interrupted, and the next try succeeds', async () => {
    const socket = connect(server.port, '127.0.0.1');
    const fields = Object.entries(form.fields).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    socket.write('POST / HTTP/1.1\r\nHost: store\r\nContent-Type: multipart/form-data; boundary=b\r\n');
    socket.write(`Content-Length: 900000\r\n\r\n${fields.join('')}`);
    socket.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n');
    socket.write(randomBytes(100_000));
    await expect.poll(() => partial()).toHaveLength(1);
    socket.destroy();
    await expect.poll(() => partial()).toEqual([]);
    expect(await store.stat('incoming/deal/doc')).toBeNull();
    expect((await send(form.fields, bytes)).status).toBe(204);
  });

  test('leaves nothing half-written if the sender disconnects right after the last byte', async () => {
    const fields = Object.entries(form.fields).map(
      ([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const body = Buffer.concat([
      Buffer.from(
        `${fields.join('')}--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n`,
      ),
      randomBytes(1_000_000),
      Buffer.from('\r\n--b--\r\n'),
    ]);
    const head = 'POST / HTTP/1.1\r\nHost: store\r\nContent-Type: multipart/form-data; boundary=b\r\n';
    for (let time = 0; time < 10; time += 1) {
      await new Promise<void>((resolve) => {
        const socket = connect(server.port, '127.0.0.1', () => {
          socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
          socket.write(body, () => socket.destroy());
        });
        socket.on('close', () => resolve());
      });
    }
    // Later requests are served only after all of these.
    expect((await send(form.fields, bytes)).status).toBe(204);
    await expect.poll(() => partial()).toEqual([]);
  });

  test('without a form or a file returns an explanation', async () => {
    const json = await fetch(form.url, {
      method: 'POST',
      body: '{}',
      headers: { 'Content-Type': 'application/json' },
    });
    const broken = await fetch(form.url, {
      method: 'POST',
      body: 'rubbish',
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
    });
    const unbounded = await fetch(form.url, {
      method: 'POST',
      body: 'rubbish',
      headers: { 'Content-Type': 'multipart/form-data' },
    });
    const fileless = await send(form.fields, null);
    for (const response of [json, broken, unbounded, fileless]) {
      expect(response.status).toBe(400);
      expect(await sentence(response)).toEqual({ error_message: expect.stringMatching(/\.$/) });
    }
  });

  test('may only be sent from the app’s origin', async () => {
    const ask = (origin: string) => fetch(form.url, { method: 'OPTIONS', headers: { Origin: origin } });
    const ours = await ask(app);
    expect(ours.status).toBe(204);
    expect(ours.headers.get('access-control-allow-origin')).toBe(app);
    expect(ours.headers.get('access-control-allow-methods')).toContain('POST');
    const theirs = await ask('https://evil.test');
    expect(theirs.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('a signed link', () => {
  const link = (
    key: string,
    contentType = 'application/pdf',
    fileName = 'Vertrag “Ä” (final).pdf',
    expiresIn = 60,
  ) => store.presignDownload(key, { fileName, contentType, expiresIn });

  beforeAll(() => store.put('files/text', Buffer.from('0123456789')));

  test('downloads the file under its own name, and lets nothing in it run', async () => {
    const response = await fetch(await link('files/text'), { headers: { Origin: app } });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('0123456789');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="Vertrag ___ (final).pdf"; filename*=UTF-8''Vertrag%20%E2%80%9C%C3%84%E2%80%9D%20%28final%29.pdf`,
    );
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
    expect(response.headers.get('cache-control')).toMatch(/^private, max-age=\d+, immutable$/);
    expect(response.headers.get('access-control-allow-origin')).toBe(app);
  });

  test('shows a thumbnail inline', async () => {
    const response = await fetch(await link('files/text', 'image/png', 'page-1.png'));
    expect(response.headers.get('content-disposition')).toMatch(/^inline;/);
    await response.body?.cancel();
  });

  test('is the same each time it is requested, so that caches work', async () => {
    vi.useFakeTimers({ now: 1_000_000_000_000, toFake: ['Date'] });
    const first = await link('files/text', 'image/png', 'a.png', 3600);
    vi.setSystemTime(1_000_000_000_000 + 60_000);
    expect(await link('files/text', 'image/png', 'a.png', 3600)).toBe(first);
    vi.useRealTimers();
  });

  test.each([
    ['bytes=2-4', 206, '234', 'bytes 2-4/10'],
    ['bytes=7-', 206, '789', 'bytes 7-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=5-99', 206, '56789', 'bytes 5-9/10'],
    ['bytes=0-1,4-5', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ])('returns the range requested by %s', async (range, status, body, contentRange) => {
    const response = await fetch(await link('files/text'), { headers: { Range: range } });
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(body);
    expect(response.headers.get('content-range')).toBe(contentRange);
  });

  test('returns 416 beyond the end, 304 if unchanged, and no body for HEAD', async () => {
    const url = await link('files/text');
    const beyond = await fetch(url, { headers: { Range: 'bytes=10-' } });
    expect(beyond.status).toBe(416);
    expect(beyond.headers.get('content-range')).toBe('bytes */10');
    const head = await fetch(url, { method: 'HEAD' });
    expect(head.headers.get('content-length')).toBe('10');
    const again = await fetch(url, { headers: { 'If-None-Match': head.headers.get('etag') ?? '' } });
    expect(again.status).toBe(304);
  });

  test('is refused if changed or expired, and returns 404 if the file was deleted', async () => {
    const url = new URL(await link('files/text'));
    url.searchParams.set('type', 'text/html');
    const changed = await fetch(url);
    expect(changed.status).toBe(403);
    expect(await changed.json()).toEqual({ error_message: expect.stringContaining('altered') });
    const moved = (await link('files/text')).replace('files/text', 'files/other');
    expect((await fetch(moved)).status).toBe(403);
    vi.useFakeTimers({ now: Date.now() - 1_000_000, toFake: ['Date'] });
    const old = await link('files/text');
    vi.useRealTimers();
    const expired = await fetch(old);
    expect(expired.status).toBe(403);
    expect(await expired.json()).toEqual({ error_message: expect.stringContaining('expired') });
    expect((await fetch(await link('files/gone'))).status).toBe(404);
    expect((await fetch(`http://127.0.0.1:${server.port}/../store.secret`)).status).toBe(403);
    expect((await fetch(`http://127.0.0.1:${server.port}/%E0%A4%A`)).status).toBe(400);
  });

  test('streams a large file instead of holding it in memory', async () => {
    const bytes = randomBytes(20_000_000);
    await store.put('files/large', bytes);
    const response = await fetch(await link('files/large'));
    expect(sha256(new Uint8Array(await response.arrayBuffer()))).toBe(sha256(bytes));
  });
});

async function listed(list: AsyncIterable<ListedObject>): Promise<ListedObject[]> {
  const all: ListedObject[] = [];
  for await (const object of list) all.push(object);
  return all;
}
