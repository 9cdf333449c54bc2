import { randomBytes } from 'node:crypto';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { presign, type Prepared } from '../support/resumable.ts';
import type { TestClient } from '../support/test-client.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

export const MB = 1024 * 1024;

export let server: TestServer;
export let client: TestClient;
export let deal: string;
export let file: Buffer<ArrayBuffer>;
export let prepared: Prepared;

/** Starts a server that accepts uploads in chunks. */
export function openChunkedUploads(): void {
  beforeAll(async () => {
    server = await startTestServer({ role: 'web' });
    client = await server.signIn('member@firm.test');
    deal = (await client.post('/transactions/transaction', { name: 'Project Alder' })).body.uuid;
    file = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3 * MB)]);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    prepared = await presign(client, deal);
  });
}

export const sentence = async (response: Response) =>
  ((await response.json()) as { error_message: string }).error_message;

/** Uploads with the options of tus-js-client that a page would use. */
export function uploadByLibrary({ resumable }: Prepared, bytes: Buffer, chunkSize: number): Promise<void> {
  return new Promise((resolve, reject) => {
    new Upload(bytes, {
      endpoint: resumable.create_url,
      uploadUrl: resumable.url,
      headers: { Authorization: `Bearer ${resumable.token}` },
      chunkSize,
      retryDelays: [0, 50, 200],
      storeFingerprintForResuming: false,
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
}
