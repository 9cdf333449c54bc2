import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { TestClient } from '../../server/support/test-client.ts';
import { until } from '../../support/until.ts';
import { openBrowser } from './chromium.ts';
import { startCounterpart, type CounterpartProcess } from './counterpart-process.ts';
import { PARTNER, Person } from './person.ts';

interface Sample {
  /** A server's data folder with the sample deals, whose documents are converted. */
  data: string;
  /** A browser profile in which the partner has signed in to that server. */
  profile: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    sample: Sample;
  }
}

/**
 * Prepares both once for all tests of a run. Creating and filling a database, drawing the pages of the sample
 * documents, installing the app in a browser and loading the deals takes ten times as long as copying the
 * folders.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const counterpart = await startCounterpart();
  const profile = await mkdtemp(join(tmpdir(), 'counterpart-used-'));
  try {
    await untilConverted(counterpart);
    await signInOnce(counterpart, profile);
  } catch (error) {
    await counterpart.close();
    throw error;
  }
  const data = await counterpart.leave();
  project.provide('sample', { data, profile });
  return async () => {
    await Promise.all([data, profile].map(async (folder) => rm(folder, { recursive: true, force: true })));
  };
}

async function untilConverted({ directUrl }: CounterpartProcess): Promise<void> {
  const client = new TestClient(directUrl);
  await client.post('/auth/login', PARTNER);
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

/**
 * Signs the partner in, and closes the browser once everything is on the device. Their session then ends only
 * on the server.
 */
async function signInOnce(counterpart: CounterpartProcess, folder: string): Promise<void> {
  const context = await openBrowser(folder, { hosts: counterpart.hosts, shell: true });
  const client = new TestClient(counterpart.directUrl);
  try {
    const person = new Person(await context.newPage(), counterpart);
    await person.signIn();
    await person.isReadyForOffline();
    await person.sees('All changes saved');
    for (const { name, value } of await context.cookies(counterpart.url)) client.cookies.set(name, value);
  } finally {
    await context.close();
  }
  await client.delete('/auth/logout');
}
