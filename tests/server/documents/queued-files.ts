import { afterAll, beforeAll, beforeEach } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { converted, upload } from '../support/upload.ts';

export let server: TestServer;
export let client: TestClient;
export let deal: string;
let pdf: Uint8Array;

/** Opens a deal for each test, with files in its queue. */
export function openQueue(): void {
  beforeAll(async () => {
    server = await startTestServer();
    client = await server.signIn('member@firm.test');
    pdf = await samplePdf({ pages: 1 });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  });
}

/** Returns a document that is ready to be added. */
export async function queued(name = 'NDA'): Promise<Document> {
  const { uuid } = (await upload(client, deal, pdf, { name })).body;
  return converted(client, uuid);
}

export async function add(...documents: string[]) {
  return client.post('/transactions/item/from_documents', { documents });
}

export const path = (uuid: string) => `/transactions/document/${uuid}`;
