import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Upload } from '@tus/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { S3Partials } from './s3-partials.ts';
import { startStandIn, type StandIn } from './s3-stand-in.ts';
import { S3Store } from './s3-store.ts';

const MB = 1024 * 1024;
const key = 'incoming/deal/doc';

let standIn: StandIn;
let store: S3Store;
let partials: S3Partials;
let file: Buffer<ArrayBuffer>;

beforeAll(async () => {
  standIn = await startStandIn();
  file = randomBytes(20 * MB);
});
afterAll(() => standIn.close());
beforeEach(() => {
  standIn.objects.clear();
  standIn.uploads.clear();
  standIn.breaksAt = () => false;
  standIn.pageSize = 1000;
  const setting = {
    kind: 's3' as const,
    bucket: 'files',
    region: 'eu-central-1',
    endpoint: standIn.endpoint,
    credentials: { accessKeyId: 'closing', secretAccessKey: 'day' },
    pathStyle: true,
  };
  store = new S3Store(setting);
  partials = new S3Partials(setting, store);
});

const begin = (size: number, id = key) => partials.create(new Upload({ id, size, offset: 0 }));
const append = (from: number, to: number, id = key) =>
  partials.write(Readable.from([file.subarray(from, to)]), id, from);
const offset = async () => (await partials.getUpload(key)).offset;
const keys = () => [...standIn.objects.keys()].map((path) => path.replace('/files/', ''));

describe('an upload in chunks to a bucket', () => {
  test('becomes one object once its last byte has arrived, and leaves nothing else', async () => {
    await begin(20 * MB);
    expect(await append(0, 3 * MB)).toBe(3 * MB);
    expect(await offset()).toBe(3 * MB);
    expect(await store.stat(key)).toBeNull();
    expect(await append(3 * MB, 17 * MB)).toBe(17 * MB);
    expect(await offset()).toBe(17 * MB);
    expect(await append(17 * MB, 20 * MB)).toBe(20 * MB);
    expect(file.equals(await buffer(await store.get(key)))).toBe(true);
    expect(keys()).toEqual([key]);
    expect(await offset()).toBe(20 * MB);
  });

  test('keeps its bytes if it is started a second time, but starts over with a different length', async () => {
    await begin(20 * MB);
    await append(0, 9 * MB);
    await begin(20 * MB);
    expect(await offset()).toBe(9 * MB);
    await begin(6 * MB);
    expect(await offset()).toBe(0);
    expect(standIn.uploads.size).toBe(1);
    await append(0, 6 * MB);
    expect(await store.stat(key)).toEqual({ size: 6 * MB });
  });

  test('is complete when requested if its process died between the last part and the object', async () => {
    await begin(8 * MB);
    const [upload] = standIn.uploads.values();
    upload?.parts.set(1, file.subarray(0, 8 * MB));
    expect(await offset()).toBe(8 * MB);
    expect(await store.stat(key)).toEqual({ size: 8 * MB });
    expect(keys()).toEqual([key]);
  });

  test('does not count as complete after the bucket discarded it', async () => {
    await begin(20 * MB);
    await append(0, 9 * MB);
    standIn.uploads.clear();
    await expect(partials.getUpload(key)).rejects.toMatchObject({ status: 404 });
    await begin(20 * MB);
    expect(await offset()).toBe(0);
  });

  test.each(['', '.info', '.part'])(
    'is neither restarted nor reported missing if the bucket does not respond to KEY%s',
    async (asked) => {
      await begin(20 * MB);
      await append(0, 9 * MB);
      standIn.breaksAt = (url) => (url.split('?')[0] ?? '').endsWith(asked);
      await expect(partials.getUpload(key)).rejects.toMatchObject({ code: 'unavailable' });
      await expect(begin(20 * MB)).rejects.toMatchObject({ code: 'unavailable' });
      standIn.breaksAt = () => false;
      expect(await offset()).toBe(9 * MB);
    },
    60_000,
  );

  test.each([1, 2])('does not continue past part %i if that part does not arrive', async (part) => {
    await begin(20 * MB);
    standIn.breaksAt = (url) => url.includes(`partNumber=${part}&`);
    await expect(append(0, 19 * MB)).rejects.toMatchObject({
      $metadata: { httpStatusCode: 503 },
    });
    standIn.breaksAt = () => false;
    const from = (part - 1) * 8 * MB;
    expect(await offset()).toBe(from);
    await append(from, 20 * MB);
    expect(file.equals(await buffer(await store.get(key)))).toBe(true);
  });

  test('leaves nothing after it was canceled', async () => {
    await begin(20 * MB);
    await append(0, 9 * MB);
    await partials.remove(key);
    await partials.remove(key);
    expect([keys(), standIn.uploads.size]).toEqual([[], 0]);
  });

  test('is discarded if it began too long ago, on any page of the list', async () => {
    standIn.pageSize = 1;
    for (const id of ['incoming/a/1', 'incoming/a/2', 'archives/a/1.zip', 'another/app', key])
      await begin(20 * MB, id);
    for (const upload of standIn.uploads.values())
      if (!upload.path.endsWith(key)) upload.initiated = new Date(0);
    await partials.removeOlderThan(new Date(Date.now() - 60_000));
    const left = [...standIn.uploads.values()].map(({ path }) => path);
    expect(left).toEqual(['/files/another/app', `/files/${key}`]);
  });
});
