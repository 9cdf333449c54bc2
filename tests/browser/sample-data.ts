import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { TestClient } from '../server/test-client.ts';
import { converted } from '../server/upload.ts';
import { startCounterpart } from './counterpart-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A server's data folder with the sample deals in it, their documents converted. */
    sampleData: string;
  }
}

/**
 * Makes the folder once for all tests of a run: to create a database, to fill it and to draw the pages of the sample
 * documents takes ten times as long as to copy them.
 */
export default async function makeSampleData(project: TestProject): Promise<() => Promise<void>> {
  const counterpart = await startCounterpart();
  const client = new TestClient(counterpart.directUrl);
  await client.post('/auth/login', { loginId: 'partner@demo.test', password: 'closing-day' });
  const deals = await client.get('/transactions/transaction');
  for (const { uuid: deal } of deals.body) {
    const documents = await client.get(`/transactions/document?transaction=${deal}`);
    for (const { uuid } of documents.body) await converted(client, uuid);
  }
  await client.delete('/auth/logout');
  const folder = await counterpart.leave();
  project.provide('sampleData', folder);
  return async () => rm(folder, { recursive: true, force: true });
}
