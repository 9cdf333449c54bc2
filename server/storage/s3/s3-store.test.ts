import { createHmac, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListedObject } from '../object-store.ts';
import { startStandIn, type StandIn } from './s3-stand-in.ts';
import { S3Store, type S3Setting } from './s3-store.ts';

const credentials = { accessKeyId: 'closing', secretAccessKey: 'day' };
let standIn: StandIn;
let store: S3Store;
let folder: string;

const setting = (): S3Setting => ({
  kind: 's3',
  bucket: 'files',
  region: 'eu-central-1',
  endpoint: standIn.endpoint,
  credentials,
  pathStyle: true,
});

beforeAll(async () => {
  standIn = await startStandIn();
  folder = await mkdtemp(join(tmpdir(), 'counterpart-s3-test-'));
  // The limit of a single upload to a bucket is 5 GB; here it is 300,000 bytes.
  store = new S3Store(setting(), { whole: 300_000, part: 100_000 });
});
afterAll(async () => {
  await store.close();
  standIn.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  standIn.objects.clear();
  standIn.uploads.clear();
  standIn.breaksAt = () => false;
  standIn.hangsAt = () => false;
  standIn.pageSize = 1000;
});

describe('the bucket store', () => {
  test('stores bytes and files, and deletes them', async () => {
    const bytes = randomBytes(200_000);
    const path = join(folder, 'given');
    await writeFile(path, bytes);
    await store.put('incoming/deal/doc', bytes, 'application/pdf');
    await store.put('files/a', { path, size: bytes.length });
    await store.remove('incoming/deal/doc');
    expect([...standIn.objects.keys()]).toEqual(['/files/files/a']);
    expect(await buffer(await store.get('files/a'))).toEqual(bytes);
    expect(await store.stat('files/a')).toEqual({ size: 200_000 });
  });

  test('does not store a file that cannot be read, and only that upload fails', async () => {
    const missing = { path: join(folder, 'missing'), size: 10 };
    await expect(store.put('files/a', missing)).rejects.toMatchObject({ code: 'ENOENT' });
    // A folder can be opened like a file, but fails when it is read.
    await expect(store.put('files/a', { path: folder, size: 10 })).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(standIn.objects.size).toBe(0);
  });

  test('sends a large file in parts, and stores it as one object', async () => {
    const bytes = randomBytes(350_001);
    const path = join(folder, 'archive');
    await writeFile(path, bytes);
    const sent: number[] = [];
    standIn.breaksAt = (url) => {
      if (url.includes('partNumber')) sent.push(standIn.objects.size);
      return false;
    };
    await store.put('archives/a.zip', { path, size: bytes.length }, 'application/zip');
    expect(bytes.equals(await buffer(await store.get('archives/a.zip')))).toBe(true);
    // Nothing is visible before the last part.
    expect(sent).toEqual([0, 0, 0, 0]);
    expect(standIn.uploads.size).toBe(0);
  });

  test('leaves no object and no parts if an upload breaks off between its parts', async () => {
    const path = join(folder, 'archive');
    await writeFile(path, randomBytes(350_000));
    standIn.breaksAt = (url) => url.includes('partNumber=3');
    const put = store.put('archives/a.zip', { path, size: 350_000 });
    await expect(put).rejects.toMatchObject({ code: 'unavailable' });
    standIn.breaksAt = () => false;
    const short = store.put('archives/a.zip', { path, size: 350_001 });
    await expect(short).rejects.toMatchObject({ code: 'unavailable' });
    expect([standIn.objects.size, standIn.uploads.size]).toEqual([0, 0]);
  });

  test('distinguishes a missing object from an unreachable bucket', async () => {
    expect(await store.stat('files/none')).toBeNull();
    await expect(store.get('files/none')).rejects.toMatchObject({ code: 'not_found' });
    await expect(store.get('../files/none')).rejects.toMatchObject({ code: 'bad_key' });
    standIn.breaksAt = () => true;
    await expect(store.stat('files/none')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('retries a request after a temporary failure, but not forever', async () => {
    await store.put('files/a', Buffer.from('kept'));
    let broken = 2;
    standIn.breaksAt = () => (broken -= 1) >= 0;
    expect(await store.stat('files/a')).toEqual({ size: 4 });
    let asked = 0;
    standIn.breaksAt = () => {
      asked += 1;
      return true;
    };
    await expect(store.stat('files/a')).rejects.toMatchObject({ code: 'unavailable' });
    expect(asked).toBe(3);
  });

  test('gives up on a bucket that hangs, for every kind of request', async () => {
    const impatient = new S3Store(setting(), undefined, { connection: 1000, still: 100 });
    const path = join(folder, 'hangs');
    await writeFile(path, randomBytes(1000));
    standIn.hangsAt = () => true;
    const requests = [
      impatient.stat('files/a'),
      impatient.get('files/a'),
      impatient.put('files/a', Buffer.from('x')),
      impatient.put('files/a', { path, size: 1000 }),
      impatient.remove('files/a'),
      listed(impatient.list('files/')),
    ];
    for (const request of await Promise.allSettled(requests))
      expect(request).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
    await impatient.close();
  });

  test('gives up on a bucket that is stopped', async () => {
    const stopped = await startStandIn();
    const away = new S3Store({ ...setting(), endpoint: stopped.endpoint });
    stopped.close();
    await expect(away.stat('files/a')).rejects.toMatchObject({ code: 'unavailable' });
    await away.close();
  });

  test('lists all objects under a prefix, no matter how many pages that takes', async () => {
    standIn.pageSize = 2;
    const keys = ['incoming/a/1', 'incoming/a/2', 'incoming/b/3', 'incoming/b/4', 'incoming/b/5'];
    for (const key of [...keys, 'files/a']) await store.put(key, Buffer.from('x'));
    const found = await listed(store.list('incoming/'));
    expect(found.map(({ key }) => key)).toEqual(keys);
    expect(found.every(({ modified }) => Date.now() - modified.getTime() < 60_000)).toBe(true);
  });

  test('signs an upload form only for the given key and size', async () => {
    const form = await store.presignUpload({
      key: 'incoming/deal/doc',
      maxBytes: 1000,
      expiresIn: 60,
    });
    expect(form.url).toBe(`${standIn.endpoint}/files`);
    expect(form.fields).toMatchObject({ key: 'incoming/deal/doc' });
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

  test('signs a link that saves the file under its own name, stays the same within its window and expires on time', async () => {
    vi.useFakeTimers({ now: 1_000_000_860_000, toFake: ['Date'] });
    const ask = () =>
      store.presignDownload('files/a', {
        fileName: 'Größe.pdf',
        contentType: 'application/pdf',
        expiresIn: 300,
      });
    const first = await ask();
    vi.setSystemTime(1_000_000_920_000);
    expect(await ask()).toBe(first);
    vi.useRealTimers();
    const query = new URL(first).searchParams;
    expect(query.get('response-content-disposition')).toBe(
      `attachment; filename="Gr__e.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf`,
    );
    expect(query.get('X-Amz-Expires')).toBe('300');
    // The window began before the call, and so did the 300 seconds.
    expect(query.get('X-Amz-Date')).toBe('20010909T020000Z');
    expect(first.startsWith(`${standIn.endpoint}/files/files/a?`)).toBe(true);
  });
});

async function listed(list: AsyncIterable<ListedObject>): Promise<ListedObject[]> {
  const all: ListedObject[] = [];
  for await (const object of list) all.push(object);
  return all;
}
