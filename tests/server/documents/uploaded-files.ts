import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { samplePdf } from '../../../server/convert/sample-documents.ts';
import { documentStatus } from '../../../src/contract/rules/documents/document-status.ts';
import type { Document } from '../../../src/contract/entities/documents/document.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

export let server: TestServer;
export let client: TestClient;
export let deal: string;
export let pdf: Uint8Array;

/** Starts a server that converts, and opens a deal for each test. */
export function openUploads(): void {
  beforeAll(async () => {
    server = await startTestServer();
    client = await server.signIn('member@firm.test');
    pdf = await samplePdf({ pages: 3 });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
  });
}

export function status(document: Document): string {
  return documentStatus({
    uuid: document.uuid,
    hasThumbnails: document.thumbnails !== null,
    numPages: document.num_pages,
    hasPdf: document.pdf_file_key !== null,
    conversionFinished: document.conversion_finished_at !== null,
    thumbnailsFinished: document.thumbnails_finished_at !== null,
    failed: document.conversion_status === 'error' || document.error_message !== null,
  });
}

export const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

export const bytesOf = async (path: string) => {
  const answer = await fetch(`${server.url}${path}`, {
    headers: { cookie: `session=${client.cookies.get('session')}` },
  });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
};
