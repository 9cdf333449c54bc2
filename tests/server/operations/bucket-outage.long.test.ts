import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStandIn, type StandIn } from '../../../server/storage/s3/s3-stand-in.ts';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { converted } from '../support/upload.ts';

let bucket: StandIn;
let server: TestServer;
let member: TestClient;
let deal: string;

beforeAll(async () => {
  bucket = await startStandIn();
  server = await startTestServer({
    objectStore: {
      kind: 's3',
      bucket: 'files',
      region: 'eu-central-1',
      endpoint: bucket.endpoint,
      credentials: { accessKeyId: 'closing', secretAccessKey: 'day' },
      pathStyle: true,
    },
  });
  member = await server.signIn('member@firm.test');
  deal = (await member.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});
afterAll(async () => {
  await server.stop();
  bucket.close();
});

test('a conversion waits for a bucket that is down, says so, and continues when the bucket is back', async () => {
  bucket.breaksAt = (url) => url.includes('.png');
  const uuid = v7();
  const uploaded_file_key = `incoming/${deal}/${uuid}`;
  await server.services.objects.put(uploaded_file_key, await samplePdf({ pages: 1 }), 'application/pdf');
  const document = { uuid, transaction: deal, name: 'NDA', uploaded_file_key };
  expect((await member.post('/transactions/document', document)).status).toBe(201);
  await expect
    .poll(async () => (await member.get(`/transactions/document/${uuid}`)).body)
    .toMatchObject({
      conversion_status: 'processing',
      error_message: null,
      waiting_reason: expect.stringContaining('Waiting for the file store'),
    });
  bucket.breaksAt = () => false;
  expect(await converted(member, uuid)).toMatchObject({
    conversion_status: 'complete',
    waiting_reason: null,
  });
});

test('while the bucket hangs, an upload waits without a connection, edits and sign-ins work, and the upload reports the error', async () => {
  bucket.hangsAt = () => true;
  const uploads = Array.from({ length: 2 * server.settings.databasePool }, async () => {
    const uuid = v7();
    const path = `/transactions/transaction/${deal}/presigned_url`;
    const form = await member.post(path, { doc_uuid: uuid, file_name: 'NDA.pdf' });
    expect(form.status, form.text).toBe(200);
    const uploaded_file_key = `incoming/${deal}/${uuid}`;
    return member.post('/transactions/document', { uuid, transaction: deal, name: 'NDA', uploaded_file_key });
  });
  const edit = await member.post('/transactions/element', { transaction: deal, label: 'A' });
  expect(edit.status).toBe(201);
  await server.signIn('admin@firm.test');
  bucket.close();
  for (const { status, body, headers } of await Promise.all(uploads)) {
    expect([status, body.code]).toEqual([503, 'unavailable']);
    expect(body.error_message).toContain('file store is not responding');
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  }
});
