import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startStandIn, type StandIn } from '../../../server/storage/s3/s3-stand-in.ts';
import { append, ask, begin, create, presign, sendPart, sha256 } from '../support/resumable.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { MB, sentence, uploadByLibrary } from './chunked-upload.ts';

test('a server with RESUMABLE_UPLOADS=0 offers and accepts no resumable uploads', async () => {
  const plain = await startTestServer({ role: 'web', resumableUploads: false });
  const someone = await plain.signIn('member@firm.test');
  expect((await someone.get('/config')).body.resumable_uploads).toBe(false);
  const own = (await someone.post('/transactions/transaction', { name: 'Plain' })).body.uuid;
  expect((await presign(someone, own)).resumable).toBeUndefined();
  const answer = await ask(
    { url: `${plain.settings.storePublicUrl}/resumable/incoming/a/b`, token: 'x' },
    'PATCH',
  );
  expect(answer.status).toBe(405);
  await plain.stop();
});

describe('with a bucket', () => {
  let standIn: StandIn;
  let bucket: TestServer;

  beforeAll(async () => {
    standIn = await startStandIn();
    bucket = await startTestServer({
      role: 'web',
      objectStore: {
        kind: 's3',
        bucket: 'files',
        region: 'eu-central-1',
        endpoint: standIn.endpoint,
        credentials: { accessKeyId: 'closing', secretAccessKey: 'day' },
        pathStyle: true,
      },
    });
  });
  afterAll(async () => {
    await bucket.stop();
    standIn.close();
  });

  test('chunks go through the server, and an interrupted one is continued', async () => {
    const someone = await bucket.signIn('member@firm.test');
    const own = (await someone.post('/transactions/transaction', { name: 'Bucket' })).body.uuid;
    const upload = await presign(someone, own);
    const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(15 * MB)]);
    await begin(upload.resumable, large.length);
    await append(upload.resumable, 0, large.subarray(0, 6 * MB));
    const socket = await sendPart(upload.resumable, 6 * MB, large.subarray(6 * MB), MB);
    socket.destroy();
    await uploadByLibrary(upload, large, 7 * MB);
    const document = await create(someone, own, upload);
    expect(document.body).toMatchObject({ sha256: sha256(large), size: large.length });
    const uploads = [...standIn.objects.keys()].filter((key) => !key.startsWith('/files/installation/'));
    expect(uploads).toEqual([`/files/files/${sha256(large)}`]);
  });

  test('the page may reach both origins, and the port accepts only chunks', async () => {
    const csp = (await fetch(bucket.url)).headers.get('content-security-policy');
    expect(csp).toContain(`connect-src 'self' ${standIn.endpoint} ${bucket.settings.storePublicUrl}`);
    const answer = await fetch(`${bucket.settings.storePublicUrl}/incoming/a/b`);
    expect([answer.status, await sentence(answer)]).toEqual([
      404,
      'This address only accepts uploads in chunks.',
    ]);
  });
});
