import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { TestClient } from '../../server/support/test-client.ts';
import { until } from '../../support/until.ts';
import { startCounterpart, type CounterpartProcess } from './counterpart-process.ts';

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
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const counterpart = await startCounterpart();
  try {
    await untilConverted(counterpart);
  } catch (error) {
    await counterpart.close();
    throw error;
  }
  const folder = await counterpart.leave();
  project.provide('sampleData', folder);
  return async () => rm(folder, { recursive: true, force: true });
}

async function untilConverted({ directUrl }: CounterpartProcess): Promise<void> {
  const client = new TestClient(directUrl);
  await client.post('/auth/login', { loginId: 'partner@demo.test', password: 'closing-day' });
  const deals = await client.get('/transactions/transaction');
  for (const { uuid } of deals.body) {
    await until('the sample documents are converted', async () => {
      const { body } = await client.get(`/transactions/document?transaction=${uuid}`);
      return body.every(
        (document: { conversion_status: string }) => document.conversion_status !== 'processing',
      );
    });
  }
  await client.delete('/auth/logout');
}
