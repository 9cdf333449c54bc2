import { createHash, createHmac, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ObjectStore } from './object-store.ts';
import { S3Store } from './s3-store.ts';

// A stand-in that speaks as much of S3 as the store uses; what it asks of a real one is in these requests.

const credentials = { accessKeyId: 'closing', secretAccessKey: 'day' };
const objects = new Map<string, Buffer>();
let broken = false;
let standIn: Server;
let store: ObjectStore;
let endpoint: string;

beforeAll(async () => {
  standIn = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://s3').pathname;
    void buffer(request).then((body) => {
      const object = objects.get(path);
      const source = request.headers['x-amz-copy-source'];
      if (broken) return response.writeHead(503).end();
      if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=closing/')) {
        return response.writeHead(403).end();
      }
      if (request.method === 'PUT' && typeof source === 'string') {
        const copied = objects.get(`/${decodeURIComponent(source)}`);
        if (!copied) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
        objects.set(path, copied);
        return response.end('<CopyObjectResult><ETag>"x"</ETag></CopyObjectResult>');
      }
      if (request.method === 'PUT') {
        objects.set(path, body);
        return response.end();
      }
      if (request.method === 'DELETE') {
        objects.delete(path);
        return response.writeHead(204).end();
      }
      if (!object) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
      response.writeHead(200, { 'Content-Length': object.length });
      return response.end(request.method === 'HEAD' ? undefined : object);
    });
  });
  await new Promise<void>((resolve) => standIn.listen(0, '127.0.0.1', resolve));
  const address = standIn.address();
  endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  store = new S3Store({
    kind: 's3',
    bucket: 'files',
    region: 'eu-central-1',
    endpoint,
    credentials,
    pathStyle: true,
  });
});
afterAll(async () => {
  await store.close();
  standIn.closeAllConnections();
  standIn.close();
});
beforeEach(() => {
  objects.clear();
  broken = false;
});

describe('the bucket store', () => {
  test('keeps bytes and streams, with their hash, and copies and removes them', async () => {
    const bytes = randomBytes(200_000);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    expect(await store.put('incoming/deal/doc', bytes, 'application/pdf')).toEqual({ size: 200_000, sha256 });
    expect(await store.put('incoming/deal/two', Readable.from([bytes]))).toEqual({ size: 200_000, sha256 });
    await store.copy('incoming/deal/doc', `files/${sha256}`);
    await store.remove('incoming/deal/doc');
    expect([...objects.keys()]).toEqual(['/files/incoming/deal/two', `/files/files/${sha256}`]);
    expect(await buffer(await store.get(`files/${sha256}`))).toEqual(bytes);
    expect(await store.stat(`files/${sha256}`)).toEqual({ size: 200_000 });
    expect(await store.stat(`files/${sha256}`, { withSha256: true })).toEqual({ size: 200_000, sha256 });
  });

  test('tells what is not there from what cannot be reached', async () => {
    expect(await store.stat('files/none')).toBeNull();
    await expect(store.get('files/none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.copy('files/none', 'files/other')).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.get('../files/none')).rejects.toMatchObject({ code: 'bad_key' });
    broken = true;
    await expect(store.stat('files/none')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('an upload form is signed for that key and size alone', async () => {
    const form = await store.presignUpload({
      key: 'incoming/deal/doc',
      maxBytes: 1000,
      contentType: 'application/pdf',
      expiresIn: 60,
    });
    expect(form.url).toBe(`${endpoint}/files`);
    expect(form.fields).toMatchObject({ key: 'incoming/deal/doc', 'Content-Type': 'application/pdf' });
    const policy: unknown = JSON.parse(Buffer.from(form.fields['Policy'] ?? '', 'base64').toString());
    expect(policy).toMatchObject({
      conditions: expect.arrayContaining([
        ['content-length-range', 1, 1000],
        { key: 'incoming/deal/doc' },
        { bucket: 'files' },
      ]),
    });
    const day = (form.fields['X-Amz-Date'] ?? '').slice(0, 8);
    const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
    const signingKey = [day, 'eu-central-1', 's3', 'aws4_request'].reduce<string | Buffer>(hmac, 'AWS4day');
    expect(form.fields['X-Amz-Signature']).toBe(
      hmac(signingKey, form.fields['Policy'] ?? '').toString('hex'),
    );
  });

  test('a link saves the file under its own name and is the same within its window', async () => {
    vi.useFakeTimers({ now: 1_000_000_800_000, toFake: ['Date'] });
    const ask = () =>
      store.presignDownload('files/a', {
        fileName: 'Größe.pdf',
        contentType: 'application/pdf',
        expiresIn: 3600,
      });
    const first = await ask();
    vi.setSystemTime(1_000_000_860_000);
    expect(await ask()).toBe(first);
    vi.useRealTimers();
    const query = new URL(first).searchParams;
    expect(query.get('response-content-disposition')).toBe(
      `attachment; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`,
    );
    expect(query.get('X-Amz-Expires')).toBe('7200');
    expect(first.startsWith(`${endpoint}/files/files/a?`)).toBe(true);
  });
});
