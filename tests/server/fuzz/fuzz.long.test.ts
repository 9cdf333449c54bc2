import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../support/test-server.ts';
import { fuzzFiles } from './fuzz-files.ts';
import { fuzz } from './fuzz.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ conversionConcurrency: 2 });
});
afterAll(() => server.stop());

test('bad input gets a 4xx with a message from every endpoint, never a 5xx or no response', async () => {
  const { faults, statuses } = await fuzz(server, 1200, 'in the suite');
  expect(faults).toEqual([]);
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([400, 404, 422]));
});

test('damaged Word and PDF files are converted, or fail with an explanation', async () => {
  const { faults, outcomes } = await fuzzFiles(server, 12, 'in the suite');
  expect(faults).toEqual([]);
  expect(outcomes.size).toBeGreaterThan(1);
});
