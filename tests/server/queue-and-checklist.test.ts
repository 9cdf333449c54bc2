import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { samplePdf } from '../../server/convert/sample-documents.ts';
import type { Document } from '../../src/contract/entities/document.ts';
import type { TestClient } from './test-client.ts';
import { startTestServer, type TestServer } from './test-server.ts';
import { converted, upload } from './upload.ts';

// People empty, rename and sort the upload queue while others add documents of it to the checklist.

let server: TestServer;
let client: TestClient;
let deal: string;
let pdf: Uint8Array;

beforeAll(async () => {
  server = await startTestServer();
  client = await server.signIn('member@firm.test');
  pdf = await samplePdf({ pages: 1 });
});
afterAll(() => server.stop());
beforeEach(async () => {
  deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
});

/** A document that is ready to be added. */
async function queued(name = 'NDA'): Promise<Document> {
  const { uuid } = (await upload(client, deal, pdf, { name })).body;
  return converted(client, uuid);
}

async function add(...documents: string[]) {
  return client.post('/transactions/item/from_documents', { documents });
}

const path = (uuid: string) => `/transactions/document/${uuid}`;
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('a document that is deleted from the queue', () => {
  test('goes while it is in the queue', async () => {
    const { uuid } = await queued();
    expect((await client.delete(`${path(uuid)}?in_queue=true`)).status).toBe(204);
    expect((await client.get(path(uuid))).status).toBe(404);
    // It was deleted: the answer was lost, say.
    expect((await client.delete(`${path(uuid)}?in_queue=true`)).status).toBe(204);
  });

  test('is kept once it is on the checklist, and the answer brings its row', async () => {
    const { uuid } = await queued();
    const [{ item_uuid }] = (await add(uuid)).body;
    const key = v7();
    const kept = await client.delete(`${path(uuid)}?in_queue=true`, keyed(key));
    expect(kept.status).toBe(409);
    expect(kept.body).toMatchObject({
      code: 'on_checklist',
      error_message: '“NDA” was kept: it is on the checklist.',
      current: { uuid, in_queue: false, item_id: item_uuid },
    });
    expect((await client.get(path(uuid))).status).toBe(200);
    expect((await client.delete(`${path(uuid)}?in_queue=true`, keyed(key))).status).toBe(409);
  });

  test('is deleted from the checklist by whoever deletes it there', async () => {
    const { uuid } = await queued();
    await add(uuid);
    expect((await client.delete(path(uuid))).status).toBe(204);
    expect((await client.get(path(uuid))).status).toBe(404);
  });
});
